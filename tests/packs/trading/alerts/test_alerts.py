"""Alerts: what fires them, with which price and time, and that each is told once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import TryAgainLater
from assistant.packs.trading.alerts.base import Alert, AlertKind, AlertRequest, Span
from assistant.packs.trading.alerts.book import UNTOLD_FOR
from assistant.packs.trading.alerts.crossing import Level, Measure, crossings
from assistant.packs.trading.alerts.telling import alert_in_words, fired_in_words, tell_fired
from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.market.calendar import market_of
from assistant.packs.trading.market.slots import latest
from assistant.packs.trading.paper.base import Refused
from tests.packs.trading.paper.support import NINE, Desk, candle


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.market.prices["AAPL"] = Decimal(100)
    return desk


def ask(
    desk: Desk, kind: AlertKind, value: str, span: Span | None = None, symbol: str = "AAPL"
) -> Alert:
    return desk.alerts().create(AlertRequest(symbol, kind, Decimal(value), span)).alert


def fired(desk: Desk) -> list[Alert]:
    """As a command tells them: seen, and noted as told."""
    book = desk.alerts()
    found = book.look()
    book.mark_told(found)
    return found


def prices(desk: Desk) -> list[float]:
    return [float(alert.fired.price) for alert in fired(desk) if alert.fired]


@pytest.mark.parametrize(
    ("kind", "value", "given", "price"),
    [
        ("above", "110", ("105", "111", "104", "106"), 110),  # touched
        ("above", "110", ("112", "113", "111", "112"), 112),  # jumped over
        ("above", "110", ("105", "109", "104", "106"), None),
        ("below", "90", ("95", "96", "89", "94"), 90),
        ("below", "90", ("85", "92", "84", "91"), 85),
        ("below", "90", ("95", "96", "91", "94"), None),
    ],
)
def test_a_price_fires_with_the_price_and_the_candle_that_reached_it(
    desk: Desk, kind: AlertKind, value: str, given: tuple[str, ...], price: float | None
) -> None:
    ask(desk, kind, value)
    desk.market.give("AAPL", candle(NINE, "100"), candle(desk.minute(1), *given))
    desk.pass_(minutes=2)
    found = fired(desk)
    assert [float(a.fired.price) for a in found if a.fired] == ([] if price is None else [price])
    assert all(alert.fired and alert.fired.at == desk.minute(1) for alert in found)


def test_each_fires_once(desk: Desk) -> None:
    ask(desk, "above", "110")
    for n in range(5):
        desk.market.give("AAPL", candle(desk.now, "120"))
        desk.pass_(minutes=1)
        assert len(fired(desk)) == (1 if n == 0 else 0)
    (kept,) = desk.alerts().all()
    assert kept.told


def test_candles_from_before_an_alert_do_not_fire_it(desk: Desk) -> None:
    desk.market.give("AAPL", candle(NINE - timedelta(seconds=30), "200"))
    ask(desk, "above", "110")
    desk.pass_(minutes=3)
    assert fired(desk) == []


def test_a_look_begins_where_the_last_one_ended_and_a_new_alert_at_its_own_time(
    desk: Desk,
) -> None:
    ask(desk, "above", "110")
    desk.market.give("AAPL", *(candle(desk.minute(n), "100") for n in range(3)))
    desk.pass_(minutes=3)
    assert fired(desk) == []
    ask(desk, "below", "50")
    desk.market.asked.clear()
    desk.market.give("AAPL", candle(desk.minute(3), "40"))
    desk.pass_(minutes=1)
    assert prices(desk) == [40]
    assert desk.market.asked == [("AAPL", "1m", desk.minute(3))]


def test_a_change_is_measured_against_the_close_a_span_before(desk: Desk) -> None:
    hours = [candle(NINE + timedelta(hours=n - 30), "100") for n in range(30)]
    desk.market.give("AAPL", *hours, timeframe="1h")
    up, down = ask(desk, "change", "5", "1d"), ask(desk, "change", "-5", "1d")
    desk.market.give("AAPL", candle(NINE, "104"), timeframe="1h")
    desk.pass_(hours=1)
    assert fired(desk) == []
    desk.market.give("AAPL", candle(desk.now, "105"), timeframe="1h")
    desk.pass_(hours=1)
    (alert,) = fired(desk)
    assert alert.id == up.id
    assert alert.fired
    assert float(alert.fired.value) == 5
    desk.market.give("AAPL", candle(desk.now, "94"), timeframe="1h")
    desk.pass_(hours=1)
    assert [alert.id for alert in fired(desk)] == [down.id]


def test_a_change_over_less_than_the_market_has_is_told(desk: Desk) -> None:
    desk.market.give("AAPL", candle(NINE, "100"), timeframe="1d")
    ask(desk, "change", "5", "1h")
    desk.pass_(days=2)
    book = desk.alerts()
    assert book.look() == []
    assert book.notes == ("AAPL: there are no candles of 1h or finer",)


def test_a_change_is_seen_after_a_long_time_away(desk: Desk) -> None:
    """More minutes than one look reads: a coarser grain tells of them."""
    ask(desk, "change", "5", "1d")
    for hour in range(24 * 14):
        at, price = NINE + timedelta(hours=hour), "100" if hour < 300 else "106"
        minutes = (candle(at + timedelta(minutes=n), price) for n in range(60))
        desk.market.give("AAPL", *minutes)
        desk.market.give("AAPL", candle(at, price), timeframe="1h")
    desk.pass_(days=14)
    (alert,) = fired(desk)
    assert alert.fired
    assert alert.fired.at == NINE + timedelta(hours=300)


def test_the_RSI_fires_at_its_level(desk: Desk) -> None:
    pytest.importorskip("talib")
    start = NINE - timedelta(hours=100)
    desk.market.give(
        "AAPL",
        *(candle(start + timedelta(hours=n), str(100 + n % 2)) for n in range(100)),
        timeframe="1h",
    )
    ask(desk, "rsi_above", "80", "1h")
    for n in range(12):
        desk.market.give("AAPL", candle(desk.now, str(101 + 5 * n)), timeframe="1h")
        desk.pass_(hours=1)
        found = fired(desk)
        if found:
            break
    (alert,) = found
    assert alert.fired
    assert 80 <= alert.fired.value < 100


@pytest.mark.parametrize(
    ("kind", "value", "span", "why"),
    [
        ("above", "90", None, "at 100.00 already, above 90.00"),
        ("below", "100", None, "at 100.00 already, below 100.00"),
        ("above", "0", None, "price has to be more than 0"),
        ("above", "Infinity", None, "has to be a number"),
        ("change", "0", "1d", "not 0"),
        ("change", "-100", "1d", "not 0"),
        ("change", "5", None, "needs a span"),
        ("above", "110", "1d", "for changes and the RSI only"),
        ("rsi_below", "120", "1d", "between 0 and 100"),
    ],
)
def test_an_alert_that_makes_no_sense_is_refused_in_words(
    desk: Desk, kind: AlertKind, value: str, span: Span | None, why: str
) -> None:
    with pytest.raises(Refused, match=why) as refused:
        ask(desk, kind, value, span)
    assert refused.value.told("es") not in ("", str(refused.value))
    assert desk.alerts().all() == []


def test_an_unknown_symbol_is_refused_with_those_alike(desk: Desk) -> None:
    with pytest.raises(MarketFailure) as failure:
        ask(desk, "above", "110", symbol="APPL")
    assert failure.value.near == ("AAPL",)


def test_alerts_are_listed_and_deleted_by_number(desk: Desk) -> None:
    first, second = ask(desk, "above", "110"), ask(desk, "below", "90")
    assert [alert.id for alert in desk.alerts().all()] == [1, 2]
    assert desk.alerts().delete(first.id).request == first.request
    with pytest.raises(Refused, match="no alert 1"):
        desk.alerts().delete(first.id)
    assert desk.alerts().all() == [second]


def test_a_market_that_cannot_tell_leaves_its_alerts_for_the_next_time(desk: Desk) -> None:
    ask(desk, "above", "110")
    desk.market.give("AAPL", candle(NINE, "120"))
    desk.pass_(minutes=1)
    desk.market.down.add("AAPL")
    book = desk.alerts()
    assert (book.look(), book.notes) == ([], ("AAPL: the market does not answer",))
    desk.market.down.clear()
    assert prices(desk) == [120]


def test_of_two_programs_one_has_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have seen it fire; only the one that wrote it tells it."""
    ask(desk, "above", "110")
    desk.market.give("AAPL", candle(NINE, "120"))
    desk.pass_(minutes=1)
    first, second = desk.alerts(), desk.alerts()
    waiting = second.all()
    assert len(first.look()) == 1
    monkeypatch.setattr(second, "all", lambda: waiting)
    assert second.look() == []


