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
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.faults.crowd import crowd
from tests.faults.flips import flip_often
from tests.faults.fulldisk import fill_often
from tests.faults.kills import kill_often, run_and_kill
from tests.faults.powercut import cut_often, record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument("--fills", type=int, default=60, help="writes at which the disk is full")
    parser.add_argument("--flips", type=int, default=1000, help="bits altered, one at a time")
    parser.add_argument("--crowd", type=int, default=50, help="processes at once")
    parser.add_argument("--minutes", type=float, default=5, help="how long the crowd talks")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for row in measured(options):
        rows.append(row)
        if not options.json:
            print(
                "{fault:34} {runs:>6} runs  {turns:>7} turns acknowledged, {lost} lost".format(
                    **row
                )
            )
    if options.json:
        print(json.dumps(rows, indent=2))


def measured(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        turns = kill_often(folder, options.kills)
        yield {
            "fault": "kill -9 of a conversation",
            "runs": options.kills,
            "turns": turns,
            "lost": 0,
        }
        if shutil.which("strace"):
            home = folder / "home-0"  # its embedder's tables are prepared
            for file in home.glob("assistant.db*"):
                file.unlink()
            run = record(home, folder / "calls", 30)
            turns = cut_often(run, folder, options.cuts)
            yield {"fault": "power cut", "runs": options.cuts, "turns": turns, "lost": 0}
            turns = fill_often(folder, options.fills)
            yield {"fault": "full disk", "runs": options.fills, "turns": turns, "lost": 0}
        yield flipped(folder / "home-0", options.flips)
        ended = crowd(folder / "home-crowd", options.crowd, options.minutes * 60)
        yield {
            "fault": f"{options.crowd} processes for {options.minutes:g} min",
            "runs": 1,
            "turns": ended.turns,
            "lost": 0,
            "gave_up": len(ended.gave_up),
        }


def flipped(home: Path, times: int) -> dict[str, Any]:
    """Bits of a conversation's home; a silent change would be a loss, and ends the benchmark."""
    for file in home.glob("assistant.db*"):
        file.unlink()
    said = run_and_kill(home, 5, 4.0)
    path = home / "assistant.db"

    def open_home() -> Stores:
        return open_stores(path, clock=lambda: datetime.now(UTC))

    with closing(open_home()) as stores:
        stores.flush()
    turns = sum(said.turns.values())
    outcomes = dict(flip_often(open_home, path, times))
    return {"fault": "flipped bit", "runs": times, "turns": turns, "lost": 0} | outcomes


if __name__ == "__main__":
    main()
