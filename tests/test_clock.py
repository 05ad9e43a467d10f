"""The clock: bounded at both ends, and without a say where it was wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.clock import EARLIEST, LATEST, clock_of, in_utc, later, read_instant
from assistant.memory.decay import state_of, steady
from tests.memory.facts import NOW, fact

YEAR = timedelta(days=366)
ENDS = (
    datetime.min.replace(tzinfo=timezone(timedelta(hours=14))),
    datetime.max.replace(tzinfo=timezone(timedelta(hours=-12))),
    datetime.min,
    datetime.max,
    datetime(1970, 1, 1, tzinfo=UTC),
)


@pytest.mark.parametrize("instant", ENDS)
def test_no_clock_reaches_an_end_of_time(instant: datetime) -> None:
    now = in_utc(lambda: instant)()
    assert EARLIEST <= now <= LATEST
    assert now + 20 * YEAR > now > now - 20 * YEAR, "there is room on both sides"
    now.astimezone(timezone(timedelta(hours=14)))
    now.astimezone()


@given(st.datetimes(timezones=st.timezones()))
def test_a_clock_is_bounded_and_otherwise_itself(instant: datetime) -> None:
    now = in_utc(lambda: instant)()
    assert EARLIEST <= now <= LATEST
    if EARLIEST < instant < LATEST:
        # In UTC: within an hour that the clocks repeat, the two zones never compare as equal.
        assert now == instant.astimezone(UTC)


def test_the_variable_takes_the_ends_of_time_too() -> None:
    for text in ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"):
        assert EARLIEST <= in_utc(clock_of({"ASSISTANT_NOW": text}))() <= LATEST


@pytest.mark.parametrize(
    "text",
    ["9999-12-31T23:59:59+00:00", "1969-12-31T23:59:59+00:00", "0001-01-01T00:00:00+14:00",
     "2026-01-30T09:00:00", "yesterday", ""],
)  # fmt: skip
def test_a_stored_date_outside_the_ends_is_no_date(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_instant(text)


def test_what_a_clock_far_ahead_has_dated_is_not_later_than_now() -> None:
    assert later(NOW, NOW + timedelta(hours=1)) == NOW + timedelta(hours=1)
    assert later(NOW, NOW - YEAR) == NOW
    assert later(NOW, NOW + 10 * YEAR) == NOW


def test_F6_one_fact_from_the_future_ages_no_other() -> None:
    """Dated while the clock stood years ahead; the others are as old as they are."""
    for ahead in (2 * YEAR, 10 * YEAR, LATEST - NOW):
        seen = [NOW - timedelta(days=n) for n in range(5)] + [NOW + ahead]
        assert steady(NOW, seen) == NOW


def test_F6_a_clock_that_fell_back_by_decades_revives_nothing() -> None:
    seen = [NOW - timedelta(days=n) for n in range(0, 400, 100)]
    now = steady(EARLIEST, seen)
    assert now == NOW
    assert state_of(fact("x"), now + timedelta(days=181)).state == "stale"


def test_F6_the_next_change_of_a_fact_at_the_end_of_time_can_be_told() -> None:
    at_the_end = fact("x", confirmed=LATEST)
    assert state_of(at_the_end, NOW).next_change_at == LATEST