def test_one_that_was_never_told_is_told_again_later(desk: Desk) -> None:
    """A program that ended between writing and telling."""
    ask(desk, "above", "110")
    desk.market.give("AAPL", candle(NINE, "120"))
    desk.pass_(minutes=1)
    assert len(desk.alerts().look()) == 1
    assert desk.alerts().look() == []
    desk.now += UNTOLD_FOR
    assert prices(desk) == [120]
    desk.now += UNTOLD_FOR
    assert fired(desk) == []


def test_what_is_told_is_noted_as_told_after_it(desk: Desk) -> None:
    ask(desk, "above", "110")
    desk.market.give("AAPL", candle(NINE, "120"))
    desk.pass_(minutes=1)

    def fail(_line: str) -> None:
        raise OSError("the terminal is gone")

    with pytest.raises(OSError, match="terminal"):
        tell_fired(desk.alerts(), "en", fail)
    desk.now += UNTOLD_FOR
    lines: list[str] = []
    assert tell_fired(desk.alerts(), "en", lines.append) == 1
    assert lines == [
        "Alert 1: AAPL at 110.00 or more. It was at 120.00 on 2026-01-05 09:00 UTC (given)."
    ]
    assert tell_fired(desk.alerts(), "es", lines.append) == 0


def test_K6_a_simulated_price_says_so(desk: Desk) -> None:
    desk.market.simulated = True
    ask(desk, "above", "110")
    desk.market.give("AAPL", candle(NINE, "1234567.5"))
    desk.pass_(minutes=1)
    (alert,) = fired(desk)
    assert fired_in_words(alert, "es") == (
        "Alerta 1: AAPL en 110,00 o más. Estaba en 1.234.567,50 el 2026-01-05 09:00 UTC (given)."
        " Datos simulados."
    )


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_kind_has_its_words(language: str) -> None:
    asked: list[tuple[AlertKind, str, Span | None]] = [
        ("above", "1.5", None),
        ("below", "1", None),
        ("change", "5", "1d"),
        ("change", "-5", "1h"),
        ("rsi_above", "70", "4h"),
        ("rsi_below", "30", "1w"),
    ]
    told = {
        alert_in_words(AlertRequest("AAPL", kind, Decimal(value), span), language)
        for kind, value, span in asked
    }
    assert len(told) == len(asked)
    assert all("AAPL" in words and "{" not in words for words in told)


