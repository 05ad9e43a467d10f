"""Whether a process of `assistant serve` stays as large as it is, however many turns it serves.

    python -m tests.benchmarks.shared_memory [sqlite | postgres | postgres-redis] [--turns 20000]
                           [--conversations 1000] [--at-once 50] [--processes 2] [--every 1000]

As many people as conversations, so as many homes; each turn goes to the next process, as behind a
proxy that knows nothing of them. Prints the resident memory of each process as turns go by.
"""

from __future__ import annotations

import argparse
import itertools
import os
import secrets
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from assistant.app import open_app
from assistant.server.accounts import open_directory
from tests.benchmarks.base import Cell, Table
from tests.benchmarks.shared import Person, megabytes, peer, percentile, served
from tests.benchmarks.tables import plain
from tests.server.processes import Process

WARM = 0.5
"""The part of the turns in which homes, threads and caches may still fill: of 20,000 turns of 1,000
people those in which each has a whole window and first summaries."""
GROWN = 0.05
"""How much larger than that a process may be at the end."""


class Load:
    """Turns of many people, some of them at once, one process after the other."""

    def __init__(self, people: Sequence[Person], running: Sequence[Process]) -> None:
        self.people, self.running = people, running
        self.spent: list[float] = []
        self.failed: dict[int, int] = {}
        self._numbers = itertools.count()
        self._left = 0
        self._lock = threading.Lock()

    def turns(self, count: int, at_once: int) -> None:
        """So many turns; a thread keeps to its part of the people, so that nobody speaks twice at
        once."""
        self._left = count
        work = [threading.Thread(target=self._talk, args=(n, at_once)) for n in range(at_once)]
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()

    def _talk(self, number: int, at_once: int) -> None:
        own = self.people[number::at_once]
        for person in itertools.cycle(own):
            with self._lock:
                if self._left <= 0:
                    return
                self._left -= 1
                turn = next(self._numbers)
            person.port = self.running[turn % len(self.running)].port
            took, status = person.ask()
            if status != 200:
                print(f"turn {turn}: status {status} after {took:.0f} ms", flush=True)
            with self._lock:
                self.spent.append(took)
                if status != 200:
                    self.failed[status] = self.failed.get(status, 0) + 1


def people(count: int) -> list[Person]:
    """As many users of the store that the environment names."""
    with open_app(home=Path(os.environ["ASSISTANT_HOME"])) as app:
        directory = open_directory(app)
        try:
            names = [f"p{n}-{secrets.token_hex(3)}" for n in range(count)]
            keys = [directory.add(name, "client", "premium") for name in names]
        finally:
            directory.close()
    return [Person(key, n, 0) for n, key in enumerate(keys)]


def watched(store: str, model: int, options: argparse.Namespace) -> tuple[Table, bool]:
    """What the processes weigh as turns go by, and whether all was well."""
    rows: list[tuple[Cell, ...]] = []
    with served(store, model, options.processes) as running:
        load = Load(people(options.conversations), running)
        for done in range(options.every, options.turns + 1, options.every):
            begin = time.perf_counter()
            load.turns(options.every, options.at_once)
            rate = options.every / (time.perf_counter() - begin)
            weights = [round(megabytes(each.process.pid)) for each in running]
            recent = load.spent[-options.every :]
            rows.append((done, *weights, round(rate, 1), round(percentile(recent, 0.95)),
                         sum(load.failed.values())))  # fmt: skip
            print(*rows[-1], flush=True)
    columns = ("turns", *(f"MB of {n + 1}" for n in range(options.processes)), "turns/s",
               "p95 ms", "failed")  # fmt: skip
    title = (
        f"Memory of {options.processes} processes on {store}, {options.conversations} conversations"
    )
    return Table(title, columns, tuple(rows)), not load.failed and flat(rows, options.processes)


def flat(rows: Sequence[Sequence[Cell]], processes: int) -> bool:
    """Whether no process grew once it was warm."""
    warm = rows[int(len(rows) * WARM)]
    return all(
        float(rows[-1][n] or 0) <= float(warm[n] or 0) * (1 + GROWN)
        for n in range(1, processes + 1)
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("store", nargs="?", default="sqlite")
    parser.add_argument("--turns", type=int, default=20_000)
    parser.add_argument("--conversations", type=int, default=1_000)
    parser.add_argument("--at-once", type=int, default=50)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--every", type=int, default=1_000)
    options = parser.parse_args(arguments)
    with peer("model") as model:
        table, well = watched(options.store, model, options)
    print(plain(table))
    print("flat, no failure" if well else "it grew, or something failed")
    return 0 if well else 1


if __name__ == "__main__":
    raise SystemExit(main())
