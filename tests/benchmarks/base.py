"""What a section of the report is made of: figures with their goals, tables, remarks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

Group = Literal["memory", "cost", "time", "others", "safety"]
Cell = str | float | None


@dataclass(frozen=True, slots=True)
class Goal:
    """What was asked for: at least or at most ``bound``."""

    bound: float
    better: Literal["high", "low"]

    def met_by(self, value: float) -> bool:
        return value >= self.bound if self.better == "high" else value <= self.bound

    def __str__(self) -> str:
        return f"{'≥' if self.better == 'high' else '≤'} {self.bound:,.6g}"


def at_least(bound: float) -> Goal:
    return Goal(bound, "high")


def at_most(bound: float) -> Goal:
    return Goal(bound, "low")


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the summary; ``others`` holds the same measure of others, by their names.

    ``headline``: it stands in the README too.
    """

    group: Group
    name: str
    value: float
    unit: str = ""
    goal: Goal | None = None
    others: Mapping[str, float] = field(default_factory=dict)
    headline: bool = False

    @property
    def met(self) -> bool | None:
        return self.goal.met_by(self.value) if self.goal else None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under their columns; numbers stay numbers, None is an empty cell."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """What a section found. ``versions`` names the other programs that it measured."""

    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    remarks: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Findings:
        """The inverse of ``as_json``, after JSON has made lists of tuples."""
        return cls(
            figures=tuple(
                Figure(**{**f, "goal": Goal(**f["goal"]) if f["goal"] else None})
                for f in data["figures"]
            ),
            tables=tuple(
                Table(t["title"], tuple(t["columns"]), tuple(map(tuple, t["rows"])))
                for t in data["tables"]
            ),
            remarks=tuple(data["remarks"]),
            versions=data["versions"],
        )


@dataclass(frozen=True, slots=True)
class Scale:
    """How much a section does. ``quick``: enough to see that it works, in a minute or two.

    ``environments`` is where environments with other programs are made, or found ready.
    """

    quick: bool
    environments: Path
