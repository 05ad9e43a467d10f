"""What each hand-made predicate of the reconciliation of facts saves (F7).

    python -m tests.benchmarks.ablation [--every N] [--only NAME ...]

Each function of ``MODULES`` that answers yes or no, with one number, or with something or nothing,
is switched off by itself: it answers no, 0 or nothing. Counted are the pairs of a known fact and a
later statement that come out wrong without it ("saves") and those that come out right only without
it ("costs"): blind ones, by people who knew nothing of this program, and ``data/plan/examples.txt``,
from which the predicates were made.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from itertools import count
from typing import Any, NamedTuple

from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
from assistant.memory.base import Confirm, Forget, Reading, Supersede
from assistant.memory.matching import Meaning
from assistant.memory.plan import plan
from assistant.memory.signals import read
from assistant.memory.signals.language import detect_language
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.tables import plain
from tests.memory.facts import NOW, fact
from training.relation_pairs import Pair, blind, examples

MODULES = (
    *("matching.elsewhere", "matching.instead", "matching.relation", "matching.persons"),
    *("matching.told_of", "plan.judging", "plan.planning", "plan.replacing", "plan.statements"),
    *("plan.subjects", "plan.substitutions", "plan.corrections", "plan.mending", "plan.put_right"),
    *("plan.by_reader", "plan.asked_away", "plan.holding"),
)
NEUTRAL = {"bool": False, "float": 0.0}


class Case(NamedTuple):
    pair: Pair
    blind: bool
    said: Reading


class Switches:
    """Every predicate, wrapped: which of them answered yes, and one of them off at a time."""

    def __init__(self) -> None:
        self.fired: set[str] = set()
        self.off = ""
        self.names: list[str] = []
        for module in MODULES:
            home = importlib.import_module(f"assistant.memory.{module}")
            for name, function in inspect.getmembers(home, inspect.isfunction):
                answers = str(function.__annotations__.get("return"))
                optional = answers in NEUTRAL or answers.endswith("| None")
                if function.__module__ == home.__name__ and optional:
                    self._wrap(f"{module}.{name}", function, NEUTRAL.get(answers))

    def _wrap(self, name: str, function: Callable[..., Any], neutral: bool | float | None) -> None:
        @wraps(function)
        def switched(*args: Any, **more: Any) -> Any:
            if self.off == name:
                return neutral
            if value := function(*args, **more):
                self.fired.add(name)
            return value

        self.names.append(name)
        for module in [m for n, m in sys.modules.items() if n.startswith("assistant.memory")]:
            for known_as in [n for n, value in vars(module).items() if value is function]:
                setattr(module, known_as, switched)


def is_right(case: Case, meaning: Meaning) -> bool:
    """Whether the plan does with the fact what the pair expects."""
    known = fact(case.pair.fact, id="known", language=detect_language(case.pair.fact))
    numbers = count(1)
    actions = plan(
        case.said, [known], now=NOW, role="default", new_id=lambda: f"new{next(numbers)}",
        meaning=meaning,
    )  # fmt: skip
    gone = any(isinstance(a, Supersede) and "known" in a.old_ids for a in actions)
    gone = gone or any(isinstance(a, Forget) for a in actions)
    again = any(isinstance(a, Confirm) and a.fact_id == "known" for a in actions)
    return {"same": again and not gone, "changed": gone, "other": not gone}[case.pair.label]


def cases(meaning: Meaning, embed: Any, every: int) -> Iterator[Case]:
    own = [(pair, True) for pair in blind()] + [(pair, False) for pair in examples()]
    meaning.learn(text for pair, _ in own[::every] for text in (pair.fact, pair.later))
    for pair, unseen in own[::every]:
        yield Case(pair, unseen, read(pair.later, embed))


def ablated(only: Sequence[str], every: int) -> Table:
    """A line a predicate, those that save most blind cases first."""
    embedder = open_embedder(EmbeddingConfig(), None)
    meaning = Meaning.of(embedder)
    switches = Switches()
    saves, costs, fires = (Counter[tuple[str, bool]]() for _ in range(3))
    right = Counter[bool]()
    every_case = list(cases(meaning, embedder.embed, every))
    for case in every_case:
        switches.fired.clear()
        was = is_right(case, meaning)
        right[case.blind] += was
        for name in sorted(switches.fired):
            if only and not any(part in name for part in only):
                continue
            switches.off = name
            now = is_right(case, meaning)
            switches.off = ""
            fires[name, case.blind] += 1
            saves[name, case.blind] += was and not now
            costs[name, case.blind] += now and not was
    counted = [
        (name, [c[name, unseen] for unseen in (True, False) for c in (fires, saves, costs)])
        for name in switches.names
        if not only or any(part in name for part in only)
    ]
    counted.sort(key=lambda row: (row[1][2] - row[1][1], row[1][5] - row[1][4], row[0]))
    rows: list[tuple[Cell, ...]] = [(name, *figures) for name, figures in counted]
    number = Counter(case.blind for case in every_case)
    title = (
        f"Right: {right[True]} of {number[True]} blind pairs, "
        f"{right[False]} of {number[False]} examples"
    )
    columns = ("predicate", "fires, blind", "saves", "costs", "fires, examples", "saves", "costs")
    return Table(title, columns, tuple(rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--every", type=int, default=1, help="one pair in so many")
    parser.add_argument("--only", nargs="*", default=[], help="parts of names")
    options = parser.parse_args()
    print(plain(ablated(options.only, options.every)))


if __name__ == "__main__":
    main()
