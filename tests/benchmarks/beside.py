"""The fact memory beside mem0, in one run: adding, searching, importing, disk.

    python -m tests.benchmarks.beside [--size 10000] [--environments FOLDER] [--json]

mem0 is installed in a throw-away environment, with local Qdrant and with FAISS, and embeds with this
project's embedder, so that only the stores and what stands around them differ; its language model
is left out (``infer=False``), its telemetry is off. Both are filled in bulk with the same texts and
vectors; then texts are added and questions asked, once through the doors that a program uses, the
embedding counted, and once with the vectors given, which is what the memories themselves take. Each
subject runs in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from tests.benchmarks.base import Figure, Findings, Goal, Scale, Table, at_least, at_most
from tests.benchmarks.beside_doors import Door, open_assistant, open_mem0
from tests.benchmarks.environments import ROOT, compile_project, python_with, versions
from tests.benchmarks.tables import plain

Subject = Literal["assistant", "mem0 qdrant", "mem0 faiss"]
SUBJECTS: tuple[Subject, ...] = ("assistant", "mem0 qdrant", "mem0 faiss")
ADDED, ASKED = 50, 100


@dataclass(frozen=True, slots=True)
class Row:
    """One subject's medians in seconds, and the bytes of its files."""

    subject: Subject
    add: float
    search: float
    search_p95: float
    store: float
    recall: float
    recall_p95: float
    disk: float
    imported: float = 0.0


def compare(size: int, environments: Path) -> list[Row]:
    """Every subject's row. Raises CalledProcessError with what a failing one said."""
    compile_project()
    python = python_with(environments, "mem0", "mem0ai", "faiss-cpu", "-e", str(ROOT))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        _embedder(Path(folder)).embed(["x"])  # none of them lays the tables out while it is timed
        for subject in SUBJECTS:
            row = _in_a_process(python, subject, size, Path(folder))
            rows.append(replace(row, imported=import_time(python, subject)))
    return rows


