"""What a server of many people costs: a simulation over measured times, up to ten million people.

    python -m tests.benchmarks.scaling [--turn 30] [--opening 10] [--people 100 10000 10000000]

Arrivals are Poisson; each process does one thing at a time (one interpreter); a turn takes as long
as was measured, more where its home is not open in the process that it came to. What a proxy does
decides how often that is: ``any`` process, or always the ``same`` one for a person's key.
``docs/scaling.md`` tells what follows.
"""

from __future__ import annotations

import argparse
import math
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.base import Cell, Table
from tests.benchmarks.tables import plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BUSY = 0.6
"""How much of its time a process may work in the busiest hour: beyond it, waiting grows steeply."""
DAILY, BUSIEST = 10.0, 0.15
"""Turns of a person a day, and the share of them in the busiest hour."""
TALKS, PAUSE = 6, 60.0
"""Turns of a conversation, and seconds between them."""
SPREAD = 0.35
"""Of the logarithm of a turn's time."""


class Costs(NamedTuple):
    """As measured, on one core of the machine that docs/scaling.md names. Milliseconds are of the
    processor."""

    turn: float = 30.0
    opening: float = 10.0
    database: float = 8.0
    process: float = 330.0
    """Megabytes without a home."""
    home: float = 4.0
    """Megabytes of one that is open, with 1,000 facts and their vectors."""
    homes: int = 128
    fact: float = 1.8
    """Kilobytes in PostgreSQL, with its vector and its indexes."""
    kept: float = 3.7
    """Kilobytes that a turn leaves in PostgreSQL."""
    live: float = 18.0
    """Kilobytes of a conversation under way, in Redis."""


class Need(NamedTuple):
    """What so many people take in their busiest hour."""

    people: int
    rate: float
    warm: float
    turn: float
    processes: int
    p95: float


def sojourns(
    rate: float, mean: float, turns: int = 200_000, *, even: bool = False, seed: int = 1
) -> NDArray[np.float64]:
    """Milliseconds from arrival to answer in one process to which ``rate`` turns a second come."""
    import numpy as np

    rng = np.random.default_rng(seed)
    gaps = np.full(turns, 1000 / rate) if even else rng.exponential(1000 / rate, turns)
    work = rng.lognormal(math.log(mean) - SPREAD**2 / 2, SPREAD, turns)
    # Lindley: who comes waits for what is left of the work before.
    ahead = np.concatenate([[0.0], np.cumsum(work[:-1] - gaps[1:])])
    waited = ahead - np.minimum.accumulate(np.minimum(ahead, 0.0))
    return np.asarray(waited + work)


def p95(rate: float, mean: float) -> float:
    import numpy as np

    return float(np.percentile(sojourns(rate, mean), 95)) if rate * mean < 990 else math.inf


def most(mean: float) -> float:
    """Turns a second that one process may get."""
    return BUSY * 1000 / mean


def warmth(rate: float, processes: int, homes: int, *, same: bool, seconds: float = 600) -> float:
    """The share of turns whose home is open in the process that they come to; ``rate`` is that of
    all. People talk a while, and go: each process keeps the homes that it used last."""
    import numpy as np

    rng = np.random.default_rng(2)
    seen, hits, count = [OrderedDict[int, None]() for _ in range(processes)], 0, 0
    starts = rng.uniform(0, seconds, int(rate * seconds / TALKS))
    person = np.repeat(np.arange(len(starts)), TALKS)
    pauses = rng.exponential(PAUSE, (len(starts), TALKS))
    pauses[:, 0] = 0
    at = (starts[:, None] + np.cumsum(pauses, axis=1)).ravel()
    anywhere = rng.integers(processes, size=len(at))
    for n in np.argsort(at).tolist():
        who = int(person[n])
        kept = seen[who % processes if same else int(anywhere[n])]
        if SETTLED < at[n] < seconds:
            hits, count = hits + (who in kept), count + 1
        kept[who] = None
        kept.move_to_end(who)
        if len(kept) > homes:
            kept.popitem(last=False)
    return hits / max(1, count)


