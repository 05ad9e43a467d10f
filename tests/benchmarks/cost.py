"""What prompts cost by turn, beside the full history and the last six turns.

    python -m tests.benchmarks.cost

Each recorded chat is a conversation of its own (``../shared/eval/prefeval/inter_turns.json`` where
it is there, else our own threads); then all are held as one, and that one several times over:
neither prompts nor times should grow. No model is called.
"""

from __future__ import annotations

import math
import statistics
import tempfile
from collections.abc import Iterator, Sequence
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

MOST = 80
"""Turns of the joined chats that are held."""
OWN_CHATS = 24
"""Those of our own threads that stand in for recorded chats."""
ROUNDS = 3
"""How often the long conversation holds them: the same words each time, so that whatever grows is
not theirs."""
SHOWN_TURNS = (1, 5, 10, 20, 40, 78, 120, 180, 240)


@dataclass(frozen=True, slots=True)
class Trend:
    """A line through what each turn took: its rise from turn to turn, and the rise that the turns'
    scatter around the line would hide (one standard deviation over all of them)."""

    slope: float
    noise: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Trend:
        """Of at least three values."""
        turns = range(len(values))
        line = statistics.linear_regression(turns, values)
        rest = [v - line.slope * n - line.intercept for n, v in zip(turns, values, strict=True)]
        return cls(line.slope, math.sqrt(statistics.fmean(r * r for r in rest)) / len(values))


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
    return "threads of our own", own_chats()[:OWN_CHATS]


def findings(scale: Scale) -> Findings:
    source, talks = recorded()
    talks = talks[:2] if scale.quick else talks
    each = [hold(talk) for talk in talks]
    pairs = [pair for talk in talks for pair in talk][:MOST]
    joined, long = hold(pairs), hold(pairs * ROUNDS)
    tokens = Trend.of([size.prompt for size in long.ours][FLAT_FROM:])
    seconds = Trend.of([1000 * size.seconds for size in long.ours][FLAT_FROM:])
    remarks = (
        f"{len(talks)} {source}: each from its first turn, then all as one conversation, then the"
        f" same {ROUNDS} times over as a long one. A history that is only ever added to is the easiest to"
        " cache: its prompts stay the same but for a turn, and are larger by far.",
        "“A turn more” is the slope of a line through the long conversation from turn"
        f" {FLAT_FROM} on; its goal is what the scatter of the turns around that line hides: one"
        " standard deviation over all of them.",
    )
    return Findings(
        figures=(*_sizes((*each, joined, long), joined), *_growth(long, tokens, seconds)),
        tables=(
            by_chat(each),
            by_turn(joined, "Tokens of the prompt by turn, the chats as one conversation"),
            by_turn(long, f"… and {ROUNDS} times over"),
        ),
        remarks=remarks,
    )


def _sizes(every: Sequence[Held], joined: Held) -> Iterator[Figure]:
    prompts = [size.prompt for size in joined.ours]
    largest = {
        "full history": max(tokens for held in every for tokens in held.full),
        "last 6 turns": max(tokens for held in every for tokens in held.last),
    }
    mean = {
        "full history": statistics.fmean(joined.full),
        "last 6 turns": statistics.fmean(joined.last),
    }
    most = max(size.prompt for held in every for size in held.ours)
    yield Figure("cost", "largest prompt of a conversation, tokens", most, "", at_most(BUDGET),
                 largest, headline=True)  # fmt: skip
    yield Figure("cost", f"mean prompt over {len(prompts)} turns, tokens", statistics.fmean(prompts),
                 "", at_most(GOALS["mean"]), mean, headline=True)  # fmt: skip
    if len(prompts) >= 20:
        share = 100 * joined.ours[19].prompt / joined.ours[19].full
        wordy = joined.full[19] > 10 * joined.full[0]  # our own threads are a few words a turn
        goal = at_most(100 * GOALS["share at turn 20"]) if wordy else None
        yield Figure("cost", "turn 20, of the full history", share, "%", goal)
    kept = {"full history": 100 * joined.full_same / joined.full_bytes}
    new = {"full history": (joined.full_bytes - joined.full_same) / len(joined.full)}
    yield Figure("cost", "of a prompt's bytes, the same as a turn before", 100 * _kept(joined.ours),
                 "%", None, kept)  # fmt: skip
    yield Figure("cost", "bytes of a prompt that no cache holds", _new(joined.ours), "", None, new)


def _growth(long: Held, tokens: Trend, seconds: Trend) -> Iterator[Figure]:
    full = {"full history": Trend.of(long.full[FLAT_FROM:]).slope}
    name = f"a turn more, of {len(long.ours)}:"
    yield Figure("cost", f"{name} tokens of the prompt", tokens.slope, "",
                 at_most(round(tokens.noise, 2)), full, headline=True)  # fmt: skip
    yield Figure("cost", f"{name} time of the turn", seconds.slope, "ms",
                 at_most(round(seconds.noise, 2)))  # fmt: skip


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


def by_turn(held: Held, title: str) -> Table:
    turns = [n for n in SHOWN_TURNS if n <= len(held.ours)]
    rows = [(n, held.ours[n - 1].prompt, held.full[n - 1], held.last[n - 1]) for n in turns]
    columns = ("turn", "assistant", "full history", "last 6 turns")
    return Table(title, columns, tuple(rows))


def main() -> None:
    found = findings(Scale(quick=False, environments=Path()))
    for table in found.tables:
        print(plain(table), end="\n\n")
    print(*found.remarks, sep="\n")


if __name__ == "__main__":
    main()
