"""Where candles begin and end, and how small ones make large ones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assistant.packs.trading.market.base import Timeframe
from assistant.packs.trading.market.calendar import CRYPTO, MADRID, MARKETS, NEW_YORK
from assistant.packs.trading.market.candles import ended, is_delayed, merged, resample, smaller
from assistant.packs.trading.market.slots import Grid, Slot, latest, since
from tests.packs.trading.market.support import NOW, candle, hourly

COINS, EAST = MARKETS[CRYPTO], MARKETS[NEW_YORK]


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


@pytest.mark.parametrize(
    ("timeframe", "begins", "ends"),
    [
        ("1m", "2026-03-04T15:29", "2026-03-04T15:30"),
        ("1h", "2026-03-04T14:30", "2026-03-04T15:30"),
        ("4h", "2026-03-03T18:30", "2026-03-03T21:00"),  # what is left of the session
        ("1d", "2026-03-03T14:30", "2026-03-03T21:00"),
        ("1w", "2026-02-23T14:30", "2026-02-27T21:00"),
    ],
)
def test_the_last_candle_of_a_share_that_has_ended(
    timeframe: Timeframe, begins: str, ends: str
) -> None:
    assert latest(EAST, timeframe, NOW, 1) == [Slot(at(begins), at(ends))]


def test_a_week_begins_with_its_first_session() -> None:
    monday_off = latest(EAST, "1w", at("2026-02-21T00:00"), 1)
    assert monday_off == [Slot(at("2026-02-17T14:30"), at("2026-02-20T21:00"))]


def test_a_half_day_has_fewer_hours() -> None:
    hours = since(EAST, "1h", at("2026-11-27T00:00"), at("2026-11-28T00:00"), 99)
    assert [slot.at.hour for slot in hours] == [14, 15, 16, 17]
    assert hours[-1].end == at("2026-11-27T18:00")


def test_weeks_of_coins_begin_on_Monday() -> None:
    assert latest(COINS, "1w", NOW, 1) == [Slot(at("2026-02-23T00:00"), at("2026-03-02T00:00"))]


@pytest.mark.parametrize("market", [COINS, EAST, MARKETS[MADRID]], ids=lambda m: m.code)
@pytest.mark.parametrize("timeframe", ["5m", "1h", "4h", "1d", "1w"])
def test_both_ways_give_the_same_candles(market: object, timeframe: Timeframe) -> None:
    back = latest(market, timeframe, NOW, 30)  # type: ignore[arg-type]
    assert since(market, timeframe, back[0].at, NOW, 30) == back  # type: ignore[arg-type]
    later = back[0].at + timedelta(seconds=1)
    assert since(market, timeframe, later, NOW, 29) == back[1:]  # type: ignore[arg-type]


def test_nothing_has_ended_before_it_began() -> None:
    assert since(EAST, "1d", NOW, NOW, 5) == []
    assert since(COINS, "1h", NOW + timedelta(days=1), NOW, 5) == []


def test_an_instant_outside_of_the_session_has_no_candle() -> None:
    grid = Grid(EAST, "1h", NOW, NOW)
    assert grid.slot(at("2026-03-04T22:00")) is None
    assert grid.slot(NOW) == Slot(at("2026-03-04T15:30"), at("2026-03-04T16:30"))


def test_small_candles_make_a_large_one() -> None:
    four = resample(hourly(8), COINS, "4h")
    assert four == [merged(part[0].at, part) for part in (hourly(8)[:4], hourly(8)[4:])]
    assert [int(value) for value in four[0][1:]] == [100, 105, 99, 104, 1 + 2 + 3 + 4]
    assert resample([], COINS, "4h") == []


def test_what_is_outside_of_the_session_belongs_to_no_candle() -> None:
    early = candle(at("2026-03-03T12:00"), 50, 99, 1, 50)
    inside = candle(at("2026-03-03T15:00"), 10, 12, 9, 11)
    assert resample([early, inside], EAST, "1d") == [inside._replace(at=at("2026-03-03T14:30"))]


def test_larger_timeframes_are_made_of_the_largest_smaller_one() -> None:
    assert smaller("4h") == ["1h", "15m", "5m", "1m"]
    assert smaller("1m") == []


def test_a_candle_is_late_once_the_next_has_ended() -> None:
    newest = at("2026-03-04T13:00")
    assert not is_delayed(COINS, "1h", newest, datetime(2026, 3, 4, 14, 59, tzinfo=UTC))
    assert is_delayed(COINS, "1h", newest, datetime(2026, 3, 4, 15, 0, tzinfo=UTC))
    assert ended(EAST, "1d", at("2026-11-27T14:30")) == at("2026-11-27T18:00")
