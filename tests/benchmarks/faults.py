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
from pathlib import Path
from typing import Any

from tests.faults.crowd import crowd
from tests.faults.kills import kill_often
from tests.faults.powercut import cut_often, record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=500)
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
        ended = crowd(folder / "home-crowd", options.crowd, options.minutes * 60)
        yield {
            "fault": f"{options.crowd} processes for {options.minutes:g} min",
            "runs": 1,
            "turns": ended.turns,
            "lost": 0,
            "gave_up": len(ended.gave_up),
        }


if __name__ == "__main__":
    main()
