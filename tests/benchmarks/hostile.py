"""The campaign of ``tests.hostile``, run anew: families, attempts, what must hold, broken.

    python -m tests.benchmarks.hostile [--minutes 10] [--seed 1]

Promises that were broken stand in the remarks, each with the command that repeats it.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from tests.benchmarks.base import Figure, Findings, Scale, Table, at_least, at_most
from tests.hostile.behaviours import BEHAVIOURS
from tests.hostile.campaign import Outcome, campaign, table
from tests.hostile.families import FAMILIES

MINUTES = 10.0
QUICK = 0.5
ASKED_FOR = 30
"""Behaviours of the hostile server."""
COLUMNS = ("attack", "attempts", "what must hold", "broken")


def findings(scale: Scale) -> Findings:
    return of(campaign(list(FAMILIES), seed=1, minutes=QUICK if scale.quick else MINUTES))


def of(outcomes: Mapping[str, Outcome]) -> Findings:
    """What the report tells of a campaign."""
    rows = table(outcomes)
    attempts = sum(row[1] for row in rows)
    broken = [failure for outcome in outcomes.values() for failure in outcome.failures]
    return Findings(
        (
            Figure("safety", f"promises broken in {attempts:,} hostile attempts", len(broken), "",
                   at_most(0), headline=True),
            Figure("safety", "behaviours of the hostile server", len(BEHAVIOURS), "",
                   at_least(ASKED_FOR)),
        ),
        (Table("Hostile attempts", COLUMNS, tuple(rows)),),
        tuple(f"Broken: {failure.promise} (`{failure.command}`)." for failure in broken),
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for row in (
        of(campaign(list(FAMILIES), seed=options.seed, minutes=options.minutes)).tables[0].rows
    ):
        print(*row, sep="  ")


if __name__ == "__main__":
    main()
