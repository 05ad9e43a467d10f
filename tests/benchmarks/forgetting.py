"""How far requests to forget and corrections reach, on cases by eight writers.

    python -m tests.benchmarks.forgetting

``lost`` counts cases in which a fact went that should have stayed: none is acceptable. Where more
than one fact goes, asking first is right as long as nothing is gone yet.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from assistant import Assistant
from assistant.errors import AssistantError
from tests.benchmarks.suites import cases, empty_memory, parts

SUITE = "forgetting"


class Result(NamedTuple):
    """``lost``: a fact went unasked that should have stayed."""

    right: bool
    lost: bool


def judge(case: Mapping[str, Any]) -> Result:
    """Tell the facts, say the message, and see what is left."""
    with empty_memory() as (assistant, clock):
        told = [_told(assistant, fact) for fact in case["facts"]]
        before = _live(assistant)
        clock.next_day()
        assistant.observe(case["message"], "ok")
        after = _live(assistant)
    was = [text is not None and text in before for text in told]
    there = [text is not None and text in after for text in told]
    lost = any(was[n] and not there[n] for n in case["stay"])
    waits = case["may_ask"] and was == there
    done = not any(there[n] for n in case["gone"])
    new = all(any(_folded(word) in text for text in after) for word in case["new_has"])
    kept_out = not any(_holds(text, word) for word in case["new_lacks"] for text in after)
    return Result(not lost and (waits or (done and new and kept_out)), lost)


def _told(assistant: Assistant, fact: str) -> str | None:
    try:
        return _folded(assistant.remember(fact).fact)
    except AssistantError:  # refused as a secret: it can neither stay nor go
        return None


def _live(assistant: Assistant) -> list[str]:
    return [_folded(f.fact) for f in assistant.facts() if f.state in ("active", "dormant")]


def _folded(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join(char for char in parts if not unicodedata.combining(char))


def _holds(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(_folded(word))}(?!\w)", text) is not None


def table() -> tuple[list[tuple[str, ...]], int]:
    """A row a writer: right, lost, and right by kind; and how many lost a fact in all."""
    rows: list[tuple[str, ...]] = []
    gone = 0
    for writer in parts(SUITE):
        judged = [(case["kind"], judge(case)) for case in cases(SUITE, writer)]
        all_, good = Counter(kind for kind, _ in judged), Counter[str]()
        for kind, result in judged:
            good[kind] += result.right
        lost = sum(result.lost for _, result in judged)
        gone += lost
        kinds = ", ".join(f"{kind} {good[kind]}/{all_[kind]}" for kind in sorted(all_))
        share = 100 * sum(good.values()) / len(judged)
        rows.append((writer, f"{share:.1f} %", str(lost), kinds))
    return rows, gone


def main() -> None:
    for row in table()[0]:
        print("  ".join(row))


if __name__ == "__main__":
    main()