def _in_a_process(python: Path, subject: Subject, size: int, folder: Path) -> Row:
    place = folder / subject.replace(" ", "-")
    place.mkdir()
    words = [python, "-m", "tests.benchmarks.beside", "--subject", subject, "--folder", place]
    ended = subprocess.run(
        [*map(str, words), "--size", str(size)],
        cwd=ROOT,
        env={**os.environ, "MEM0_TELEMETRY": "False", "MEM0_DIR": str(place / "mem0")}
        | {"OPENAI_API_KEY": "none", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return Row(**json.loads(ended.stdout.splitlines()[-1]))


def import_time(python: Path, subject: Subject, runs: int = 7) -> float:
    """The median of ``import`` in new processes, less that of a process that imports nothing."""
    module = "assistant.api" if subject == "assistant" else "mem0"

    def median(code: str) -> float:
        taken = []
        for _ in range(runs):
            start = time.perf_counter()
            subprocess.run([python, "-c", code], check=True, capture_output=True)
            taken.append(time.perf_counter() - start)
        return statistics.median(taken)

    return median(f"import {module}") - median("pass")


def measure(subject: Subject, folder: Path, size: int) -> Row:
    """In this process: fill, add, search."""
    from tests.benchmarks.facts import made_facts
    from tests.benchmarks.recall_data import people

    embedder = _embedder(folder.parent)
    texts = [fact.fact for fact in made_facts(size + 2 * ADDED)]
    new, given = texts[size : size + ADDED], texts[size + ADDED :]
    questions = [q.text for person in people() for q in person.questions][: 2 * ASKED]
    known = _vectors(embedder, [*given, *questions[ASKED:]])
    open_subject = open_assistant if subject == "assistant" else open_mem0
    doors = open_subject(subject, folder, embedder, texts[:size], known)
    doors.search(questions[0])  # what is loaded once is loaded
    searched = [_timed(doors.search, question) for question in questions[1:ASKED]]
    recalled = [_timed(doors.recall, question) for question in questions[ASKED:]]
    added = [_timed(doors.add, text) for text in new]
    stored = [_timed(doors.store, text) for text in given]
    doors.close()
    return Row(
        subject,
        add=statistics.median(added),
        search=statistics.median(searched),
        search_p95=statistics.quantiles(searched, n=20)[-1],
        store=statistics.median(stored),
        recall=statistics.median(recalled),
        recall_p95=statistics.quantiles(recalled, n=20)[-1],
        disk=float(sum(f.stat().st_size for f in _files(subject, folder))),
    )


def _embedder(folder: Path) -> Any:
    """The same for all, its tables in that folder."""
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import open_embedder

    return open_embedder(EmbeddingConfig(), folder / "tables")


def _vectors(embedder: Any, texts: Sequence[str]) -> Mapping[str, Any]:
    return dict(zip(texts, embedder.embed(texts), strict=True))


def _files(subject: Subject, folder: Path) -> list[Path]:
    """The memory's own; not the embedder's tables, which another folder holds for mem0."""
    found = folder.glob("assistant.db*") if subject == "assistant" else folder.rglob("*")
    return [file for file in found if file.is_file()]


def _timed(door: Door, text: str) -> float:
    start = time.perf_counter()
    door(text)
    return time.perf_counter() - start


COLUMNS: Mapping[str, tuple[str, float]] = {
    "recall": ("recall, ms", 1e3),
    "recall_p95": ("p95", 1e3),
    "search": ("with embedding", 1e3),
    "search_p95": ("p95", 1e3),
    "store": ("adding, ms", 1e3),
    "add": ("from the text", 1e3),
    "imported": ("import, ms", 1e3),
    "disk": ("disk, MB", 1e-6),
}


def table(rows: Sequence[Row], size: int) -> Table:
    """A line a subject."""
    return Table(
        f"{size:,} facts",
        ("", *(title for title, _ in COLUMNS.values())),
        tuple(
            (row.subject, *(round(getattr(row, key) * by, 2) for key, (_, by) in COLUMNS.items()))
            for row in rows
        ),
    )


def findings(scale: Scale) -> Findings:
    size = 1_000 if scale.quick else 10_000
    rows = compare(size, scale.environments)
    python = python_with(scale.environments, "mem0")
    return Findings(
        figures=_figures(rows, size),
        tables=(table(rows, size),),
        remarks=(
            "The embedder is the same for all; “with embedding” and “from the text” count it. From"
            " the text, `assistant` also looks for secrets, for the fact told already, for its"
            " domain and kind; mem0 leaves that to a language model, which is left out here"
            " (`infer=False`). Both commit each fact to disk. mem0 on Qdrant keeps its vectors"
            " on disk; its bulk loading is not counted on either side.",
        ),
        versions=versions(python, "mem0ai", "qdrant-client", "faiss-cpu"),
    )


def _figures(rows: Sequence[Row], size: int) -> tuple[Figure, ...]:
    ours, others = rows[0], rows[1:]
    qdrant = others[0]

    def figure(name: str, key: str, *, headline: bool = False) -> Figure:
        unit, by = ("MB", 1e-6) if key == "disk" else ("ms", 1e3)
        values = {str(row.subject): getattr(row, key) * by for row in others}
        return Figure(
            "others", name, getattr(ours, key) * by, unit, others=values, headline=headline
        )

    def ratio(name: str, value: float, goal: Goal) -> Figure:
        return Figure("others", name, value, "×", goal)

    return (
        figure(f"recall among {size:,} facts, p50", "recall", headline=True),
        figure("… with the question's embedding", "search"),
        ratio("… times faster than mem0 on Qdrant", qdrant.recall / ours.recall, at_least(20)),
        figure(f"adding to {size:,} facts, p50", "store", headline=True),
        figure("… from the text, read and embedded", "add"),
        ratio("… times faster than mem0 on Qdrant", qdrant.store / ours.store, at_least(5)),
        figure("importing the package", "imported", headline=True),
        ratio("… of mem0's time", ours.imported / qdrant.imported, at_most(0.3)),
        figure(f"disk for {size:,} facts", "disk"),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--environments", type=Path, help="made there, or found there ready")
    parser.add_argument("--subject", choices=SUBJECTS, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.subject:
        print(json.dumps(asdict(measure(options.subject, options.folder, options.size))))
        return
    with tempfile.TemporaryDirectory() as folder:
        rows = compare(options.size, options.environments or Path(folder))
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    print(plain(table(rows, options.size)))


if __name__ == "__main__":
    main()
