"""Attack the program: python -m tests.hostile [FAMILY …] [--minutes 2] [--seed 1] [--jobs 2]

Every attempt is drawn from the seed and its number. What broke is printed with the command that
repeats it alone (``--attempt``), and ends the campaign with status 1 when all are done.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from tests.hostile.campaign import Failure, Outcome, attempt, campaign, prepare, table
from tests.hostile.families import FAMILIES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(FAMILIES))
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--attempt", type=int, help="that one alone, of one family")
    parser.add_argument("--report", type=Path, help="the table as JSON")
    options = parser.parse_args()
    names = options.families or list(FAMILIES)
    if unknown := set(names) - set(FAMILIES):
        parser.error(f"no such family: {', '.join(unknown)} (there are {', '.join(FAMILIES)})")
    if options.attempt is not None:
        sys.exit(again(names[0], options.seed, options.attempt))
    outcomes = campaign(
        names, seed=options.seed, minutes=options.minutes, jobs=options.jobs, told=tell
    )
    print()
    for name, attempts, holds, broken in table(outcomes):
        print(f"{name:11} {attempts:>6,} attempts {broken:>4} broken   {holds}")
    if options.report:
        write(options.report, options.seed, outcomes)
    broken = sum(len(outcome.failures) for outcome in outcomes.values())
    attempts = sum(row[1] for row in table(outcomes))
    print(f"{attempts - broken} passed, {broken} failed")
    sys.exit(broken > 0)


def again(name: str, seed: int, number: int) -> int:
    """One attempt; the status."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as at:
        tables = prepare(Path(at))
        failure = attempt(FAMILIES[name], seed, number, Path(at), tables)
    print(shown(failure) if failure else "it holds")
    return int(failure is not None)


def tell(outcome: Outcome) -> None:
    print(f"{outcome.family}: {outcome.attempts} attempts, {len(outcome.failures)} broken")
    for failure in outcome.failures:
        print(shown(failure), flush=True)


def shown(failure: Failure) -> str:
    """Evidence as it can be shown: hostile text drives no terminal."""
    lines = [line.encode("unicode_escape").decode() for line in failure.evidence.split("\n")]
    return "\n    ".join((f"  BROKEN {failure.promise}", *lines, f"again: {failure.command}"))


def write(file: Path, seed: int, outcomes: dict[str, Outcome]) -> None:
    report = {
        "date": datetime.now(UTC).date().isoformat(),
        "seed": seed,
        "families": {name: asdict(outcome) for name, outcome in outcomes.items()},
    }
    file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
