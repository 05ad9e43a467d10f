"""`assistant stats`: figures from what each turn recorded (M1, M2)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.cli.stats import as_object, by_source, describe
from assistant.records import TurnMetrics

AT = datetime(2026, 1, 30, tzinfo=UTC)


def measure(
    session: str, turn: int, prompt: int, full: int, alert: str | None = None
) -> TurnMetrics:
    sections = {"system": 400, "window": prompt - 400}
    return TurnMetrics(session, turn, AT, "model", "m", prompt, 50, full, sections, alert=alert)


MEASURES = [
    measure("default:u:a", 1, 500, 500),
    measure("default:u:a", 2, 1500, 8000),
    measure("default:u:b", 1, 1000, 900, alert="over the limit"),
]


def test_M1_tokens_by_section_and_conversation_and_the_size_without_memory() -> None:
    figures = as_object(MEASURES)
    assert figures["turns"] == 3
    assert figures["prompt_tokens"] == 3000
    assert figures["full_history_tokens"] == 9400
    assert figures["saved"] == pytest.approx(1 - 3000 / 9400, abs=1e-4)
    assert figures["largest_prompt"] == 1500
    assert figures["sections"] == {
        "system": 1200, "state": 0, "facts": 0, "summaries": 0, "window": 1800, "tools": 0,
        "fragments": 0, "message": 0,
    }  # fmt: skip
    sessions = figures["sessions"]
    assert isinstance(sessions, list)
    assert [(s["session"], s["turns"], s["saved"]) for s in sessions] == [
        ("default:u:a", 2, pytest.approx(1 - 2000 / 8500, abs=1e-4)),
        ("default:u:b", 1, 0.0),
    ]


def test_M1_each_source_tells_what_it_saved() -> None:
    cached = TurnMetrics("default:u:c", 1, AT, "cache", "", 0, 0, 700)
    assert by_source([*MEASURES, cached]) == {
        "model": {"turns": 3, "tokens_saved": 6500, "requests_not_made": 0},
        "cache": {"turns": 1, "tokens_saved": 700, "requests_not_made": 1},
    }
    assert any("requests not made" in line for line in describe([cached]))


def test_M2_alerts_are_told() -> None:
    assert as_object(MEASURES)["alerts"] == [
        {"session": "default:u:b", "turn": 1, "alert": "over the limit"}
    ]


def test_the_report_says_what_was_saved() -> None:
    report = "\n".join(describe(MEASURES))
    assert "3,000 prompt tokens instead of 9,400" in report
    assert "68% saved" in report
    assert "default:u:a" in report


def test_with_nothing_measured_the_next_step_is_named() -> None:
    assert "assistant ask" in describe([])[0]
    assert as_object([])["turns"] == 0
