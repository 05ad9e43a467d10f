"""What others said writes nothing, what the person says beside it does (F3), on cases by two writers.

    python -m tests.benchmarks.speech [--errors]

A case tells a fact first and says a message a day later. ``nothing``: every fact is as it was, not
renewed either. ``note``: one fact holds all the words that the person's own statement brought.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from assistant import Assistant
from assistant.memory.signals.text import fold

CASES = Path(__file__).parent / "cases" / "speech"
DAY = datetime(2026, 1, 5, 9, tzinfo=UTC)


def writers() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in CASES.glob("*.jsonl")))


def cases(writer: str) -> list[dict[str, Any]]:
    lines = (CASES / f"{writer}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def judge(case: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Whether a case comes out right, and the facts that live afterwards."""
    now = [DAY]

    def clock() -> datetime:
        now[0] += timedelta(seconds=20)
        return now[0]

    with (
        tempfile.TemporaryDirectory() as home,
        Assistant.open(home=home, clock=clock) as assistant,
    ):
        assistant.remember(case["fact"])
        before = _live(assistant)
        now[0] += timedelta(days=1)
        assistant.observe(case["message"], "ok")
        after = _live(assistant)
    texts = [text for text, _ in after]
    if case["expect"] == "nothing":
        return after == before, texts
    return any(all(fold(word) in fold(text) for word in case["must"]) for text in texts), texts


def _live(assistant: Assistant) -> list[tuple[str, datetime]]:
    return [
        (f.fact, f.last_confirmed_at) for f in assistant.facts() if f.state in ("active", "dormant")
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", action="store_true", help="list what went wrong")
    args = parser.parse_args()
    for writer in writers():
        total: Counter[str] = Counter()
        right: Counter[str] = Counter()
        for case in cases(writer):
            held, texts = judge(case)
            total[case["expect"]] += 1
            right[case["expect"]] += held
            if args.errors and not held:
                print(f"{case['id']} {case['expect']} {case['message']!r} {texts}")
        print(writer, *(f"{name} {right[name]}/{total[name]}" for name in sorted(total)), sep="  ")


if __name__ == "__main__":
    main()
