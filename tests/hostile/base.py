"""What an attack has: chance that can be repeated, homes of its own, and a way to say what broke."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.hostile.program import HOME, Program, Run

STATUSES = frozenset({0, 2, 3, 4, 65, 69, 75, 77, 78, 130})
"""How a command may end; 1 is a bug, and a signal nobody sent is one too."""


class Broken(AssertionError):
    """A promise did not hold. ``promise`` is short and the same each time; the text is evidence."""

    def __init__(self, promise: str, evidence: object = "") -> None:
        super().__init__(f"{promise}: {evidence}" if evidence != "" else promise)
        self.promise, self.evidence = promise, str(evidence)


def hold(holds: object, promise: str, evidence: object = "") -> None:
    if not holds:
        raise Broken(promise, evidence)


class Scene:
    """One attempt. Everything random comes from ``rng``, everything on disk lies in ``folder``."""

    def __init__(self, rng: random.Random, folder: Path, tables: Path) -> None:
        self.rng, self.folder, self._tables = rng, folder, tables
        self._homes = 0

    def home(self, config: str = "") -> Program:
        """A new home where the program ran before; nobody answers until ``use`` names a server."""
        self._homes += 1
        return Program(self.folder / f"place-{self._homes}" / HOME, self._tables, config)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def about(self, what: object) -> AbstractContextManager[None]:
        return about(what)


@contextmanager
def about(what: object) -> Iterator[None]:
    """What is broken inside is told with that."""
    try:
        yield
    except Broken as broken:
        raise Broken(broken.promise, f"{broken.evidence} [{what}]") from broken


@dataclass(frozen=True, slots=True)
class Family:
    """``attacks`` take turns: attempt N is the Nth, and again from the first.

    ``weight``: its share of the time; ``each``: what an attempt tries at once. ``holds`` is the promise as the table tells it.
    """

    name: str
    holds: str
    attacks: tuple[Callable[[Scene], None], ...]
    weight: float = 1.0
    each: int = 1

    def attack(self, number: int) -> Callable[[Scene], None]:
        return self.attacks[number % len(self.attacks)]


def orderly(run: Run, *statuses: int) -> Run:
    """The contract of every command: it ends in time, with a status of its own, without a traceback.

    ``statuses``: the ones that are right here; by default all but a bug's.
    """
    hold(not run.late, "ends within its deadline", run)
    hold("Traceback (most recent" not in run.err + run.out, "no traceback", run)
    hold(run.status in STATUSES, "an exit status of the contract", run)
    hold(not statuses or run.status in statuses, f"status {' or '.join(map(str, statuses))}", run)
    return run
