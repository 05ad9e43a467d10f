"""A run's report: as JSON, as a page, and as the few lines that the README shows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.benchmarks.base import Figure, Group, Table
from tests.benchmarks.environments import ROOT
from tests.benchmarks.sections import SECTIONS, Outcome
from tests.benchmarks.tables import markdown, shown

FOLDER = ROOT / "docs" / "benchmarks"
FULL = "????-??-??.json"
"""How a report that is no quick one is called."""
GROUPS: Mapping[Group, str] = {
    "memory": "Does it remember the right things, and nothing else?",
    "cost": "What does a prompt cost?",
    "time": "How long does it take?",
    "others": "The fact memory beside mem0",
    "safety": "Does it lose anything?",
}
HELD, MISSED = "✓", "✗"


@dataclass(frozen=True, slots=True)
class Report:
    """``load``: the machine's average over a minute before the run; None where it does not say."""

    date: str
    command: str
    quick: bool
    load: float | None
    machine: Mapping[str, str]
    versions: Mapping[str, str]
    outcomes: tuple[Outcome, ...]

    @property
    def figures(self) -> list[Figure]:
        return [figure for outcome in self.outcomes for figure in outcome.findings.figures]

    @property
    def name(self) -> str:
        return f"{self.date}-quick" if self.quick else self.date

    def with_others_of(self, earlier: Report) -> Report:
        """The sections that this run left out, as an earlier one of the same day found them."""
        ours = {outcome.name: outcome for outcome in self.outcomes}
        known = {outcome.name: outcome for outcome in earlier.outcomes} | ours
        return replace(self, outcomes=tuple(known[name] for name in SECTIONS if name in known))

    def as_json(self) -> dict[str, Any]:
        return {
            "date": self.date,
            "command": self.command,
            "quick": self.quick,
            "load": self.load,
            "machine": dict(self.machine),
            "versions": dict(self.versions),
            "sections": [outcome.as_json() for outcome in self.outcomes],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Report:
        outcomes = tuple(map(Outcome.from_json, data["sections"]))
        rest = {key: value for key, value in data.items() if key != "sections"}
        return cls(**rest, outcomes=outcomes)


def read(path: Path) -> Report:
    return Report.from_json(json.loads(path.read_text("utf-8")))


def write(report: Report, folder: Path) -> Path:
    """``DATE.json`` and ``DATE.md``; returns the latter. What an earlier run of that day found in
    the sections that this one left out stays."""
    folder.mkdir(parents=True, exist_ok=True)
    data = folder / f"{report.name}.json"
    if data.exists():
        report = report.with_others_of(read(data))
    data.write_text(json.dumps(report.as_json(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    page = folder / f"{report.name}.md"
    page.write_text(as_page(report), "utf-8")
    return page


def as_page(report: Report) -> str:
    parts = [f"# Benchmarks of {report.date}", _origin(report), "## In a minute", _verdict(report)]
    for group, title in GROUPS.items():
        if figures := [figure for figure in report.figures if figure.group == group]:
            parts += [f"### {title}", markdown(summary(figures, judged=not report.quick))]
    parts += ["## In detail"]
    for outcome in report.outcomes:
        parts += _details(outcome)
    return "\n\n".join(parts) + "\n"


def summary(figures: Iterable[Figure], *, judged: bool = True) -> Table:
    """A line a figure: ours, what was asked for, the same of others. Without ``judged``, no word
    on whether the goals were met."""
    marks = {None: "", True: HELD, False: MISSED}
    rows = tuple(
        (
            figure.name,
            with_unit(figure.value, figure.unit),
            str(figure.goal or ""),
            marks[figure.met if judged else None],
            "; ".join(f"{who} {with_unit(v, figure.unit)}" for who, v in figure.others.items()),
        )
        for figure in figures
    )
    return Table("", ("", "assistant", "goal", "", "beside"), rows)


def with_unit(value: float, unit: str) -> str:
    return f"{shown(value)} {unit}".rstrip()


def headlines(folder: Path = FOLDER) -> str:
    """The README's lines, of the latest whole report; what to do where there is none."""
    reports = sorted(folder.glob(FULL))
    if not reports:
        return "Nothing was measured yet: `make bench`."
    report = read(reports[-1])
    found = [figure for figure in report.figures if figure.headline]
    page = reports[-1].with_suffix(".md").relative_to(ROOT) if folder == FOLDER else reports[-1]
    met, asked = _score(report)
    told = (
        f"Measured on {report.date} with `make bench` ({report.machine['processor']}): {met} of"
        f" {asked} goals held. [The whole report]({page}) has the others."
    )
    return f"{markdown(summary(found))}\n\n{told}"


def _score(report: Report) -> tuple[int, int]:
    judged = [figure.met for figure in report.figures if figure.met is not None]
    return sum(judged), len(judged)


def _origin(report: Report) -> str:
    others = [o.others for o in report.outcomes if o.others is not None]
    minutes = sum(outcome.seconds for outcome in report.outcomes) / 60
    busy = "" if report.load is None else f" The load was {report.load:.1f} before the run"
    if others:
        busy += f"; during it, other programs took up to {max(others):.0%} of the processors"
    machine = "; ".join(f"{name} {value}" for name, value in report.machine.items())
    versions = dict(report.versions)
    for outcome in report.outcomes:
        versions |= outcome.findings.versions
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    return (
        f"`{report.command}` took {minutes:.0f} minutes.{busy}.\n\n"
        f"Machine: {machine}.\n\nVersions: {listed}."
    )


def _verdict(report: Report) -> str:
    met, asked = _score(report)
    lines = [f"{met} of {asked} goals held."]
    if report.quick:
        lines = ["A quick run: sizes are small, and no goal is judged."]
    named = [f"{f.name} ({with_unit(f.value, f.unit)}, {f.goal})" for f in _missed(report)]
    if named and not report.quick:
        lines.append(f"Missed: {'; '.join(named)}.")
    failed = [f"{o.name} ({o.failure})" for o in report.outcomes if o.failure]
    if failed:
        lines.append(f"Sections that failed: {'; '.join(failed)}.")
    return " ".join(lines)


def _missed(report: Report) -> Iterator[Figure]:
    """Each named so that it can be read alone: "…" goes on with the line before."""
    before = ""
    for figure in report.figures:
        whole = figure.name
        if whole.startswith("…"):
            whole = f"{before}:{whole.removeprefix('…')}"
        else:
            before = whole
        if figure.met is False:
            yield replace(figure, name=whole)


def _details(outcome: Outcome) -> list[str]:
    busy = "" if outcome.others is None else f", others took {outcome.others:.0%} of the processors"
    parts = [f"### {SECTIONS[outcome.name].title}", f"{outcome.seconds:.0f} seconds{busy}."]
    if outcome.failure:
        parts.append(f"**It failed**: {outcome.failure}")
    return [*parts, *outcome.findings.remarks, *map(markdown, outcome.findings.tables)]
