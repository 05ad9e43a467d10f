"""Replay recorded chats as one conversation; the prompt's size by turn beside the full history (M1).

    python -m tests.benchmarks.replay [FILE] [--turns 240] [--table N] [--retention DAYS]

FILE holds a JSON list of {"conversation": [{"role", "content"}, …]}, such as
``../shared/eval/prefeval/inter_turns.json`` (the default where it is there). Where its chats end
before ``--turns``, or where there is no file, the threads of ``training/data/topics`` follow. No
model is called. Two pictures: the prompt on the scale of its 4,000 tokens, and the full history
with the prompt drawn into it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from assistant import Assistant
from assistant.cli.report.plot import Pair, columns_with_marks
from assistant.cli.report.screen import Screen
from training.topics.corpus import dialogues

RECORDED = Path(__file__).parents[3] / "shared/eval/prefeval/inter_turns.json"
OWN = ("threads_en", "threads_es", "threads_mixed")
BUDGET = 4000
FLAT_FROM = 10
GOALS = {"largest": 4000, "mean": 1900, "share at turn 20": 0.20}


@dataclass(frozen=True, slots=True)
class Size:
    """One turn's prompt, and what it would have weighed with the full history, in tokens; how many
    of its bytes stood at the beginning of the one before too; and the turn's seconds."""

    prompt: int
    full: int
    bytes: int = 0
    same: int = 0
    seconds: float = 0.0


Exchange = tuple[str, str]
"""A message and its reply."""


def chats(path: Path) -> list[list[Exchange]]:
    """Every chat of a file, in order."""
    found = json.loads(path.read_text("utf-8"))
    return [_paired([message["content"] for message in chat["conversation"]]) for chat in found]


def own_chats() -> list[list[Exchange]]:
    """Our own threads."""
    found = (dialogue for name in OWN for dialogue in dialogues(name, replies=True))
    return [_paired([line.text for line in dialogue]) for dialogue in found]


def exchanges(path: Path) -> Iterator[Exchange]:
    """Those of every chat, one after another."""
    return chain.from_iterable(chats(path))


def own_exchanges() -> Iterator[Exchange]:
    """Those of our own threads, one after another."""
    return chain.from_iterable(own_chats())


def _paired(said: Sequence[str]) -> list[Exchange]:
    return list(zip(said[::2], said[1::2], strict=False))


def replay(pairs: Sequence[tuple[str, str]], retention: int = 180) -> list[Size]:
    """Observe every pair as a turn of one conversation, in a home of its own."""
    from assistant.app import open_app

    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config.toml"
        config.write_text(f"[memory]\nsegment_retention_days = {retention}\n")
        sent, taken = [b""], []
        with Assistant.open(home=folder) as assistant:
            for message, reply in pairs:
                sent.append(as_bytes(assistant.preview(message).messages))
                start = time.perf_counter()
                assistant.observe(message, reply)
                taken.append(time.perf_counter() - start)
        with open_app(home=Path(folder)) as app:
            measures = app.stores.journal.metrics()
    return [
        Size(m.prompt_tokens, m.full_history_tokens, len(now), common(before, now), seconds)
        for m, before, now, seconds in zip(measures, sent, sent[1:], taken, strict=False)
    ]


def as_bytes(messages: Sequence[Mapping[str, str]]) -> bytes:
    """A request's words in the order in which a model reads them."""
    return "".join(f"{m['role']}\n{m['content']}\n" for m in messages).encode()


def common(before: bytes, now: bytes) -> int:
    """Bytes that both begin with: what a provider's cache can serve again."""
    return len(os.path.commonprefix([before, now]))  # noqa: RUF071 -- bytes, no paths


def pictures(sizes: Sequence[Size], screen: Screen) -> list[str]:
    """The prompt alone, then both on the scale of the full history."""
    room = screen.width - 10
    span = -(-len(sizes) // room)
    groups = [sizes[n : n + span] for n in range(0, len(sizes), span)]
    wide = "" if span == 1 else f", {span} turns a column: the largest of them"
    top = max(size.full for size in sizes)

    def drawn(mark: Callable[[Size], int], labels: list[str]) -> list[str]:
        pairs = [Pair(max(s.prompt for s in g), max(map(mark, g))) for g in groups]
        return columns_with_marks(pairs, screen, labels=labels, styles=("36", "31"))

    return [
        f"prompt tokens by turn, 1 to {len(sizes)}; the line is the limit of {BUDGET:,}{wide}",
        *drawn(lambda _: BUDGET, [f"{BUDGET:,}", f"{BUDGET // 2:,}", "0"]),
        "",
        "the same beside the full history (the line)",
        *drawn(lambda size: size.full, [f"{top:,}", "", "0"]),
    ]


def figures(sizes: Sequence[Size]) -> list[str]:
    """What the pictures show, and whether it keeps to the goals."""
    prompts = [size.prompt for size in sizes]
    late = prompts[FLAT_FROM:] or prompts
    slope = statistics.linear_regression(range(len(late)), late).slope if len(late) > 1 else 0.0
    spent, full = sum(prompts), sum(size.full for size in sizes)
    lines = [
        f"largest {max(prompts):,} (goal ≤ {GOALS['largest']:,})",
        f"mean {statistics.mean(prompts):,.0f} (goal ≤ {GOALS['mean']:,})",
        f"after turn {FLAT_FROM}: between {min(late):,} and {max(late):,}, median "
        f"{statistics.median(late):,.0f}; it grows by {slope:+.1f} tokens a turn",
        f"all {len(sizes)} turns: {spent:,} tokens instead of {full:,} ({1 - spent / full:.0%} saved)",
    ]
    for turn in (20, len(sizes)):
        if turn <= len(sizes):
            size = sizes[turn - 1]
            goal = f" (goal ≤ {GOALS['share at turn 20']:.0%})" if turn == 20 else ""
            lines.append(
                f"turn {turn}: {size.prompt:,} of {size.full:,}, {size.prompt / size.full:.0%}{goal}"
            )
    return lines


def table(sizes: Sequence[Size], every: int) -> list[str]:
    rows = ["turn  prompt  full history  share"]
    for turn, size in enumerate(sizes, 1):
        if turn == 1 or turn % every == 0:
            share = size.prompt / size.full
            rows.append(f"{turn:4}  {size.prompt:6,}  {size.full:12,}  {share:5.0%}")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, default=RECORDED)
    parser.add_argument("--turns", type=int, default=240)
    parser.add_argument("--table", type=int, default=0, metavar="N", help="print every Nth turn")
    parser.add_argument("--retention", type=int, default=180, help="days that summaries are kept")
    arguments = parser.parse_args()
    recorded = list(exchanges(arguments.file)) if arguments.file.exists() else []
    pairs = [*recorded, *own_exchanges()][: arguments.turns]
    print(f"{min(len(recorded), len(pairs))} recorded turns and {max(0, len(pairs) - len(recorded))}"
          " of our own, as one conversation\n")  # fmt: skip
    sizes = replay(pairs, arguments.retention)
    for line in [*pictures(sizes, Screen.of_stdout()), "", *figures(sizes)]:
        print(line)
    if arguments.table:
        print(*table(sizes, arguments.table), sep="\n")


if __name__ == "__main__":
    main()
