"""Spans of time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assistant.cli.times import ago, since
from assistant.errors import UsageError

NOW = datetime(2026, 1, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("30m", NOW - timedelta(minutes=30)),
        ("12h", NOW - timedelta(hours=12)),
        ("7d", NOW - timedelta(days=7)),
        ("2w", NOW - timedelta(weeks=2)),
        ("2026-01-01", datetime(2026, 1, 1, tzinfo=UTC)),
        ("2026-01-01T10:00+02:00", datetime(2026, 1, 1, 8, tzinfo=UTC)),
    ],
)
def test_a_span_or_a_date_is_an_instant(text: str, instant: datetime) -> None:
    assert since(text, NOW) == instant


@pytest.mark.parametrize("text", ["", "7", "d", "7x", "-1d", "yesterday", "999999w"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no span of time"):
        since(text, NOW)


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (NOW, "now"),
        (NOW + timedelta(hours=1), "now"),
        (NOW - timedelta(minutes=5), "5 min"),
        (NOW - timedelta(hours=30), "1 d"),
    ],
)
def test_how_long_ago(then: datetime, words: str) -> None:
    assert ago(then, NOW) == words
