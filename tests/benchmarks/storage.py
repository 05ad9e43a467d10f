"""How long the store takes at 1,000, 10,000 and 100,000 facts.

    python -m tests.benchmarks.storage [sizes…]

Prints medians (and 95th percentiles) in milliseconds, one line an operation, one column a size.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from assistant.records import Fact
from assistant.storage.open import open_stores
from assistant.storage.sqlite.stores import SQLiteStores
from tests.benchmarks.base import Table
from tests.benchmarks.tables import plain

DIMENSIONS = 512
START = datetime(2026, 1, 1, tzinfo=UTC)
COMMON = [
    "el",
    "de",
    "la",
    "que",
    "trabaja",
    "en",
    "the",
    "uses",
    "user",
    "prefers",
    "a",
    "with",
    "usa",
    "para",
    "y",
]
Timing = tuple[float, float]


def measure(action: Callable[[], object], times: int) -> Timing:
    """Median and 95th percentile in milliseconds."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        spent.append((time.perf_counter() - start) * 1000)
    spent.sort()
    return spent[len(spent) // 2], spent[int(len(spent) * 0.95)]


def vocabulary() -> list[str]:
    def syllable() -> str:
        return random.choice("bcdfglmnprst") + random.choice("aeiou")

    return ["".join(syllable() for _ in range(random.randint(2, 4))) for _ in range(20_000)]


def facts(count: int, words: list[str]) -> Iterator[Fact]:
    weights = [1 / (rank + 1) for rank in range(len(words))]  # Zipf
    for n in range(count):
        text = " ".join(random.sample(COMMON, 4) + random.choices(words, weights, k=6))
        at = START + timedelta(minutes=n)
        yield Fact(f"fact-{n:08d}", "work", text, "high", "explicit", at, at)


def opened(path: Path) -> SQLiteStores:
    stores = open_stores(path, clock=lambda: START)
    assert isinstance(stores, SQLiteStores)
    return stores


def fill(path: Path, count: int, words: list[str]) -> None:
    import numpy as np

    stores = opened(path)
    rng = np.random.default_rng(1)
    with stores.transaction():
        for fact in facts(count, words):
            stores.facts.add(fact)
    ids = [fact.id for fact in stores.facts.all()]
    for start in range(0, count, 5000):
        some = ids[start : start + 5000]
        rows = rng.random((len(some), DIMENSIONS), dtype=np.float32)
        stores.facts.put_vectors("bench", dict(zip(some, rows, strict=True)))
    stores.close()


def timings(path: Path, count: int, words: list[str]) -> Iterator[tuple[str, Timing]]:
    import numpy as np

    yield "open and close", measure(lambda: opened(path).close(), 20)
    stores = opened(path)
    store = stores.facts
    yield "all (cold)", measure(lambda: store.all(), 1)
    yield "all (warm)", measure(lambda: store.all(), 20)
    yield "vectors (cold)", measure(lambda: store.vectors("bench"), 1)
    yield "vectors (warm)", measure(lambda: store.vectors("bench"), 20)
    yield "without_vector", measure(lambda: store.without_vector("bench"), 20)
    yield "revision", measure(store.revision, 200)
    yield "get", measure(lambda: store.get(f"fact-{random.randrange(count):08d}"), 200)
    for name, choose in queries(words):
        yield f"search: {name}", measure(lambda choose=choose: store.search(choose(), 30), 40)  # type: ignore[misc]
    new = iter(replace(f, id=f"new-{n}") for n, f in enumerate(facts(400, words)))
    late = START + timedelta(days=3650)
    yield "add", measure(lambda: store.add(replace(next(new), created_at=late)), 100)
    vector = np.ones(DIMENSIONS, np.float32)

    def remember() -> None:
        fact = replace(next(new), created_at=late)
        with stores.transaction():
            store.add(fact)
            store.put_vectors("bench", {fact.id: vector})

    def remember_and_refresh() -> None:
        remember()
        store.all(), store.vectors("bench")

    yield "add with vector", measure(remember, 100)
    yield "… and refresh both", measure(remember_and_refresh, 40)
    yield (
        "erase",
        measure(lambda: store.erase([f"fact-{random.randrange(count):08d}"], [], late), 20),
    )
    yield "vectors after an erase", measure(lambda: store.vectors("bench"), 1)
    stores._clock = lambda: START + timedelta(days=1)
    yield "flush with a day's backup", measure(stores.flush, 1)
    yield "scrub", measure(stores.scrub, 1)
    yield "check", measure(stores.check, 1)
    stores.close()


def queries(words: list[str]) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    yield "3 rare words", lambda: random.choices(words[500:], k=3)
    yield "mixed", lambda: [*random.sample(COMMON, 2), words[300], random.choice(words[900:])]
    yield "common words only", lambda: random.sample(COMMON, 5)
    yield "no match", lambda: ["xyzzy"]


def measured(sizes: Sequence[int]) -> Table:
    """One line an operation, one column a size: median and 95th percentile in milliseconds."""
    random.seed(1)
    words = vocabulary()
    found: dict[str, list[str]] = {}
    for count in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "home" / "assistant.db"
            fill(path, count, words)
            size = path.stat().st_size / 2**20
            found.setdefault("size, MB", []).append(f"{size:.0f}")
            for name, (median, p95) in timings(path, count, words):
                found.setdefault(name, []).append(f"{median:.3f} / {p95:.3f}")
    columns = ("", *(f"{size:,} facts" for size in sizes))
    rows = tuple((name, *cells) for name, cells in found.items())
    return Table("The store: p50 / p95 in ms", columns, rows)


def main() -> None:
    print(plain(measured([int(arg) for arg in sys.argv[1:]] or [1_000, 10_000, 100_000])))


if __name__ == "__main__":
    main()
