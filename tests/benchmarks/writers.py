"""The scorer's suites on the cases of single writers: the worst of them and the mean.

    python -m tests.benchmarks.writers [--failures] [--unread] [--only NAME] [SUITE ...]

Each writer knew the rules and the schema of the cases, and neither this program nor its data.
Those of ``cases/writers`` are read when a change is made; those of ``cases/unread`` are scored and
never read. A head that learns from writers is to be trained without the one it is judged on.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from tests.benchmarks.base import Cell, Table
from tests.benchmarks.quality import SCORER, Results, load_scorer, score
from tests.benchmarks.suites import CASES
from tests.benchmarks.tables import plain

SUITES = ("signals", "updates", "topics", "dedup", "recall", "scenarios", "answers", "forgetting")
COLUMNS = {
    "signals": ("write_recall_%", "false_write_%", "domain_accuracy_%"),
    "updates": ("right_%",),
    "topics": ("f1",),
    "dedup": ("reused_when_same_%", "wrong_reuse_%"),
    "recall": ("right_fact_in_prompt_%", "silent_when_nothing_fits_%"),
    "scenarios": ("probes_right_%",),
    "answers": ("right_%", "unknown_%", "not_hijacked_%", "wrong_value_%"),
    "forgetting": ("right_%", "lost_unasked"),
}
LESS_IS_BETTER = ("false_write_%", "wrong_reuse_%", "wrong_value_%", "lost_unasked")


def folders(*, unread: bool) -> list[Path]:
    return sorted(
        path.parent for path in (CASES / ("unread" if unread else "writers")).glob("*/cases")
    )


def measured(folder: Path, suites: Sequence[str]) -> Results:
    """Those of the suites for which the writer wrote cases."""
    there = [name for name in suites if (folder / "cases" / f"{name}.jsonl").exists()]
    return score(load_scorer(SCORER), there, folder, None)


def table(found: dict[str, Results], suites: Sequence[str]) -> Table:
    """A line a figure, a column a writer; then the mean and the worst."""
    rows: list[tuple[Cell, ...]] = []
    for suite in suites:
        for key in COLUMNS[suite]:
            values = [results.get(suite, {}).get(key) for results in found.values()]
            known = [float(value) for value in values if value is not None]
            if known:
                worst = max(known) if key in LESS_IS_BETTER else min(known)
                rows.append((suite, key, *values, round(mean(known), 3), worst))
    return Table("By writer", ("suite", "figure", *found, "mean", "worst"), tuple(rows))


def failures(found: dict[str, Results]) -> list[str]:
    return [
        f"{writer} {suite} {key[1:]}: {', '.join(map(str, value))}"
        for writer, results in found.items()
        for suite, figures in results.items()
        for key, value in figures.items()
        if key.startswith("_") and value
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("suites", nargs="*", metavar="SUITE", default=[])
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--unread", action="store_true")
    parser.add_argument("--only", action="append", metavar="NAME", default=[])
    options = parser.parse_args()
    suites = [name for name in SUITES if not options.suites or name in options.suites]
    found = {
        folder.name: measured(folder, suites)
        for folder in folders(unread=options.unread)
        if not options.only or folder.name in options.only
    }
    print(plain(table(found, suites)))
    if options.failures:
        print(*failures(found), sep="\n")


if __name__ == "__main__":
    main()
