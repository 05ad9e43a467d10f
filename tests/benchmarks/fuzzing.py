"""What the latest campaign of ``tests.fuzz.campaign`` found; this runs none, it takes hours."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.base import Figure, Findings, Scale, Table, at_least, at_most

FOLDER = Path(__file__).parents[2] / "docs" / "benchmarks"
MINUTES = 30
"""Asked for each target."""


def findings(_: Scale, folder: Path = FOLDER) -> Findings:
    """Raises FileNotFoundError where no campaign was written down."""
    reports = sorted(folder.glob("fuzz-*.json"))
    if not reports:
        raise FileNotFoundError(
            "no figures in docs/benchmarks: python -m tests.fuzz.campaign --report"
            " docs/benchmarks/fuzz-DATE.json"
        )
    report = json.loads(reports[-1].read_text("utf-8"))
    targets = report["targets"]
    crashes = sum(row["crashes"] for row in targets.values())
    inputs = sum(row["inputs"] for row in targets.values())
    least = min(row["minutes"] for row in targets.values())
    rows = tuple(
        (name, row["inputs"], row["minutes"], row.get("edges"), row["crashes"])
        for name, row in targets.items()
    )
    return Findings(
        (
            Figure("safety", f"crashes in {inputs:,} fuzzed inputs", crashes, "", at_most(0),
                   headline=True),
            Figure("safety", "fuzzing of each target, at least", least, "min", at_least(MINUTES)),
        ),
        (Table("Fuzzing", ("target", "inputs", "minutes", "edges", "crashes"), rows),),
        (f"A campaign of {report['date']}, not of this run.",),
    )  # fmt: skip
