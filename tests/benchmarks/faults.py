"""Kills, power cuts, full disks, flipped bits and crowds, counted: tried, acknowledged, lost.

    python -m tests.benchmarks.faults [--kills 200] [--cuts 500] [--fills 60] [--flips 1000]
                                      [--crowd 50] [--minutes 5] [--json]

Every run ends with the check of ``tests/faults/invariants.py``; a loss ends the benchmark with the
assertion that found it. Power cuts and full disks need ``strace`` and are left out without it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path

from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.benchmarks.base import Figure, Findings, Scale, Table, at_most
from tests.faults.crowd import crowd
from tests.faults.flips import flip_often
from tests.faults.fulldisk import fill_often
from tests.faults.kills import kill_often, run_and_kill
from tests.faults.powercut import cut_often, record


@dataclass(frozen=True, slots=True)
class Size:
    """How much of each fault: kills, power cuts, writes at which the disk is full, bits altered one
    at a time; processes of the crowd and how long they talk."""

    kills: int = 200
    cuts: int = 500
    fills: int = 60
    flips: int = 1000
    crowd: int = 50
    minutes: float = 5.0


QUICK = Size(5, 20, 4, 60, 4, 0.1)


@dataclass(frozen=True, slots=True)
class Row:
    """``turns`` were acknowledged before the fault; all were there after it, or none is told.

    ``remark``: what else the fault did, in a few words.
    """

    fault: str
    runs: int
    turns: int
    remark: str = ""


def measured(size: Size) -> Iterator[Row]:
    """Each kind of fault in turn. Raises AssertionError at the first loss."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield Row("kill -9 of a conversation", size.kills, kill_often(folder, size.kills))
        home = folder / "home-0"  # its embedder's tables are prepared
        if shutil.which("strace"):
            _empty(home)
            run = record(home, folder / "calls", 30)
            yield Row("power cut", size.cuts, cut_often(run, folder, size.cuts))
            yield Row("full disk", size.fills, fill_often(folder, size.fills))
        yield _flipped(home, size.flips)
        ended = crowd(folder / "home-crowd", size.crowd, size.minutes * 60)
        label = f"{size.crowd} processes for {size.minutes:g} min"
        yield Row(label, 1, ended.turns, f"{len(ended.gave_up)} processes gave up")


def _flipped(home: Path, times: int) -> Row:
    """Bits of a conversation's home; a change of which nobody says a word would be a loss."""
    _empty(home)
    said = run_and_kill(home, 5, 4.0)
    path = home / "assistant.db"

    def open_home() -> Stores:
        return open_stores(path, clock=lambda: datetime.now(UTC))

    with closing(open_home()) as stores:
        stores.flush()
    outcomes = flip_often(open_home, path, times)
    remark = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    return Row("flipped bit", times, sum(said.turns.values()), remark)


def _empty(home: Path) -> None:
    for file in home.glob("assistant.db*"):
        file.unlink()


def findings(scale: Scale) -> Findings:
    rows = list(measured(QUICK if scale.quick else Size()))
    turns = sum(row.turns for row in rows)
    remarks = ["A loss would have ended this section with what was lost."]
    if not shutil.which("strace"):
        remarks.append("Power cuts and full disks were left out: they need `strace`.")
    lost = f"turns lost, of {turns:,} acknowledged"
    return Findings(
        (
            Figure("safety", lost, 0, "", at_most(0), headline=True),
            Figure(
                "safety",
                "kills, power cuts, full disks, flipped bits and crowds",
                sum(row.runs for row in rows),
            ),
        ),
        (table(rows),),
        tuple(remarks),
    )


def table(rows: list[Row]) -> Table:
    columns = ("fault", "runs", "turns acknowledged", "lost", "")
    return Table("Faults", columns, tuple((r.fault, r.runs, r.turns, 0, r.remark) for r in rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    for field in fields(Size):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    parser.add_argument("--json", action="store_true")
    options = vars(parser.parse_args())
    as_json = options.pop("json")
    rows = []
    for row in measured(Size(**options)):
        rows.append(row)
        if not as_json:
            told = f"{row.turns:>7} turns acknowledged, 0 lost  {row.remark}"
            print(f"{row.fault:28} {row.runs:>6} runs  {told}", flush=True)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], indent=2))


if __name__ == "__main__":
    main()
