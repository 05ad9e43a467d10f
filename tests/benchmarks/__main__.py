"""Everything that is claimed, measured: python -m tests.benchmarks [--only SECTION …] [--quick]

Runs every section in a process of its own and writes ``docs/benchmarks/DATE.json`` and ``DATE.md``
(``DATE-quick`` for a quick run); a section that fails is reported with its reason, and the rest
goes on. With ``--only``, what an earlier run of that day found in the others stays. Other programs
are installed into environments that are thrown away, or kept in ``--environments`` for the next run.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import machine, report
from tests.benchmarks.base import Scale
from tests.benchmarks.report import Report
from tests.benchmarks.sections import SECTIONS, Outcome, run


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    words = sys.argv[1:] if arguments is None else arguments
    with tempfile.TemporaryDirectory() as folder:
        scale = Scale(options.quick, options.environments or Path(folder) / "environments")
        outcomes = tuple(_measured(options.only or list(SECTIONS), scale, Path(folder)))
    found = Report(
        date=datetime.now(UTC).date().isoformat(),
        command=" ".join(["python -m tests.benchmarks", *_told(words)]),
        quick=options.quick,
        load=load,
        machine=machine.description(),
        versions=machine.versions(),
        outcomes=outcomes,
    )
    page = report.write(found, options.folder)
    print(f"written: {page}")
    return int(any(outcome.failure for outcome in outcomes))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--only", nargs="+", choices=SECTIONS, metavar="SECTION",
                        help=f"of {', '.join(SECTIONS)}")  # fmt: skip
    parser.add_argument(
        "--quick", action="store_true", help="small sizes: minutes, not half an hour"
    )
    parser.add_argument("--folder", type=Path, default=report.FOLDER)
    parser.add_argument("--environments", type=Path, help="keep those of the other programs there")
    return parser.parse_args(arguments)


def _measured(names: Sequence[str], scale: Scale, folder: Path) -> Iterator[Outcome]:
    for name in names:
        print(f"{time.strftime('%H:%M:%S')}  {SECTIONS[name].title} …", flush=True)
        outcome = run(name, scale, folder)
        print(f"          {outcome.failure or 'done'}, {outcome.seconds:.0f} s", flush=True)
        yield outcome


def _told(words: Sequence[str]) -> list[str]:
    """The arguments but for the paths, which are this machine's."""
    paths = ("--folder", "--environments")
    pairs = zip(words, ("", *words), strict=False)
    return [word for word, before in pairs if before not in paths and not word.startswith(paths)]


if __name__ == "__main__":
    sys.exit(main())
