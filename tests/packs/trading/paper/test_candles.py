"""The candles since an instant: the finest there are, none left out, none from before it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.packs.trading.market.base import MOST_CANDLES, SPANS
from assistant.packs.trading.market.calendar import market_of
from assistant.packs.trading.market.slots import latest
from assistant.packs.trading.paper.candles import PAGES, walk
from tests.packs.trading.paper.support import NINE, Desk, candle


def test_a_walk_is_of_the_finest_grain() -> None:
    desk = Desk()
    desk.market.give("A", *(candle(desk.minute(n), "1") for n in range(10)))
    desk.market.give("A", candle(NINE, "1"), timeframe="5m")
    desk.pass_(minutes=9, seconds=30)
    found = walk(desk.market, "A", desk.minute(2) + timedelta(seconds=1), desk.now)
    assert [step.at for step, _ in found.steps] == [desk.minute(n) for n in range(3, 9)]
    assert found.until == desk.minute(9)


def test_what_is_too_much_goes_on_in_a_coarser_grain_and_ends_in_the_finest() -> None:
    desk = Desk()
    minutes = PAGES * MOST_CANDLES + 903
    desk.market.give("A", *(candle(desk.minute(n), "1") for n in range(minutes)))
    for n in range(0, minutes, 5):
        desk.market.give("A", candle(desk.minute(n), "1"), timeframe="5m")
    desk.pass_(minutes=minutes)
    steps = walk(desk.market, "A", NINE, desk.now).steps
    assert steps[0][0].at == NINE
    assert all(end == two.at for (_, end), (two, _) in pairwise(steps))
    assert steps[-1][1] == desk.now
    assert {end - step.at for step, end in steps} == {SPANS["1m"], SPANS["5m"]}
    assert len(desk.market.asked) <= 2 * PAGES + 2


@settings(max_examples=25, deadline=None)
@given(st.sets(st.integers(0, 300)), st.integers(0, 320), st.integers(0, 320))
def test_no_candle_is_left_out_and_none_is_from_before(
    minutes: set[int], start: int, end: int
) -> None:
    desk = Desk()
    desk.market.give("A", *(candle(desk.minute(n), "1") for n in sorted(minutes)))
    desk.now = desk.minute(end)
    found = walk(desk.market, "A", desk.minute(start), desk.now)
    expected = [desk.minute(n) for n in sorted(minutes) if start <= n < end]
    assert [step.at for step, _ in found.steps] == expected


OPENS, CLOSES = (
    datetime(2026, 1, 6, hour, minute, tzinfo=UTC) for hour, minute in ((14, 30), (21, 0))
)


def test_a_day_of_a_share_is_over_with_its_session_and_no_sooner() -> None:
    desk = Desk()
    desk.market.give("AAPL", candle(OPENS, "100"), timeframe="1d")
    for now, count in ((CLOSES - timedelta(seconds=1), 0), (CLOSES, 1)):
        desk.now = now
        found = walk(desk.market, "AAPL", NINE, desk.now)
        assert len(found.steps) == count
    assert found.until == CLOSES
    after = OPENS + timedelta(seconds=1)
    assert not walk(desk.market, "AAPL", after, desk.now).steps, "it opened before"


def test_a_day_of_a_coin_lasts_24_hours() -> None:
    desk = Desk()
    midnight = datetime(2026, 1, 6, tzinfo=UTC)
    desk.market.give("BTC/USD", candle(midnight, "100"), timeframe="1d")
    desk.now = midnight + timedelta(hours=23)
    assert not walk(desk.market, "BTC/USD", NINE, desk.now).steps
    desk.now = midnight + timedelta(hours=24)
    assert walk(desk.market, "BTC/USD", NINE, desk.now).until == desk.now


def test_nothing_lies_between_two_grains_where_a_session_begins_at_half_past() -> None:
    desk = Desk()
    market = market_of("AAPL")
    for grain in ("15m", "1h"):
        slots = latest(market, grain, datetime(2026, 6, 26, 21, tzinfo=UTC), 3_000)
        kept = [slot for slot in slots if slot.at >= NINE]
        given_candles = [candle(slot.at, "1") for slot in kept]
        desk.market.give("AAPL", *given_candles, timeframe=grain)
    desk.now = datetime(2026, 6, 26, 21, tzinfo=UTC)
    steps = walk(desk.market, "AAPL", NINE, desk.now).steps
    quarters = desk.market.given["AAPL", "15m"]
    assert len(quarters) > PAGES * MOST_CANDLES
    covered = sum((end - step.at) // timedelta(minutes=15) for step, end in steps)
    assert covered == len(quarters)
    assert all(end <= two.at for (_, end), (two, _) in pairwise(steps))
