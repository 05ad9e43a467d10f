"""Turns as they are measured, for the tests of the report."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from assistant.cli.report.figures import FactCounts, Figures
from assistant.records import MeasuredSource, TurnMetrics

AT = datetime(2026, 1, 30, 9, 30, tzinfo=UTC)


def measure(
    turn: int,
    *,
    session: str = "default:me:0a1b2c3d-77",
    window: int = 600,
    full: int = 2000,
    source: MeasuredSource = "model",
    alert: str | None = None,
    strategies: tuple[str, ...] = (),
) -> TurnMetrics:
    sections = {"system": 400, "facts": 60, "window": window, "message": 40}
    asked = source == "model"
    return TurnMetrics(
        session, turn, AT + timedelta(minutes=turn), source, "m" if asked else "",
        sum(sections.values()) if asked else 0, 50 if asked else 0, full, sections, alert=alert,
        strategies=strategies,
    )  # fmt: skip


def conversation(turns: int, session: str = "default:me:0a1b2c3d-77") -> list[TurnMetrics]:
    """A full history that grows by 300 tokens a turn, while what is sent stays level."""
    return [
        measure(turn, session=session, window=min(1100, 250 * turn), full=400 + 300 * turn)
        for turn in range(1, turns + 1)
    ]


def figures(turns: int = 30) -> Figures:
    measures = [
        *conversation(turns),
        *conversation(6, "reviewer:me:9f8e7d6c-11"),
        measure(41, source="cache", full=2500),
        measure(42, source="memory", full=2600),
        measure(31, alert="4,120 tokens were asked for; the window gave way"),
    ]
    return Figures(measures, FactCounts(active=12, dormant=3, stale=1, soon=2))
