"""When markets trade (K6: a price of a closed market is told as one)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest

from assistant.packs.trading.market.calendar import (
    BUENOS_AIRES,
    CRYPTO,
    MADRID,
    MARKETS,
    MEXICO,
    NEW_YORK,
    holiday_of,
    market_of,
    sessions,
    status,
)


@pytest.mark.parametrize(
    ("symbol", "market"),
    [
        ("AAPL", NEW_YORK),
        ("VOO", NEW_YORK),
        ("TSM", NEW_YORK),
        ("NOBODY", NEW_YORK),
        ("GGAL", BUENOS_AIRES),
        ("AL30", BUENOS_AIRES),
        ("S31O5", BUENOS_AIRES),
        ("WALMEX", MEXICO),
        ("LIVEPOLC-1", MEXICO),
        ("SAN", MADRID),
        ("BTC/USD", CRYPTO),
        ("ETH/BTC", CRYPTO),
    ],
)
def test_a_symbol_belongs_to_the_market_that_lists_it(symbol: str, market: str) -> None:
    assert market_of(symbol).code == market


@pytest.mark.parametrize(
    ("symbol", "at", "opens", "closes"),
    [
        ("AAPL", "2026-03-04T15:30", True, "2026-03-04T21:00"),
        ("AAPL", "2026-03-09T13:30", True, "2026-03-09T20:00"),  # summer time began on the 8th
        ("AAPL", "2026-03-04T21:00", False, "2026-03-05T21:00"),  # the close itself
        ("AAPL", "2026-11-27T17:59", True, "2026-11-27T18:00"),  # a half day
        ("GGAL", "2026-03-04T13:30", True, "2026-03-04T20:00"),
        ("WALMEX", "2026-01-07T14:30", True, "2026-01-07T21:00"),
        ("WALMEX", "2026-07-01T13:30", True, "2026-07-01T20:00"),  # as New York, without DST
        ("SAN", "2026-12-24T12:00", True, "2026-12-24T13:00"),
    ],
)
def test_hours_are_those_of_the_place(symbol: str, at: str, opens: bool, closes: str) -> None:
    found = status(symbol, datetime.fromisoformat(f"{at}+00:00"))
    assert (found.open, found.next_close) == (opens, datetime.fromisoformat(f"{closes}+00:00"))


def test_a_holiday_is_named_and_skipped() -> None:
    found = status("AAPL", datetime(2026, 12, 25, 16, tzinfo=UTC))
    assert (found.open, found.holiday) == (False, "Christmas Day")
    assert found.next_open == datetime(2026, 12, 28, 14, 30, tzinfo=UTC)


def test_the_year_ends_without_a_seam() -> None:
    found = status("SAN", datetime(2026, 12, 31, 20, tzinfo=UTC))
    assert found.next_open == datetime(2027, 1, 4, 8, tzinfo=UTC)


def test_coins_never_close() -> None:
    found = status("BTC/USD", datetime(2026, 12, 25, tzinfo=UTC))
    assert found == ("crypto", True, None, None, "")


def test_Buenos_Aires_opens_half_an_hour_earlier_since_july_2025() -> None:
    market = MARKETS[BUENOS_AIRES]
    days = sessions(market, date(2025, 7, 25), date(2025, 7, 28))
    assert [day.opens.time() for day in days] == [time(14), time(13, 30)]


def test_the_name_of_a_day_that_is_no_holiday_is_empty() -> None:
    assert holiday_of(MARKETS[MADRID], date(2026, 3, 7)) == ""
    assert holiday_of(MARKETS[MADRID], date(2026, 4, 3)) == "Good Friday"


KNOWN_TO_DIFFER = {
    # Holidays by decree, bridge days since 2020, days that moved: its rules do not know them.
    BUENOS_AIRES: {
        *("2020-03-23", "2020-07-10", "2020-12-07", "2021-05-24", "2021-10-08", "2022-10-07"),
        *("2022-12-09", "2023-05-26", "2023-06-19", "2023-10-13", "2024-04-01", "2024-06-21"),
        "2024-10-11",
        *("2015-11-06", "2017-11-06", "2018-11-30", "2020-03-31", "2020-04-02", "2020-06-15"),
        *("2020-06-17", "2021-06-17", "2021-06-21", "2022-05-18", "2022-12-20", "2024-08-19"),
        *("2024-10-14", "2025-06-16", "2025-06-17", "2025-08-18", "2025-10-13", "2025-11-17"),
        *("2025-11-24", "2026-06-15", "2026-06-17", "2026-11-09", "2026-11-10", "2026-12-31"),
    },
    MEXICO: {"2024-10-01"},
    MADRID: {"2021-12-24", "2021-12-31"},
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:Series.values")
@pytest.mark.parametrize("code", [NEW_YORK, BUENOS_AIRES, MEXICO, MADRID])
def test_sessions_are_those_of_exchange_calendars(code: str) -> None:
    from exchange_calendars import get_calendar

    theirs = get_calendar(code, start="2015-01-01", end="2026-12-31").schedule
    ours = sessions(MARKETS[code], date(2015, 1, 1), date(2026, 12, 31))
    ours_by_day = {session.day.isoformat(): session for session in ours}
    theirs_by_day = {row.Index.date().isoformat(): row for row in theirs.itertuples()}
    differ = set(ours_by_day) ^ set(theirs_by_day)
    assert differ - KNOWN_TO_DIFFER.get(code, set()) == set()
    for day in set(ours_by_day) & set(theirs_by_day):
        mine, row = ours_by_day[day], theirs_by_day[day]
        if code == BUENOS_AIRES and (day >= "2025-07-28" or day[5:] in ("12-24", "12-31")):
            continue  # its new hours and its half days
        if code == MEXICO and day >= "2022-10-30":
            continue  # New York's hours
        assert mine.opens == row.open.to_pydatetime(), day
        assert mine.closes == row.close.to_pydatetime(), day
