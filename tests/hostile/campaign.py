"""Families attacked for a while, attempt by attempt, each of which can be repeated alone."""

from __future__ import annotations

import multiprocessing
import random
import shutil
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tests.hostile.base import Broken, Family, Scene
from tests.hostile.families import FAMILIES
from tests.hostile.program import crowding, settle

LONGEST = 240
"""Seconds after which an attempt hangs, where nobody else wants the processor."""
EVIDENCE = 2400


@dataclass(frozen=True, slots=True)
class Failure:
    """A broken promise, and how to see it again."""

    family: str
    attempt: int
    seed: int
    promise: str
    evidence: str

    @property
    def command(self) -> str:
        return f"python -m tests.hostile {self.family} --seed {self.seed} --attempt {self.attempt}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a family: its attempts and what they broke."""

    family: str
    attempts: int
    failures: tuple[Failure, ...]


def campaign(
    names: Sequence[str],
    *,
    seed: int,
    minutes: float,
    jobs: int = 2,
    told: Callable[[Outcome], None] = lambda _: None,
) -> dict[str, Outcome]:
    """Every family for its share of the minutes, ``jobs`` at a time; one attempt at least."""
    weights = {name: FAMILIES[name].weight for name in names}
    each = minutes * 60 * min(jobs, len(names)) / sum(weights.values())
    with tempfile.TemporaryDirectory(prefix="hostile-") as at:
        folder = Path(at)
        tables = prepare(folder)
        heaviest = sorted(names, key=lambda name: -weights[name])
        spawned = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, mp_context=spawned, max_tasks_per_child=1) as pool:
            waited = [
                pool.submit(attack, name, seed, each * weights[name], folder, tables)
                for name in heaviest
            ]
            outcomes = {}
            for future in as_completed(waited):
                outcome = future.result()
                outcomes[outcome.family] = outcome
                told(outcome)
    return {name: outcomes[name] for name in names}


def prepare(folder: Path) -> Path:
    """This process made nobody's, and the encoder's tables that all homes share."""
    settle(folder)
    from assistant.embedding.universal import UniversalEmbedder

    tables = folder / "tables"
    tables.mkdir()
    UniversalEmbedder(tables).embed(["x"])
    return tables


def attack(name: str, seed: int, seconds: float, folder: Path, tables: Path) -> Outcome:
    """One family until its time is over; one attempt in any case."""
    settle(folder)
    deadline = time.monotonic() + seconds
    failures: list[Failure] = []
    number = 0
    while not number or time.monotonic() < deadline:
        failure = attempt(FAMILIES[name], seed, number, folder, tables)
        failures += [failure] if failure else []
        number += 1
    return Outcome(name, number, tuple(failures))


def attempt(family: Family, seed: int, number: int, folder: Path, tables: Path) -> Failure | None:
    """One attempt: the same seed and number do the same."""
    rng = random.Random(f"{seed}/{family.name}/{number}")
    place = Path(tempfile.mkdtemp(prefix=f"{family.name}-{number}-", dir=folder))
    try:
        with _within(LONGEST):
            family.attack(number)(Scene(rng, place, tables))
    except Broken as broken:
        return Failure(family.name, number, seed, broken.promise, broken.evidence[:EVIDENCE])
    except Exception:
        told = traceback.format_exc().strip()[-EVIDENCE:]
        return Failure(family.name, number, seed, "no exception but the typed ones", told)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return None


@contextmanager
def _within(seconds: int) -> Iterator[None]:
    def over(_: int, __: FrameType | None) -> None:
        raise Broken("every attempt ends", f"not in {seconds} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(int(seconds * crowding()))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def table(outcomes: Mapping[str, Outcome]) -> list[tuple[str, int, str, int]]:
    """Family, what was tried, what must hold, broken."""
    return [
        (name, outcome.attempts * FAMILIES[name].each, FAMILIES[name].holds, len(outcome.failures))
        for name, outcome in outcomes.items()
    ]
