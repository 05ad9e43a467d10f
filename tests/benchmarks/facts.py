"""Adding and recalling at size: python -m tests.benchmarks.facts [--sizes 1000 10000 100000]

On a real SQLite home: a fact is added with its vector in a transaction of its own; a question is
answered by ``FactIndex.find`` (vectors, FTS5) and ``rank``, its embedding not counted.
Milliseconds of the clock; of the processor, for a machine that others use too, with --processor.
Texts are made from ``training/data/recall``; vectors are random beyond the first thousand, as big as real ones.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.config import EmbeddingConfig
from assistant.embedding.base import Embedder
from assistant.embedding.open import open_embedder
from assistant.memory.index import FactIndex
from assistant.memory.ranking import TokenBudget, rank
from assistant.records import Fact
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from assistant.text.words import words
from tests.benchmarks.base import Figure, Findings, Scale, Table, at_most
from tests.benchmarks.tables import plain
from training.recall.people import people

NOW = datetime(2026, 1, 5, tzinfo=UTC)
CHUNK = 2000
QUESTIONS = 200
clock = time.perf_counter


def made_facts(count: int) -> Iterator[Fact]:
    """That many facts, each text its own."""
    texts = [(domain, text) for person in people() for domain, text in person.facts]
    for n, (domain, text) in enumerate(islice(cycle(texts), count)):
        at = NOW + timedelta(seconds=n)
        yield Fact(f"f{n:06}", domain, f"{text} ({n})", "high", "explicit", at, at)


def fill(stores: Stores, embedder: Embedder, count: int) -> None:
    rng = np.random.default_rng(0)
    facts = list(made_facts(count))
    for start in range(0, count, CHUNK):
        batch = facts[start : start + CHUNK]
        vectors = rng.standard_normal((len(batch), embedder.dimensions)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        if start == 0:
            real = embedder.embed([f.fact for f in batch[:1000]])
            vectors[: len(real)] = real
        with stores.transaction():
            for fact in batch:
                stores.facts.add(fact)
            named = {f.id: v for f, v in zip(batch, vectors, strict=True)}
            stores.facts.put_vectors(embedder.name, named)


@dataclass(frozen=True, slots=True)
class Row:
    """At one size: milliseconds, and megabytes on disk and in memory."""

    size: int
    first: float
    recall: float
    recall_p95: float
    add: float
    add_p95: float
    after_write: float
    disk: float
    memory: float


def timed(run: Callable[[int], object], count: int) -> tuple[float, float]:
    """(median, 95th percentile) in milliseconds."""
    taken = []
    for n in range(count):
        start = clock()
        run(n)
        taken.append(1000 * (clock() - start))
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


def measure(folder: Path, embedder: Embedder, size: int) -> Row:
    stores = open_stores(folder / "assistant.db", clock=lambda: NOW)
    fill(stores, embedder, size)
    questions = [q.text for person in people() for q in person.questions][:QUESTIONS]
    vectors = embedder.embed(questions)
    index = FactIndex(stores.facts, embedder.name)
    start = clock()
    index.find(questions[0], vectors[0])
    first = 1000 * (clock() - start)
    asked = timed(lambda n: recall(index, questions[n], vectors[n]), len(questions))
    added = list(made_facts(size + 50))[size:]
    new = embedder.embed([f.fact for f in added])

    def add(n: int) -> None:
        with stores.transaction():
            stores.facts.add(added[n])
            stores.facts.put_vectors(embedder.name, {added[n].id: new[n]})

    adding = timed(add, len(added) // 2)
    after_write = []
    for n in range(len(added) // 2, len(added)):
        add(n)
        after_write.append(timed(lambda n: recall(index, questions[n], vectors[n]), 2)[0])
    stores.flush()
    stores.close()
    disk = sum(f.stat().st_size for f in folder.iterdir() if f.is_file()) / 1e6
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return Row(size, first, *asked, *adding, statistics.median(after_write), disk, memory)


def recall(index: FactIndex, question: str, vector: NDArray[Any]) -> None:
    """As a turn does it once its message is embedded."""
    telling = sorted(word for word in words(question) if len(word) > 3)
    found = index.find(question, vector, words=telling)
    rank(
        found.question,
        found.candidates,
        stored=found.stored,
        room=TokenBudget(140, lambda line, _: len(line) // 4 + 1),
    )


def table(rows: Sequence[Row]) -> Table:
    """A line a size."""
    columns = ("facts", "first recall, ms", "recall p50", "p95", "adding p50", "p95",
               "recall after a write", "disk, MB", "memory, MB")  # fmt: skip
    return Table(
        "Facts: adding and recalling", columns, tuple(tuple(asdict(r).values()) for r in rows)
    )


def findings(scale: Scale) -> Findings:
    """Facts and the store under them; the largest sizes last."""
    from tests.benchmarks import storage

    sizes = (1_000,) if scale.quick else (1_000, 10_000, 100_000)
    rows = []
    with tempfile.TemporaryDirectory() as cache:
        embedder = open_embedder(EmbeddingConfig(), Path(cache))
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                rows.append(measure(Path(folder), embedder, size))
    goals = {10_000: at_most(15), 100_000: at_most(60)}
    figures = [
        Figure("time", f"recall among {r.size:,} facts, p95", r.recall_p95, "ms", goals.get(r.size))
        for r in rows
        if r.size in goals or scale.quick
    ]
    figures += [
        Figure("time", f"adding to {r.size:,} facts, p50", r.add, "ms", at_most(5))
        for r in rows
        if r.size == 10_000
    ]
    return Findings(tuple(figures), (table(rows), storage.measured(sizes)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000, 100_000])
    parser.add_argument("--cache", type=Path, help="folder of the embedder's prepared tables")
    parser.add_argument("--processor", action="store_true")
    options = parser.parse_args()
    if options.processor:
        global clock
        clock = time.process_time
    embedder = open_embedder(EmbeddingConfig(), options.cache)
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            print(plain(table([measure(Path(folder), embedder, size)])), flush=True)


if __name__ == "__main__":
    main()
