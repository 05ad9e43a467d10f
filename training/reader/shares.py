"""How much of what teaches is read again where the reader goes on from weights that have read most of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from tests.benchmarks.suites import parts
from training.reader.cases import OF_FOLDERS, Case, writers_of_homes

_OF_HOMES, _WRITERS, _HALF, _PEOPLE, _TAUGHT = 2.0, 1.0, 0.5, 0.4, 0.25
_LIST = 1.5
"""How much a list counts among others."""
_SEED = 0


def going_on(cases: Sequence[Case]) -> list[Case]:
    rng, found = random.Random(_SEED), list[Case]()
    new = writers_of_homes()
    writers = {*parts("answers"), *parts("forgetting"), *OF_FOLDERS}
    people, requests = set(parts("people")), set(parts("requests"))

    def share(case: Case) -> float:
        if case.kind == "statement":
            return _HALF
        if case.writer in new:
            return _OF_HOMES
        if case.writer in writers:
            return _WRITERS
        if case.writer in requests and not case.asks:
            return _HALF
        return _PEOPLE if case.writer in people else _TAUGHT

    for case in cases:
        times = share(case)
        count = int(times) + (rng.random() < times - int(times))
        weight = case.weight * (_LIST if case.kind == "list" else 1)
        found += [replace(case, weight=weight)] * count
    return found
