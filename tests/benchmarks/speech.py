"""What others said writes nothing, what the person says beside it does (F3), on cases by two writers.

    python -m tests.benchmarks.speech [--errors]

A case tells a fact first and says a message a day later. ``nothing``: every fact is as it was, not
renewed either. ``note``: one fact holds all the words that the person's own statement brought.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from assistant import Assistant
from assistant.text.folding import fold_in_place
from tests.benchmarks.suites import cases, empty_memory, parts

SUITE = "speech"


def judge(case: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Whether a case comes out right, and the facts that live afterwards."""
    with empty_memory() as (assistant, clock):
        assistant.remember(case["fact"])
        before = _live(assistant)
        clock.next_day()
        assistant.observe(case["message"], "ok")
        after = _live(assistant)
    texts = [text for text, _ in after]
    if case["expect"] == "nothing":
        return after == before, texts
    return any(
        all(fold_in_place(word) in fold_in_place(text) for word in case["must"]) for text in texts
    ), texts


def _live(assistant: Assistant) -> list[tuple[str, datetime]]:
    return [
        (f.fact, f.last_confirmed_at) for f in assistant.facts() if f.state in ("active", "dormant")
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", action="store_true", help="list what went wrong")
    args = parser.parse_args()
    for writer in parts(SUITE):
        total: Counter[str] = Counter()
        right: Counter[str] = Counter()
        for case in cases(SUITE, writer):
            held, texts = judge(case)
            total[case["expect"]] += 1
            right[case["expect"]] += held
            if args.errors and not held:
                print(f"{case['id']} {case['expect']} {case['message']!r} {texts}")
        print(writer, *(f"{name} {right[name]}/{total[name]}" for name in sorted(total)), sep="  ")


if __name__ == "__main__":
    main()
