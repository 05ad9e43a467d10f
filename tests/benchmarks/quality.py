"""The memory's quality: every suite of ``../shared/eval/score.py`` where it is, and our own examples.

    python -m tests.benchmarks.quality [--limit N] [--packs NAME,…] [SUITE ...]

The scorer drives an assistant through its Python face and calls no model, so that two plain
assistants without a memory can be scored with the same cases. Our own examples (``data/``) were
written for this program: some trained it, and all but the blind ones flatter it.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from assistant import Assistant
from assistant.clock import Clock
from tests.benchmarks import forgetting, locomo, own_examples, replacing
from tests.benchmarks.base import Cell, Figure, Findings, Scale, Table, at_least, at_most
from tests.benchmarks.plain_assistants import PLAIN
from tests.benchmarks.quality_goals import LINES
from tests.benchmarks.tables import plain

SCORER = Path(__file__).parents[3] / "shared/eval/score.py"
OURS = "assistant"
FOR_THE_PLAIN = ("scenarios", "prefeval")
"""What a history can be scored on: it writes no facts and finds no topics."""
QUICK_LIMIT = 4
Results = dict[str, dict[str, Any]]


def load_scorer(path: Path, assistant: type | None = None) -> Any:
    """The scorer as a module that drives this program, or another with the same face."""
    spec = importlib.util.spec_from_file_location("score", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if assistant is not None:
        module.Assistant = assistant  # type: ignore[attr-defined]
    return module


def score(scorer: Any, suites: Sequence[str], data: Path, limit: int | None) -> Results:
    """Each suite's figures; one that fails says why, and the others go on."""
    results: Results = {}
    for name in suites:
        start = time.perf_counter()
        try:
            results[name] = dict(scorer.SUITES[name](data, limit))
        except Exception as error:
            results[name] = {"failed": f"{type(error).__name__}: {error}"}
        results[name]["seconds"] = round(time.perf_counter() - start, 1)
    return results


def with_packs(names: Sequence[str]) -> type[Assistant]:
    """An assistant whose homes have these packs on."""

    class Packed(Assistant):
        @classmethod
        def open(
            cls,
            home: Path | str | None = None,
            clock: Clock | None = None,
            model: str | None = None,
            passphrase: str | None = None,
        ) -> Self:
            config = Path(home or "") / "config.toml"
            config.write_text(f"[packs]\non = {json.dumps(list(names))}\n", encoding="utf-8")
            return super().open(home, clock, model, passphrase)

    return Packed


def measure(
    limit: int | None, suites: Sequence[str] = (), packs: Sequence[str] = ()
) -> Mapping[str, Results]:
    """By assistant, every suite that it can be scored on."""
    wanted = suites or tuple(load_scorer(SCORER).SUITES)
    plain_ones = [name for name in wanted if name in FOR_THE_PLAIN]
    scorer = load_scorer(SCORER, with_packs(packs) if packs else None)
    results = {OURS: score(scorer, wanted, SCORER.parent, limit)}
    if packs:  # the others have none
        return results
    for name, other in PLAIN.items():
        results[name] = score(load_scorer(SCORER, other), plain_ones, SCORER.parent, limit)
    return results


def figures(results: Mapping[str, Results]) -> tuple[Figure, ...]:
    """A figure for each line whose suite was measured."""
    found = []
    for line in LINES:
        value = line.value(results[OURS])
        if value is None:
            continue
        others = {name: line.value(results[name]) for name in PLAIN} if line.others else {}
        found.append(
            Figure(
                "memory",
                line.name,
                value,
                line.unit,
                line.goal,
                {name: other for name, other in others.items() if other is not None},
                line.headline,
            )
        )
    return tuple(found)


def table(results: Mapping[str, Results]) -> Table:
    """Everything that the scorer says, a line a suite and assistant."""
    rows: list[tuple[Cell, ...]] = []
    for who, suites in results.items():
        for suite, found in suites.items():
            told = (f"{k} {_told(v)}" for k, v in found.items() if _is_shown(k))
            rows.append((suite, who, "; ".join(told), found["seconds"]))
    return Table("../shared/eval/score.py", ("suite", "of", "figures", "seconds"), tuple(rows))


def _is_shown(key: str) -> bool:
    return not key.startswith("_") and key != "seconds"


def _told(value: object) -> str:
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{k} {v}" for k, v in value.items()) + ")"
    return str(value)


def forgotten() -> tuple[tuple[Figure, ...], tuple[Table, ...]]:
    """How far requests to forget and corrections reach, and what a fact given by hand replaces."""
    rows, lost = forgetting.table()
    shares = [float(right.split()[0]) for _, right, _, _ in rows]
    pairs = replacing.table(replacing.pairs())
    stand = min(
        100 * good / every for (_, kind), (good, every) in pairs.items() if kind == "beside"
    )
    figures_ = (
        Figure("memory", "facts lost unasked", float(lost), "", at_most(0)),
        Figure("memory", "requests to forget, worst writer", min(shares), "%", at_least(95)),
        Figure("memory", "facts given by hand that stay side by side", stand, "%", at_least(100)),
    )
    told = tuple(
        (f"{lang} {kind}", f"{good} of {all_}") for (lang, kind), (good, all_) in pairs.items()
    )
    return figures_, (
        Table("Requests to forget, by writer", ("writer", "right", "lost", "by kind"), tuple(rows)),
        Table("Facts given by hand one after the other", ("pairs", "right"), told),
    )


def findings(scale: Scale) -> Findings:
    own = own_examples.findings(scale)
    if not scale.quick:
        more, tables_ = forgotten()
        own = Findings((*more, *own.figures), (*tables_, *own.tables), own.remarks)
    if not SCORER.exists():
        remark = "`../shared/eval` is not here: these are our own examples alone."
        return Findings(own.figures, own.tables, (remark, *own.remarks))
    results = measure(QUICK_LIMIT if scale.quick else None)
    failures = tuple(
        f"{suite} of {who} failed: {found['failed']}"
        for who, suites in results.items()
        for suite, found in suites.items()
        if "failed" in found
    )
    tables = [table(results), *own.tables]
    if not scale.quick and locomo.FOLDER.exists():
        off = locomo.measure(locomo.FOLDER, 0)
        tables.insert(1, locomo.table([off]))
    forgets = () if scale.quick else own.figures[:3]
    return Findings((*figures(results), *forgets), tuple(tables), (*failures, *own.remarks))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("suites", nargs="*")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--packs", type=lambda told: told.split(","), default=[])
    options = parser.parse_args()
    if not SCORER.exists():
        print(json.dumps(own_examples.findings(Scale(True, Path())).as_json(), indent=2))
        return
    results = measure(options.limit, options.suites, options.packs)
    print(plain(table(results)))
    for figure in () if options.packs else figures(results):
        print(
            f"{figure.name}: {figure.value:.1f} {figure.unit} {figure.goal or ''} {figure.others}"
        )


if __name__ == "__main__":
    main()
