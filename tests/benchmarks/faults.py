"""Kills, power cuts and crowds, counted: what was tried, what was acknowledged, what was lost.

    python -m tests.benchmarks.faults [--kills 200] [--cuts 500] [--crowd 50] [--minutes 5] [--json]

Every run ends with the check of ``tests/faults/invariants.py``; a loss ends the benchmark with the
assertion that found it. Power cuts need ``strace`` and are left out without it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks.base import Figure, Findings, Scale, Table, at_most
from tests.faults.crowd import crowd
from tests.faults.kills import kill_often
from tests.faults.powercut import cut_often, record


@dataclass(frozen=True, slots=True)
class Row:
    """``turns`` were acknowledged before the fault; all were there after it, or none is told."""

    fault: str
    runs: int
    turns: int
    gave_up: int = 0


def measured(kills: int, cuts: int, processes: int, minutes: float) -> Iterator[Row]:
    """Each kind of fault in turn. Raises AssertionError at the first loss."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield Row("kill -9 of a conversation", kills, kill_often(folder, kills))
        if shutil.which("strace"):
            home = folder / "home-0"  # its embedder's tables are prepared
            for file in home.glob("assistant.db*"):
                file.unlink()
            run = record(home, folder / "calls", 30)
            yield Row("power cut", cuts, cut_often(run, folder, cuts))
        ended = crowd(folder / "home-crowd", processes, minutes * 60)
        label = f"{processes} processes for {minutes:g} min"
        yield Row(label, 1, ended.turns, len(ended.gave_up))


def findings(scale: Scale) -> Findings:
    size = (5, 20, 4, 0.1) if scale.quick else (50, 300, 50, 1)
    rows = list(measured(*size))
    turns = sum(row.turns for row in rows)
    remarks = [
        "A loss would have ended this section with what was lost. The whole runs"
        " (`python -m tests.benchmarks.faults`) take 200 kills, 500 cuts and 5 minutes."
    ]
    if len(rows) < 3:
        remarks.append("Power cuts were left out: they need `strace`.")
    lost = f"turns lost, of {turns:,} acknowledged"
    return Findings(
        (
            Figure("safety", lost, 0, "", at_most(0), headline=True),
            Figure("safety", "kills, power cuts and crowds", sum(row.runs for row in rows)),
        ),
        (table(rows),),
        tuple(remarks),
    )


def table(rows: list[Row]) -> Table:
    columns = ("fault", "runs", "turns acknowledged", "lost", "processes that gave up")
    return Table("Faults", columns, tuple((r.fault, r.runs, r.turns, 0, r.gave_up) for r in rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument("--crowd", type=int, default=50, help="processes at once")
    parser.add_argument("--minutes", type=float, default=5, help="how long the crowd talks")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for row in measured(options.kills, options.cuts, options.crowd, options.minutes):
        rows.append(row)
        if not options.json:
            print(f"{row.fault:34} {row.runs:>6} runs  {row.turns:>7} turns acknowledged, 0 lost")
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=2))


if __name__ == "__main__":
    main()
