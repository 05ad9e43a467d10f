"""The first embedding of a new process, and those after it: python -m tests.benchmarks.embedding

Each first embedding is that of a process of its own: interpreter and numpy included in ``process``,
not in ``first``. The very first one in a new home lays out the tables.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from tests.benchmarks.base import Table
from tests.benchmarks.tables import plain

CODE = """
import json, resource, sys, time
start = time.perf_counter()
from pathlib import Path
from assistant.config import EmbeddingConfig
from assistant.embedding.open import open_embedder
embedder = open_embedder(EmbeddingConfig(), Path(sys.argv[1]))
embedder.embed(["recordá que trabajo en fintech, equipo de 5"])
first = time.perf_counter() - start
texts = [f"texto número {n} de prueba" for n in range(200)]
start = time.perf_counter()
for text in texts[:100]:
    embedder.embed([text])
one = (time.perf_counter() - start) / 100
start = time.perf_counter()
embedder.embed(texts)
many = (time.perf_counter() - start) / 200
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
print(json.dumps([first, 1000 * one, 1000 * many, memory]))
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One process: seconds to its first vector, milliseconds a text after it (one by one, in
    batches), megabytes, and seconds of the whole process."""

    home: str
    first: float
    one: float
    batched: float
    memory: float
    process: float


def measure() -> list[Row]:
    """A process in a new home, then three in the same."""
    rows = []
    with tempfile.TemporaryDirectory() as cache:
        for home in ("new", "used", "used", "used"):
            start = time.perf_counter()
            run = subprocess.run(
                [sys.executable, "-c", CODE, cache], check=True, capture_output=True, text=True
            )
            taken = time.perf_counter() - start
            first, one, batched, memory = json.loads(run.stdout)
            rows.append(Row(home, first, one, batched, memory, taken))
    return rows


def table(rows: Sequence[Row]) -> Table:
    columns = ("home", "first, s", "one text, ms", "in batches, ms", "memory, MB", "process, s")
    return Table("The embedder in a new process", columns,
                 tuple(tuple(asdict(row).values()) for row in rows))  # fmt: skip


def main() -> None:
    print(plain(table(measure())))


if __name__ == "__main__":
    main()
