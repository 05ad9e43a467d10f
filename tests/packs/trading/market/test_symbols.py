"""What instruments are called, and what is near an unknown one."""

from __future__ import annotations

import pytest

from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.market.symbols import canonical, nearest, unknown
from assistant.packs.trading.words.instruments import headings


@pytest.mark.parametrize(
    ("written", "symbol"),
    [
        ("aapl", "AAPL"),
        (" $AAPL ", "AAPL"),
        ("btc", "BTC/USD"),
        ("BTC-USD", "BTC/USD"),
        ("btc/usdt", "BTC/USDT"),
        ("eth_btc", "ETH/BTC"),
        ("bitcoin", "BTC/USD"),
        ("BRK.B", "BRK.B"),
        ("livepolc-1", "LIVEPOLC-1"),
        ("apple", "AAPL"),
        ("GOOG", "GOOGL"),
        ("Mercado Libre", "MELI"),
        ("Coca-Cola Femsa", "KOF"),
        ("XYZQ", "XYZQ"),
    ],
)
def test_a_symbol_is_written_one_way(written: str, symbol: str) -> None:
    assert canonical(written) == symbol


@pytest.mark.parametrize(
    "written",
    [
        "../../etc",
        "../btc",
        "..",
        "etc/../..",
        "",
        " ",
        "a\nb",
        "C:\\AAPL",
        "AAPL;rm",
        "x" * 500,
        "'",
    ],
)
def test_what_cannot_be_a_symbol_is_none(written: str) -> None:
    with pytest.raises(MarketFailure) as failure:
        canonical(written)
    assert failure.value.problem == "unknown_symbol"
    assert "\n" not in failure.value.why
    assert len(failure.value.why) < 150


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("APPL", "AAPL"),
        ("appel", "AAPL"),
        ("GGALL", "GGAL"),
        ("microsft", "MSFT"),
        ("BTCUS", "BTC/USD"),
    ],
)
def test_the_nearest_are_named(asked: str, near: str) -> None:
    found = nearest(asked, sorted(headings()))
    assert near in found
    assert len(found) == 3


def test_only_what_is_there_is_near() -> None:
    assert nearest("AAPL", ["KO", "PEP"]) == ("PEP", "KO")
    assert nearest("apple", ["KO", "AAPL"])[0] == "AAPL"
    assert unknown("X", []).why == "no symbol 'X' is known here"


@pytest.mark.parametrize(
    "written", ["../../etc", "..", "/etc/passwd", "C:\\AAPL", "a\x1bb", "BTC/USD/X", "AAPL/", "~/x"]
)
def test_a_path_or_a_control_character_gets_no_guess(written: str) -> None:
    failure = unknown(written, headings())
    assert failure.near == ()
    assert "near" not in failure.why


def test_a_pair_that_is_unknown_gets_one() -> None:
    assert "BTC/USD" in unknown("BTC/USX", headings()).near


def test_every_instrument_has_its_heading() -> None:
    assert (headings()["SAN"], headings()["BTC/USD"]) == ("shares of Spain", "coins")
    assert len(headings()) > 1000
