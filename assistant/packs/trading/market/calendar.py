"""When markets trade: sessions of the exchanges, and coins, which always do.

Holidays and half days come from the package holidays; hours are the exchanges' own regular ones.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from assistant.packs.trading.market.base import Status

NEW_YORK, BUENOS_AIRES, MEXICO, MADRID = "XNYS", "XBUE", "XMEX", "XMAD"
CRYPTO = "crypto"
LONGEST_PAUSE = timedelta(days=21)
"""How far ahead a session is looked for: no exchange rests longer."""


class Hours(NamedTuple):
    """From that day on; told in that zone. ``half`` is the close of a half day."""

    since: date
    zone: str
    opens: time
    closes: time
    half: time


class Market(NamedTuple):
    """``code`` is its ISO 10383 code, or ``crypto``; ``zone`` where its days begin."""

    code: str
    zone: str
    currency: str
    hours: tuple[Hours, ...] = ()

    @property
    def always_open(self) -> bool:
        return not self.hours


class Session(NamedTuple):
    """One trading day; times in UTC."""

    day: date
    opens: datetime
    closes: datetime


_EVER = date.min
_EAST, _ARGENTINE, _CENTRAL = (
    "America/New_York",
    "America/Argentina/Buenos_Aires",
    "America/Mexico_City",
)
MARKETS: Mapping[str, Market] = {
    market.code: market
    for market in (
        Market(NEW_YORK, _EAST, "USD", (Hours(_EVER, _EAST, time(9, 30), time(16), time(13)),)),
        Market(
            BUENOS_AIRES,
            _ARGENTINE,
            "ARS",
            (
                Hours(_EVER, _ARGENTINE, time(11), time(17), time(13)),
                Hours(date(2025, 7, 28), _ARGENTINE, time(10, 30), time(17), time(15)),
            ),
        ),
        # Mexico gave up summer time in October 2022; its exchange keeps to New York's hours since.
        Market(
            MEXICO,
            _CENTRAL,
            "MXN",
            (
                Hours(_EVER, _CENTRAL, time(8, 30), time(15), time(12)),
                Hours(date(2022, 10, 30), _EAST, time(9, 30), time(16), time(13)),
            ),
        ),
        Market(
            MADRID,
            "Europe/Madrid",
            "EUR",
            (Hours(_EVER, "Europe/Madrid", time(9), time(17, 30), time(14)),),
        ),
        Market(CRYPTO, "UTC", "USD"),
    )
}
_OF_HEADING = {
    "shares of Argentina": BUENOS_AIRES,
    "bonds of Argentina": BUENOS_AIRES,
    "shares of Mexico": MEXICO,
    "shares of Spain": MADRID,
    "coins": CRYPTO,
}


def market_of(symbol: str) -> Market:
    """The market on which a canonical symbol is listed; New York's where nothing else is known."""
    if "/" in symbol:
        return MARKETS[CRYPTO]
    from assistant.packs.trading.words.instruments import gazetteer, headings

    heading = headings().get(symbol)
    if heading is None and gazetteer().shapes.fullmatch(symbol):
        return MARKETS[BUENOS_AIRES]
    return MARKETS[_OF_HEADING.get(heading or "", NEW_YORK)]


def sessions(market: Market, first: date, last: date) -> list[Session]:
    """Those of the days from ``first`` to ``last``; of a market that never closes, none."""
    found: list[Session] = []
    for year in range(first.year, last.year + 1) if market.hours else ():
        days = sessions_of_year(market.code, year)
        start = bisect_left(days, first, key=_day) if year == first.year else 0
        end = bisect_right(days, last, key=_day) if year == last.year else len(days)
        found += days[start:end]
    return found


def _day(session: Session) -> date:
    return session.day


def holiday_of(market: Market, day: date) -> str:
    """The holiday's English name; "" where the market is open, or closed for the weekend alone."""
    return _closed_days(market.code, day.year).get(day, "") if market.hours else ""


def local_day(market: Market, at: datetime) -> date:
    """The day that it is where the market is."""
    return at.astimezone(ZoneInfo(market.zone)).date()


def status(symbol: str, now: datetime) -> Status:
    """Whether the market of a symbol trades now, and when that changes next."""
    market = market_of(symbol)
    if market.always_open:
        return Status(market.code, True, None, None)
    today = local_day(market, now)
    ahead = [
        session
        for session in sessions(market, today, today + LONGEST_PAUSE)
        if session.closes > now
    ]
    if not ahead:
        return Status(market.code, False, None, None, holiday_of(market, today))
    opened = ahead[0].opens <= now
    opening = next((session.opens for session in ahead if session.opens > now), None)
    return Status(market.code, opened, opening, ahead[0].closes, holiday_of(market, today))


@lru_cache(maxsize=256)
def sessions_of_year(code: str, year: int) -> Sequence[Session]:
    """All sessions of a year, by the market's code."""
    market = MARKETS[code]
    closed, half = _closed_days(code, year), _half_days(code, year)
    found = []
    day = date(year, 1, 1)
    while day.year == year:
        if day.weekday() < 5 and day not in closed:
            hours = max(h for h in market.hours if h.since <= day)
            closes = hours.half if day in half else hours.closes
            found.append(Session(day, _at(day, hours.opens, hours), _at(day, closes, hours)))
        day += timedelta(days=1)
    return tuple(found)


def _at(day: date, clock: time, hours: Hours) -> datetime:
    return datetime.combine(day, clock, ZoneInfo(hours.zone)).astimezone(UTC)


FIRST_OF_BUENOS_AIRES = 2026
"""The first year that holidays has of that exchange. Before: the country's public holidays; half
days are not known."""
NO_MORE_BRIDGES = 2025
"""From this year on the bridge days of Argentina are no holidays, and the exchange trades."""


@lru_cache(maxsize=256)
def _closed_days(code: str, year: int) -> Mapping[date, str]:
    from holidays import country_holidays, financial_holidays

    if code == BUENOS_AIRES and year < FIRST_OF_BUENOS_AIRES:
        days = country_holidays("AR", years=year, language="en_US")
        if year < NO_MORE_BRIDGES:
            return dict(days)
        return {day: name for day, name in days.items() if not name.startswith("Bridge ")}
    return dict(financial_holidays(code, years=year, language="en_US"))


@lru_cache(maxsize=256)
def _half_days(code: str, year: int) -> frozenset[date]:
    from holidays import financial_holidays

    found = financial_holidays(code)
    if "half_day" not in found.supported_categories:
        return frozenset()
    return frozenset(financial_holidays(code, years=year, categories=("half_day",)))
