"""Spans between dates, working days, feasts that move (A11)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.compute.calendar import (
    add_months,
    add_working_days,
    easter,
    span,
    working_days,
)

DAYS = st.dates(date(1700, 1, 1), date(2300, 1, 1))


@pytest.mark.parametrize(
    ("year", "day"),
    [(1818, "03-22"), (1943, "04-25"), (2000, "04-23"), (2024, "03-31"), (2027, "03-28")],
)
def test_A11_easter(year: int, day: str) -> None:
    assert easter(year).isoformat() == f"{year}-{day}"


@given(st.integers(1583, 9999))
def test_A11_easter_is_a_sunday_of_spring(year: int) -> None:
    assert easter(year).weekday() == 6
    assert date(year, 3, 22) <= easter(year) <= date(year, 4, 25)


def test_A11_a_month_later_is_the_last_day_of_a_shorter_one() -> None:
    assert add_months(date(2026, 1, 31), 1) == date(2026, 2, 28)
    assert add_months(date(2028, 2, 29), -12) == date(2027, 2, 28)


@given(DAYS, st.integers(0, 40_000))
def test_A11_a_span_leads_from_one_day_to_the_other(start: date, days: int) -> None:
    end = start + timedelta(days)
    years, months, rest = span(start, end)
    assert add_months(start, 12 * years + months) + timedelta(rest) == end
    assert 0 <= months < 12
    assert 0 <= rest < 31


@given(DAYS, st.integers(-500, 500))
def test_A11_working_days_are_counted_as_one_by_one(start: date, days: int) -> None:
    end = start + timedelta(days)
    first, last = min(start, end), max(start, end)
    between = (first + timedelta(n) for n in range((last - first).days))
    if days >= 0:
        assert working_days(start, end) == sum(day.weekday() < 5 for day in between)
    else:
        assert working_days(start, end) <= 0


@given(DAYS, st.integers(1, 300))
def test_A11_so_many_working_days_later_and_back(start: date, count: int) -> None:
    later = add_working_days(start, count)
    after = (start + timedelta(n + 1) for n in range((later - start).days))
    assert later.weekday() < 5
    assert sum(day.weekday() < 5 for day in after) == count
    earlier = add_working_days(start, -count)
    assert earlier < start
    assert earlier.weekday() < 5
