"""Replay a recorded dialogue and print the prompt's size by turn beside the full history (M1).

    python -m tests.benchmarks.replay [FILE] [--turns 20] [--every 1]

FILE holds a JSON list of {"conversation": [{"role", "content"}, …]}, such as
``../shared/eval/prefeval/inter_turns.json`` (the default where it is there). Its chats are replayed
one after another as one conversation. No model is called.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from assistant import Assistant

RECORDED = Path(__file__).parents[3] / "shared/eval/prefeval/inter_turns.json"
WIDTH = 50


def exchanges(path: Path) -> list[tuple[str, str]]:
    """(message, reply) pairs of every chat, in order."""
    chats = json.loads(path.read_text("utf-8"))
    return [
        (chat["conversation"][i]["content"], chat["conversation"][i + 1]["content"])
        for chat in chats
        for i in range(0, len(chat["conversation"]) - 1, 2)
    ]


def replay(pairs: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
    """(prompt tokens, full-history tokens) of each turn."""
    from assistant.app import open_app

    with tempfile.TemporaryDirectory() as folder:
        with Assistant.open(home=folder) as assistant:
            for message, reply in pairs:
                assistant.observe(message, reply)
        with open_app(home=Path(folder)) as app:
            measures = app.stores.journal.metrics()
    return [(m.prompt_tokens, m.full_history_tokens) for m in measures]


def report(sizes: Sequence[tuple[int, int]], every: int) -> str:
    """A line a turn with both sizes, a bar of the prompt's share of 4,000, and the totals."""
    lines = ["turn  prompt  full history  share  of 4,000"]
    for turn, (prompt, full) in enumerate(sizes, 1):
        if turn == 1 or turn % every == 0:
            bar = "#" * round(WIDTH * prompt / 4000)
            lines.append(f"{turn:4}  {prompt:6,}  {full:12,}  {prompt / full:5.0%}  {bar}")
    prompts = [prompt for prompt, _ in sizes]
    late = prompts[10:] or prompts
    lines.append(
        f"mean {statistics.mean(prompts):,.0f}, largest {max(prompts):,}; after turn 10 between "
        f"{min(late):,} and {max(late):,}; all turns {sum(prompts):,} tokens instead of "
        f"{sum(full for _, full in sizes):,}"
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, default=RECORDED)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--every", type=int, default=1, help="print every nth turn")
    arguments = parser.parse_args()
    print(report(replay(exchanges(arguments.file)[: arguments.turns]), arguments.every))


if __name__ == "__main__":
    main()
