"""Which candles there can be: where each begins and ends, by the market's calendar.

Candles of a day or less lie inside one session and are counted from its opening, so that the last
of a day may be shorter; one of a week begins with its first session. Coins trade without a break:
their candles are counted from midnight in UTC, their weeks begin on Monday.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from assistant.packs.trading.market.base import SPANS, Timeframe
from assistant.packs.trading.market.calendar import Market, Session, local_day, sessions

_MONDAY = datetime(1970, 1, 5, tzinfo=UTC)
_DAY = timedelta(days=1)
_SHORTEST_SESSION = timedelta(hours=3)
_DAYS_A_SESSION = 1.6
"""Calendar days for a session, with room for weekends and holidays."""


class Slot(NamedTuple):
    """The place of one candle: from ``at`` up to ``end``."""

    at: datetime
    end: datetime


def latest(market: Market, timeframe: Timeframe, now: datetime, count: int) -> list[Slot]:
    """The last ``count`` that have ended by ``now``, oldest first."""
    if market.always_open:
        span = SPANS[timeframe]
        first = _floor(now, span) - count * span
        return [Slot(first + n * span, first + (n + 1) * span) for n in range(count)]
    today = local_day(market, now)
    days = _sessions_needed(timeframe, count) * _DAYS_A_SESSION + 14
    first_day = today - timedelta(days=int(days))
    slots = _between(market, timeframe, first_day, today)
    return [slot for slot in slots if slot.end <= now][-count:]


def since(
    market: Market, timeframe: Timeframe, start: datetime, now: datetime, count: int
) -> list[Slot]:
    """The first ``count`` that begin at ``start`` or later and have ended by ``now``."""
    if market.always_open:
        span = SPANS[timeframe]
        first = -(-(start - _MONDAY) // span) * span + _MONDAY
        whole = max(0, min(count, (now - first) // span))
        return [Slot(first + n * span, first + (n + 1) * span) for n in range(whole)]
    found: list[Slot] = []
    day, today = local_day(market, start), local_day(market, now)
    stride = timedelta(days=int(_sessions_needed(timeframe, count) * _DAYS_A_SESSION) + 14)
    while day <= today and len(found) < count:
        last = min(today, _sunday(day + stride))
        slots = _between(market, timeframe, day, last)
        found += [slot for slot in slots if slot.at >= start and slot.end <= now]
        day = last + _DAY
    return found[:count]


class Grid:
    """Finds the slot of an instant, for a series that lies between two."""

    def __init__(
        self, market: Market, timeframe: Timeframe, first: datetime, last: datetime
    ) -> None:
        self._market, self._span = market, SPANS[timeframe]
        week = timedelta(days=7)
        days = (local_day(market, first) - week, local_day(market, last) + week)
        self._slots = [] if market.always_open else _between(market, timeframe, *days)
        self._starts = [slot.at for slot in self._slots]

    def slot(self, at: datetime) -> Slot | None:
        """The slot that holds an instant; None where the market is closed."""
        if self._market.always_open:
            start = _floor(at, self._span)
            return Slot(start, start + self._span)
        place = bisect_right(self._starts, at) - 1
        found = self._slots[place] if place >= 0 else None
        return found if found and at < found.end else None

    def between(self, first: datetime, last: datetime) -> int:
        """How many begin after ``first`` and before ``last``."""
        if self._market.always_open:
            return max(0, (last - first) // self._span - 1)
        return max(0, bisect_left(self._starts, last) - bisect_right(self._starts, first))


def _between(market: Market, timeframe: Timeframe, first: date, last: date) -> list[Slot]:
    """Of every session of those days; weeks are whole."""
    if timeframe == "1w":
        return list(_weeks(sessions(market, _monday(first), _sunday(last))))
    days = sessions(market, first, last)
    if timeframe == "1d":
        return [Slot(day.opens, day.closes) for day in days]
    return list(_parts(days, SPANS[timeframe]))


def _parts(days: Iterable[Session], span: timedelta) -> Iterator[Slot]:
    for day in days:
        at = day.opens
        while at < day.closes:
            yield Slot(at, min(at + span, day.closes))
            at += span


def _weeks(days: Sequence[Session]) -> Iterator[Slot]:
    opens: datetime | None = None
    for place, session in enumerate(days):
        opens = opens or session.opens
        if place + 1 == len(days) or _monday(days[place + 1].day) != _monday(session.day):
            yield Slot(opens, session.closes)
            opens = None


def _sessions_needed(timeframe: Timeframe, count: int) -> int:
    if timeframe == "1w":
        return count * 5
    a_session = 1 if timeframe == "1d" else max(1, _SHORTEST_SESSION // SPANS[timeframe])
    return -(-count // a_session)


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _sunday(day: date) -> date:
    return _monday(day) + timedelta(days=6)


def _floor(at: datetime, span: timedelta) -> datetime:
    return _MONDAY + (at - _MONDAY) // span * span
