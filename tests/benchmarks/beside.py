"""The fact memory beside mem0, in one run: adding, searching, importing, disk.

    python -m tests.benchmarks.beside [--size 10000] [--json]

mem0 is installed in a throw-away environment, with local Qdrant and with FAISS, and embeds with this
project's embedder, so that only the stores and what stands around them differ; its language model
is left out (``infer=False``), its telemetry is off. Both are filled in bulk with the same texts and
vectors; then 50 texts are added and 100 questions asked through the doors that a program uses, the
embedding of the text counted on both sides. Each subject runs in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SUBJECTS = ("assistant", "mem0 qdrant", "mem0 faiss")
ADDED, ASKED = 50, 100
WHO = "ana"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--subject", choices=SUBJECTS, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.subject:
        print(json.dumps(measure(options.subject, options.folder, options.size)))
        return
    with tempfile.TemporaryDirectory() as folder:
        rows = compare(Path(folder), options.size)
    print(json.dumps(rows, indent=2) if options.json else table(rows, options.size))


def compare(folder: Path, size: int) -> dict[str, dict[str, float]]:
    """Each subject's figures: seconds, and bytes on disk."""
    python = prepare(folder)
    rows = {}
    for subject in SUBJECTS:
        place = folder / subject.replace(" ", "-")
        place.mkdir()
        command = [str(python), "-m", "tests.benchmarks.beside", "--subject", subject]
        ended = subprocess.run(
            [*command, "--folder", str(place), "--size", str(size)],
            cwd=ROOT,
            env={**os.environ, "MEM0_TELEMETRY": "False", "MEM0_DIR": str(place / "mem0")}
            | {"OPENAI_API_KEY": "none", "OPENBLAS_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        if ended.returncode:
            raise SystemExit(f"{subject} failed:\n{ended.stderr}")
        rows[subject] = json.loads(ended.stdout.splitlines()[-1])
        rows[subject]["import"] = import_time(python, subject)
    return rows


def prepare(folder: Path) -> Path:
    """An environment with both; returns its Python."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    install: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "mem0ai",
        "faiss-cpu",
        "-e",
        str(ROOT),
    ]
    subprocess.run(install, check=True, stderr=subprocess.DEVNULL)
    return python


def import_time(python: Path, subject: str, runs: int = 7) -> float:
    """The median of ``import`` in new processes, less that of a process that imports nothing."""
    module = "mem0" if subject.startswith("mem0") else "assistant.api"

    def median(code: str) -> float:
        taken = []
        for _ in range(runs):
            start = time.perf_counter()
            subprocess.run([python, "-c", code], check=True, capture_output=True)
            taken.append(time.perf_counter() - start)
        return statistics.median(taken)

    return median(f"import {module}") - median("pass")


def measure(subject: str, folder: Path, size: int) -> dict[str, float]:
    """In this process: fill, add, search; medians in seconds."""
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import open_embedder
    from tests.benchmarks.facts import made_facts
    from tests.benchmarks.recall_data import people

    embedder = open_embedder(EmbeddingConfig(), folder.parent / "tables")
    texts = [fact.fact for fact in made_facts(size + ADDED)]
    questions = [q.text for person in people() for q in person.questions][:ASKED]
    open_subject = _assistant if subject == "assistant" else _mem0
    add, search, close = open_subject(subject, folder, embedder, texts[:size])
    search(questions[-1])  # what is loaded once is loaded
    added = [_timed(add, text) for text in texts[size:]]
    asked = [_timed(search, question) for question in questions]
    close()
    return {
        "add": statistics.median(added),
        "search": statistics.median(asked),
        "search p95": statistics.quantiles(asked, n=20)[-1],
        "disk": float(sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())),
    }


Doors = tuple[Callable[[str], object], Callable[[str], object], Callable[[], object]]


def _assistant(subject: str, folder: Path, embedder: Any, texts: Sequence[str]) -> Doors:
    """``Assistant.remember``; recall as a turn does it (embed, find, rank)."""
    from datetime import UTC, datetime

    from assistant import Assistant
    from assistant.memory.index import FactIndex
    from assistant.storage.open import open_stores
    from tests.benchmarks.facts import _recall, fill

    now = datetime(2026, 1, 5, tzinfo=UTC)
    with closing(open_stores(folder / "assistant.db", clock=lambda: now)) as stores:
        fill(stores, embedder, len(texts))
    assistant = Assistant.open(home=folder, clock=lambda: now)
    reading = open_stores(folder / "assistant.db", clock=lambda: now)
    index = FactIndex(reading.facts, embedder.name)

    def close() -> None:
        reading.close()
        assistant.close()

    return (
        assistant.remember,
        lambda question: _recall(index, question, embedder.embed([question])[0]),
        close,
    )


def _mem0(subject: str, folder: Path, embedder: Any, texts: Sequence[str]) -> Doors:
    """``Memory.add`` without inference and ``Memory.search``."""
    import uuid

    from mem0 import Memory  # type: ignore[import-not-found]  # in the throw-away environment

    class Embedding:
        """This project's embedder, as mem0 calls one."""

        def embed(self, text: str, memory_action: str | None = None) -> list[float]:
            return list(map(float, embedder.embed([text])[0]))

        def embed_batch(
            self, texts: Sequence[str], memory_action: str | None = None
        ) -> list[list[float]]:
            return [list(map(float, vector)) for vector in embedder.embed(list(texts))]

    kind = subject.split()[1]
    extra = {"on_disk": True} if kind == "qdrant" else {"distance_strategy": "cosine"}
    store = {"path": str(folder / "store"), "collection_name": "facts"}
    settings = {**store, "embedding_model_dims": embedder.dimensions, **extra}
    memory = Memory.from_config(
        {
            "vector_store": {"provider": kind, "config": settings},
            "history_db_path": str(folder / "history.db"),
        }
    )
    memory.embedding_model = Embedding()
    for start in range(0, len(texts), 1000):
        batch = texts[start : start + 1000]
        memory.vector_store.insert(
            vectors=memory.embedding_model.embed_batch(batch),
            payloads=[{"data": text, "user_id": WHO, "hash": ""} for text in batch],
            ids=[str(uuid.uuid4()) for _ in batch],
        )
    return (
        lambda text: memory.add(text, user_id=WHO, infer=False),
        lambda question: memory.search(question, filters={"user_id": WHO}),
        lambda: None,
    )


def _timed(door: Callable[[str], object], text: str) -> float:
    start = time.perf_counter()
    door(text)
    return time.perf_counter() - start


def table(rows: dict[str, dict[str, float]], size: int) -> str:
    """A line a subject, with how many times ours fits into each time."""
    ours = rows["assistant"]
    lines = [
        f"{size:,} facts".ljust(14)
        + "   add ms      ×  search ms      ×   p95 ms  import ms      ×  disk MB"
    ]
    for subject, row in rows.items():
        cells = [f"{subject:14}"]
        for name, width in (("add", 9), ("search", 11)):
            cells.append(f"{row[name] * 1000:{width}.2f}{row[name] / ours[name]:7.1f}")
        cells.append(f"{row['search p95'] * 1000:9.2f}")
        cells.append(f"{row['import'] * 1000:11.1f}{row['import'] / ours['import']:7.1f}")
        cells.append(f"{row['disk'] / 1e6:9.1f}")
        lines.append("".join(cells))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