SETTLED = 200.0
"""Seconds after which the first people have come and gone."""
LARGEST = 16
"""Processes that are simulated together; more are as many groups of that size."""


def need(people: int, costs: Costs, *, same: bool) -> Need:
    """As few processes as are not too busy. How warm they are depends on how many there are, and
    the other way round: it is found step by step."""
    rate = people * DAILY * BUSIEST / 3600
    processes, warm, mean = 1, 1.0, costs.turn
    for _ in range(4):
        processes = max(1, math.ceil(rate / most(mean)))
        group = min(processes, LARGEST)
        part = rate * group / processes
        # Of more processes than are simulated, a turn finds the one that it came to before as rarely
        # as their number says.
        warm = warmth(part, group, costs.homes, same=same) if part > 0.05 else 1.0
        if not same and processes > group:
            warm *= group / processes
        mean = costs.turn + (1 - warm) * costs.opening
    processes = max(1, math.ceil(rate / most(mean)))
    return Need(people, rate, warm, mean, processes, p95(rate / processes, mean))


def rows(needs: Sequence[Need], costs: Costs, facts: int) -> list[tuple[Cell, ...]]:
    """What they come to: cores, memory, connections, sizes."""
    found: list[tuple[Cell, ...]] = []
    for each in needs:
        open_homes = min(costs.homes, each.people)
        memory = each.processes * (costs.process + open_homes * costs.home) / 1024
        year = each.people * DAILY * 365 * costs.kept / 2**20
        talking = each.rate * 3600 / TALKS * costs.live / 2**20
        database = each.rate * costs.database / 1000
        stored = each.people * facts * costs.fact / 2**20
        found.append(
            (
                f"{each.people:,}",
                round(each.rate, 2),
                f"{each.warm:.0%}",
                each.processes,
                round(each.p95),
                round(memory, 1),
                round(database, 2),
                round(stored, 1),
                round(year, 1),
                round(talking, 3),
            )
        )
    return found


COLUMNS = ("people", "turns/s", "warm", "processes", "p95 ms", "GB of them", "cores of PostgreSQL",
           "GB of facts", "GB of turns a year", "GB of Redis")  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    known = Costs()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--turn", type=float, default=known.turn, help="ms of a turn")
    parser.add_argument("--opening", type=float, default=known.opening, help="ms to open a home")
    parser.add_argument("--homes", type=int, default=known.homes, help="homes that stay open")
    parser.add_argument("--facts", type=int, default=1_000, help="facts of a person")
    parser.add_argument("--people", type=int, nargs="+",
                        default=[100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000])  # fmt: skip
    options = parser.parse_args(arguments)
    costs = known._replace(turn=options.turn, opening=options.opening, homes=options.homes)
    rates = [5, 10, 15, 20, 25]
    loads = tuple(
        (rate, *(round(value) if math.isfinite(value) else None for value in _of(rate, costs)))
        for rate in rates
    )
    title = f"One process, {costs.turn:g} ms a turn: ms from arrival to answer"
    print(plain(Table(title, ("turns/s", "busy %", "p95", "p95, evenly spaced"), loads)))
    for same in (False, True):
        needs = [need(people, costs, same=same) for people in options.people]
        title = (
            f"In the busiest hour; a person's turns go to {'the same' if same else 'any'} process"
        )
        print(plain(Table(title, COLUMNS, tuple(rows(needs, costs, options.facts)))))
    return 0


def _of(rate: float, costs: Costs) -> tuple[float, float, float]:
    import numpy as np

    even = float(np.percentile(sojourns(rate, costs.turn, even=True), 95))
    busy = rate * costs.turn / 10
    return busy, p95(rate, costs.turn), even if busy < 99 else math.inf


if __name__ == "__main__":
    raise SystemExit(main())
