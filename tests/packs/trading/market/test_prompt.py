"""Prices in the prompt (K2, K3): of what is named, else of what is watched first."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.app import App
from assistant.packs import Moment
from assistant.packs.trading import PACK, prices
from assistant.packs.trading.market.prompt import asked_for
from assistant.packs.trading.market.prompt import prices as told
from assistant.prompt.base import Section
from assistant.session.base import TurnInput
from tests.packs.trading.market.conftest import Opening
from tests.packs.trading.market.test_tools import data

TEN = "compare AAPL, MSFT, NVDA, GOOGL, AMZN, TSLA, KO, PEP, JPM, XOM and V"


def section(app: App, text: str) -> Section | None:
    prompt = app.session().preview(TurnInput(text))
    return next((s for s in prompt.sections if s.name == "trading.prices"), None)


def moment(app: App, text: str) -> Moment:
    packs = app.session_packs
    assert packs is not None
    return packs.moment(packs.usable[0], text, app.session().conversation, "en")


def test_a_price_is_told_with_its_source(app: App) -> None:
    (line,) = prices(moment(app, "is TSLA cheap?"))
    assert line.startswith("TSLA ")
    assert "USD" in line
    assert ", simulated, 15:30 UTC" in line


def test_K3_it_stands_in_a_section_of_its_own_as_data(app: App) -> None:
    found = section(app, "is TSLA or bitcoin cheaper now?")
    assert found is not None
    assert found.tokens <= 120
    source = next(source for source in PACK.sources if source.name == "prices")
    assert (source.outside, source.cap, source.shorter[0].strategy) == (True, 120, "5 symbols")


def test_K3_ten_symbols_stay_within_the_cap(app: App) -> None:
    assert len(asked_for(moment(app, TEN))) == 10
    found = section(app, TEN)
    assert found is not None
    assert found.tokens <= 120


def test_without_a_name_the_watched_ones_are_told(app: App) -> None:
    for symbol in ("KO", "PEP", "AAPL", "MSFT", "TSLA", "NVDA"):
        data(app, "watchlist.add_to_watchlist", symbol=symbol)
    there = moment(app, "how is my portfolio doing?")
    assert asked_for(there) == ["KO", "PEP", "AAPL", "MSFT", "TSLA"]
    assert [line.split()[0] for line in told(there, seconds=60)] == [
        "KO",
        "PEP",
        "AAPL",
        "MSFT",
        "TSLA",
    ]


def test_K2_prices_that_take_long_do_not_cost_those_that_are_there(app: App) -> None:
    there = moment(app, TEN)
    assert len(told(there, seconds=60)) == 10
    assert told(there, seconds=-1) == []


def test_a_message_of_other_things_gets_none(app: App) -> None:
    assert section(app, "how do I bake bread?") is None


@pytest.mark.parametrize(
    "settings",
    [{"data": "files", "folder": "/nowhere"}, {"data": "exchange", "exchange": "nowhere"}],
)
def test_where_there_is_no_market_there_are_no_lines(
    opened: Opening, settings: dict[str, str], tmp_path: Path
) -> None:
    assert prices(moment(opened(**settings), "is TSLA cheap?")) == []
