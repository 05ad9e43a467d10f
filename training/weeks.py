"""What the weeks of ``cases/weeks`` teach: what is told beside what it changes, and beside other
facts of the same person, which share names with it and stand."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from assistant.text.folding import fold
from tests.benchmarks.suites import cases, parts
from training.relation_pairs import Pair

HELD = ("dylan", "hana_d", "rosaura_y", "yuri")
"""Writers who teach nothing."""
_BESIDE = 4
"""Other facts beside what changes one, those with most words in common; of the rest half as many."""
_WORD = re.compile(r"[^\W_]{3,}|\d+")


class Told(NamedTuple):
    """A fact in the person's words; ``id``: of its message."""

    id: int
    text: str


def writers(*, held: bool = False) -> list[str]:
    return [name for name in parts("weeks") if (name in HELD) == held]


def pairs(names: Sequence[str]) -> Iterator[Pair]:
    rng = random.Random(4)
    for writer in names:
        said = [case for case in cases("weeks", writer) if "say" in case]
        told = [Told(case["id"], fact) for case in said for fact in case["facts"]]
        for case in said:
            before = [fact for fact in told if fact.id < case["id"]]
            for later in case["facts"]:
                old = [fact for fact in before if fact.id in case["replaces"]]
                if old:
                    changed = max(old, key=lambda fact: _shared(fact.text, later))
                    yield Pair(f"weeks/{writer}", "changed", changed.text, later)
                others = [fact.text for fact in before if fact.id not in case["replaces"]]
                rng.shuffle(others)
                others.sort(key=lambda fact: -_shared(fact, later))
                near = others[:_BESIDE] if old else others[: _BESIDE // 2]
                yield from (Pair(f"weeks/{writer}", "other", fact, later) for fact in near)


def _shared(one: str, other: str) -> int:
    words = (set(_WORD.findall(fold(text))) for text in (one, other))
    return len(set.intersection(*words))
