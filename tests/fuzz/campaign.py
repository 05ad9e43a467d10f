"""Every target fuzzed in turn, and one report of it:

    python -m tests.fuzz.campaign [TARGET ...] [--minutes 30] [--jobs 2] [--report FILE]

Half of a target's minutes go to raw bytes with coverage as the guide, half to input of the shape that
programs exchange. Each half is a process of its own (``python -m tests.fuzz``); a crash ends it, and
its input is kept beside the corpus.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from tests.fuzz.targets import TARGETS

ROOT = Path(__file__).parents[2]
_ENDED = re.compile(r"Done (\d+) (?:runs )?in (\d+) second")
_SEEN = re.compile(r"^#(\d+)\s", re.MULTILINE)
_COVERED = re.compile(r"\bcov: (\d+)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("targets", nargs="*", default=list(TARGETS), metavar="TARGET")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", type=Path, help="the figures as JSON")
    options = parser.parse_args()
    rows = campaign(options.targets, minutes=options.minutes, jobs=options.jobs)
    for name, row in rows.items():
        print(f"{name:14} {row['inputs']:>12,} inputs  {row['crashes']} crashes")
    if options.report:
        report = {"date": datetime.now(UTC).date().isoformat(), "targets": rows}
        options.report.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    sys.exit(any(row["crashes"] for row in rows.values()))


def campaign(
    targets: Sequence[str], *, minutes: float, jobs: int
) -> Mapping[str, Mapping[str, float]]:
    """Per target: inputs tried, minutes spent, edges covered and crashes."""
    with ThreadPoolExecutor(jobs) as pool:
        return dict(zip(targets, pool.map(lambda name: fuzz(name, minutes), targets), strict=True))


def fuzz(target: str, minutes: float) -> Mapping[str, float]:
    """Both halves of one target's time."""
    raw, shaped = (_half(target, minutes / 2, flags) for flags in ((), ("--shaped",)))
    return {
        key: max(raw[key], shaped[key]) if key == "edges" else raw[key] + shaped[key] for key in raw
    }


def _half(target: str, minutes: float, flags: Sequence[str]) -> dict[str, float]:
    begin = time.monotonic()
    command = [sys.executable, "-m", "tests.fuzz", target, "--minutes", str(minutes), *flags]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
    if ended.returncode:
        print(ended.stderr[-4000:], file=sys.stderr)
    return {
        "inputs": inputs_of(ended.stderr),
        "minutes": round((time.monotonic() - begin) / 60, 1),
        "edges": int((_COVERED.findall(ended.stderr) or ["0"])[-1]),
        "crashes": int(ended.returncode != 0),
    }


def inputs_of(output: str) -> int:
    """How many inputs a fuzzer's output tells of."""
    ended = _ENDED.search(output)
    return int(ended[1] if ended else (_SEEN.findall(output) or ["0"])[-1])


if __name__ == "__main__":
    main()
