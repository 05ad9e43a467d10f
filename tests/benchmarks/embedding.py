"""The first embedding of a new process, and those after it: python -m tests.benchmarks.embedding

Each first embedding is that of a process of its own: interpreter and numpy included in ``process``,
not in ``first``. The very first one in a new home lays out the tables.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time

CODE = """
import resource, sys, time
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
print(f"first {first:6.3f} s   one {1000 * one:5.2f} ms   in batches {1000 * many:5.2f} ms"
      f"   memory {memory:4.0f} MB", end="   ")
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        for title in ("new home", "again", "again", "again"):
            start = time.perf_counter()
            run = subprocess.run(
                [sys.executable, "-c", CODE, cache], check=True, capture_output=True, text=True
            )
            print(f"{title:9} {run.stdout} process {time.perf_counter() - start:6.3f} s")


if __name__ == "__main__":
    main()
