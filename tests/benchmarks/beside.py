"""The fact memory beside mem0, in one run: adding, searching, importing, disk.

    python -m tests.benchmarks.beside [--size 10000] [--environments FOLDER] [--json]

mem0 is installed in a throw-away environment, with local Qdrant and with FAISS, and embeds with this
project's embedder, so that only the stores and what stands around them differ; its language model
is left out (``infer=False``), its telemetry is off. All are filled in bulk with the same texts and
vectors; then texts are added and questions asked, once through the doors that a program uses, the
embedding counted, and once with the vectors given, which is what the memories themselves take. Each
subject runs in a process of its own; this project and mem0 on Qdrant, which are held against each
other, take turns, door by door.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks.base import Figure, Findings, Goal, Scale, Table, at_least, at_most
from tests.benchmarks.beside_subject import DOORS, SubjectName, embedder, subject
from tests.benchmarks.environments import ROOT, compile_project, python_with, versions
from tests.benchmarks.tables import plain

TAKING_TURNS: tuple[tuple[SubjectName, ...], ...] = (("assistant", "mem0 qdrant"), ("mem0 faiss",))
"""FAISS, of which each addition writes a whole file, would keep the disk busy for the others."""


@dataclass(frozen=True, slots=True)
class Row:
    """One subject's medians in seconds, and the bytes of its files."""

    subject: SubjectName
    add: float
    search: float
    search_p95: float
    store: float
    recall: float
    recall_p95: float
    disk: float
    imported: float


def compare(size: int, environments: Path) -> list[Row]:
    """Every subject's row. Raises CalledProcessError when one fails."""
    compile_project()
    python = python_with(environments, "mem0", "mem0ai", "faiss-cpu", "-e", str(ROOT))
    with tempfile.TemporaryDirectory() as folder:
        embedder(Path(folder)).embed(["x"])  # none of them lays the tables out while it is timed
        return [
            row
            for names in TAKING_TURNS
            for row in _side_by_side(python, names, size, Path(folder))
        ]


def _side_by_side(python: Path, names: Sequence[SubjectName], size: int, folder: Path) -> list[Row]:
    with ExitStack() as stack:
        subjects = {
            name: stack.enter_context(subject(python, name, size, folder)) for name in names
        }
        times: dict[SubjectName, dict[str, list[float]]] = {name: {} for name in names}
        for door in DOORS:
            for name, asked in subjects.items():
                times[name][door] = asked.times(door)
        disks = {name: asked.disk() for name, asked in subjects.items()}
    return [_row(name, times[name], disks[name], import_time(python, name)) for name in names]


def _row(
    name: SubjectName, times: Mapping[str, Sequence[float]], disk: float, imported: float
) -> Row:
    medians = {door: statistics.median(taken) for door, taken in times.items()}
    late = {
        f"{door}_p95": statistics.quantiles(times[door], n=20)[-1] for door in ("search", "recall")
    }
    return Row(subject=name, **medians, **late, disk=disk, imported=imported)


def import_time(python: Path, name: SubjectName, runs: int = 7) -> float:
    """The median of ``import`` in new processes, less that of a process that imports nothing."""
    module = "assistant.api" if name == "assistant" else "mem0"

    def median(code: str) -> float:
        taken = []
        for _ in range(runs):
            start = time.perf_counter()
            subprocess.run([python, "-c", code], check=True, capture_output=True)
            taken.append(time.perf_counter() - start)
        return statistics.median(taken)

    return median(f"import {module}") - median("pass")


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
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = compare(options.size, options.environments or Path(folder))
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))
        return
    print(plain(table(rows, options.size)))


if __name__ == "__main__":
    main()
