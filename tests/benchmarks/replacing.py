"""Facts given by hand, one after the other: which replace the one before, and which stand beside it.

    python -m tests.benchmarks.replacing

In each language twenty pairs of which the second changes the first ("I moved to Lisbon" after "I
live in Braga"), and twenty that both hold.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from assistant import Assistant
from tests.benchmarks.suites import cases


class Pair(NamedTuple):
    """``kind``: "replaces" or "beside"."""

    lang: str
    kind: str
    known: str
    told: str


def pairs() -> list[Pair]:
    return [Pair(**case) for case in cases("replacing", "pairs")]


def outcome(pair: Pair) -> str:
    """What became of the first fact: "replaced", or "kept" beside the second; "unsaid" where the
    second is not there."""
    with tempfile.TemporaryDirectory() as home, Assistant.open(home=home) as assistant:
        assistant.remember(pair.known)
        assistant.remember(pair.told)
        live = {fact.fact for fact in assistant.facts() if fact.state == "active"}
    if pair.told not in live:
        return "unsaid"
    return "kept" if pair.known in live else "replaced"


def is_right(pair: Pair) -> bool:
    return outcome(pair) == ("replaced" if pair.kind == "replaces" else "kept")


def table(of: Iterable[Pair]) -> dict[tuple[str, str], tuple[int, int]]:
    """By language and kind: how many are right, and of how many."""
    good, every = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for pair in of:
        every[pair.lang, pair.kind] += 1
        good[pair.lang, pair.kind] += is_right(pair)
    return {key: (good[key], every[key]) for key in every}


def main() -> None:
    for (lang, kind), (good, every) in table(pairs()).items():
        print(f"{lang}  {kind:9} {good} of {every}")


if __name__ == "__main__":
    main()
