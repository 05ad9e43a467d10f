"""What prompts cost by turn, beside the full history and the last six turns: python -m tests.benchmarks.cost

Each recorded chat is a conversation of its own (``../shared/eval/prefeval/inter_turns.json`` where
it is there, else our own threads); then all are held as one long conversation, whose prompts and
times should not grow. No model is called.
"""

from __future__ import annotations

import math
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.base import Figure, Findings, Scale, Table, at_most
from tests.benchmarks.plain_assistants import FullHistory, LastSix
from tests.benchmarks.replay import (
    BUDGET,
    FLAT_FROM,
    GOALS,
    RECORDED,
    Exchange,
    Size,
    as_bytes,
    chats,
    common,
    own_chats,
    replay,
)
from tests.benchmarks.tables import plain

LONG = 240
SHOWN_TURNS = (1, 5, 10, 20, 40, 78, 120, 180, 240)


@dataclass(frozen=True, slots=True)
class Trend:
    """A line through what each turn took: its rise over all of them, and how far from the line the
    turns usually lie (one standard deviation)."""

    rise: float
    noise: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Trend:
        """Of at least three values."""
        turns = range(len(values))
        line = statistics.linear_regression(turns, values)
        rest = [v - line.slope * n - line.intercept for n, v in zip(turns, values, strict=True)]
        return cls(line.slope * len(values), math.sqrt(statistics.fmean(r * r for r in rest)))

    @property
    def share(self) -> float:
        """Of the noise; growth that is within it is at most 1."""
        return self.rise / self.noise if self.noise else 0.0


@dataclass(frozen=True, slots=True)
class Held:
    """A conversation as each assistant would send it: this one's turns, tokens by turn of the
    others, and the full history's bytes that stayed."""

    ours: Sequence[Size]
    full: Sequence[int]
    last: Sequence[int]
    full_bytes: int
    full_same: int


def hold(pairs: Sequence[Exchange]) -> Held:
    ours = replay(pairs)
    with tempfile.TemporaryDirectory() as folder:
        everything = FullHistory.open(Path(folder) / "full")
        last_six = LastSix.open(Path(folder) / "last")
        full, last, before, total, same = [], [], b"", 0, 0
        for message, reply in pairs:
            now = as_bytes(everything.preview(message).messages)
            total, same, before = total + len(now), same + common(before, now), now
            full.append(everything.observe(message, reply).prompt_tokens)
            last.append(last_six.observe(message, reply).prompt_tokens)
    return Held(ours, full, last, total, same)


def recorded() -> tuple[str, list[list[Exchange]]]:
    """Where they come from, and the chats."""
    if RECORDED.exists():
        return "recorded chats of other people", chats(RECORDED)
    return "threads of our own", own_chats()


def findings(scale: Scale) -> Findings:
    source, talks = recorded()
    talks = talks[:2] if scale.quick else talks
    each = [hold(talk) for talk in talks]
    pairs = [pair for talk in talks for pair in talk]
    more = [pair for talk in own_chats() for pair in talk]
    long = hold([*pairs, *more][: 30 if scale.quick else LONG])
    tokens = Trend.of([size.prompt for size in long.ours][FLAT_FROM:])
    seconds = Trend.of([1000 * size.seconds for size in long.ours][FLAT_FROM:])
    remarks = (
        f"{len(talks)} {source}, each from its first turn; the long conversation is all of them and"
        " our own threads after one another. A history that is only ever added to is the easiest to"
        " cache: its prompts stay the same but for a turn, and are larger by far.",
        f"Over the long conversation the prompt rises by {tokens.rise:+.0f} tokens (its turns vary"
        f" by {tokens.noise:.0f}), a turn's time by {seconds.rise:+.1f} ms (they vary by"
        f" {seconds.noise:.1f}); growth is that rise over that variation.",
    )
    return Findings(
        figures=_figures(each, long, tokens, seconds),
        tables=(by_chat(each), by_turn(long)),
        remarks=remarks,
    )


def _figures(each: Sequence[Held], long: Held, tokens: Trend, seconds: Trend) -> tuple[Figure, ...]:
    sizes = [size.prompt for held in (*each, long) for size in held.ours]
    figures = [
        Figure("cost", "largest prompt of a conversation, tokens", max(sizes), "",
               at_most(BUDGET), {"full history": max(long.full), "last 6 turns": max(long.last)},
               headline=True),
        Figure("cost", f"mean prompt over {len(long.ours)} turns, tokens",
               statistics.fmean(s.prompt for s in long.ours), "", at_most(GOALS["mean"]),
               {"full history": statistics.fmean(long.full), "last 6 turns": statistics.fmean(long.last)},
               headline=True),
        Figure("cost", "growth of the prompt with the conversation, of its noise", tokens.share, "×",
               at_most(1.0), {"full history": Trend.of(long.full[FLAT_FROM:]).share}),
        Figure("cost", "growth of a turn's time with the conversation, of its noise", seconds.share,
               "×", at_most(1.0)),
        Figure("cost", "of a prompt's bytes, same as the turn before", 100 * _kept(long.ours), "%",
               None, {"full history": 100 * long.full_same / long.full_bytes}),
        Figure("cost", "bytes a turn that no cache holds", _new(long.ours), "", None,
               {"full history": (long.full_bytes - long.full_same) / len(long.full)}),
    ]  # fmt: skip
    if len(long.ours) >= 20:
        share = 100 * long.ours[19].prompt / long.ours[19].full
        goal = at_most(100 * GOALS["share at turn 20"])
        figures.insert(2, Figure("cost", "turn 20, of the full history", share, "%", goal))
    return tuple(figures)


def _kept(sizes: Sequence[Size]) -> float:
    return sum(size.same for size in sizes) / sum(size.bytes for size in sizes)


def _new(sizes: Sequence[Size]) -> float:
    return statistics.fmean(size.bytes - size.same for size in sizes)


def by_chat(each: Sequence[Held]) -> Table:
    rows = [
        (
            str(number), len(held.ours), sum(s.prompt for s in held.ours), sum(held.full),
            sum(held.last), 100 * (1 - sum(s.prompt for s in held.ours) / sum(held.full)),
            100 * _kept(held.ours),
        )
        for number, held in enumerate(each, 1)
    ]  # fmt: skip
    columns = (
        "chat",
        "turns",
        "tokens",
        "full history",
        "last 6 turns",
        "saved, %",
        "bytes kept, %",
    )
    return Table("Tokens of each chat, all its prompts together", columns, tuple(rows))


def by_turn(held: Held) -> Table:
    turns = [n for n in SHOWN_TURNS if n <= len(held.ours)]
    rows = [(n, held.ours[n - 1].prompt, held.full[n - 1], held.last[n - 1]) for n in turns]
    columns = ("turn", "assistant", "full history", "last 6 turns")
    return Table("Tokens of the prompt by turn, one long conversation", columns, tuple(rows))


def main() -> None:
    found = findings(Scale(quick=False, environments=Path()))
    for table in found.tables:
        print(plain(table), end="\n\n")
    print(*found.remarks, sep="\n")


if __name__ == "__main__":
    main()