def test_a_held_database_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(desk, "above", "110")
    desk.market.give("AAPL", candle(NINE, "120"))
    desk.pass_(minutes=1)
    book = desk.alerts()
    held: Callable[..., None] = lambda *_, **__: (_ for _ in ()).throw(TryAgainLater("held"))  # noqa: E731
    with monkeypatch.context() as patched:
        patched.setattr("assistant.packs.documents.Documents.put", held)
        with pytest.raises(TryAgainLater):
            book.look()
    assert prices(desk) == [120]


NUMBER = st.integers(-20, 20).map(Decimal)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 25), st.booleans(), NUMBER), max_size=12),
    st.lists(st.tuples(NUMBER, NUMBER), max_size=25),
)
def test_one_walk_finds_what_each_alone_would(
    wanted: list[tuple[int, bool, Decimal]], given: list[tuple[Decimal, Decimal]]
) -> None:
    measures = [
        Measure(NINE + timedelta(minutes=n), max(pair), min(pair)) for n, pair in enumerate(given)
    ]
    levels = [
        Level(id, NINE + timedelta(minutes=start), up, value)
        for id, (start, up, value) in enumerate(wanted)
    ]
    expected = {}
    for level in levels:
        for n, (at, high, low) in enumerate(measures):
            if at >= level.start and (high >= level.value if level.up else low <= level.value):
                expected[level.id] = n
                break
    assert crossings(levels, measures) == expected


@pytest.mark.parametrize(("kind", "value"), [("above", "120"), ("rsi_above", "70")])
def test_an_alert_on_days_of_a_share_fires_on_the_evening(
    desk: Desk, kind: AlertKind, value: str
) -> None:
    evening = datetime(2026, 1, 6, 21, tzinfo=UTC)
    days = latest(market_of("AAPL"), "1d", evening, 60)
    calm = (candle(day.at, str(100 + n % 2)) for n, day in enumerate(days[:-1]))
    desk.market.give("AAPL", *calm, candle(days[-1].at, "130"), timeframe="1d")
    desk.now = days[-2].end
    ask(desk, kind, value, "1d" if kind == "rsi_above" else None)
    desk.now = evening - timedelta(seconds=1)
    assert fired(desk) == []
    desk.now = evening
    (alert,) = fired(desk)
    assert alert.fired is not None
    assert alert.fired.at == days[-1].at
