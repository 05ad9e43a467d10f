"""Which market instruments a message speaks of (K5, the pack's own words)."""

from __future__ import annotations

import pytest

from assistant.packs.trading import find_mentions, mentioned_symbols
from assistant.packs.trading.words.candidates import LONGEST_TEXT
from tests.benchmarks.trading_words import CASES_OF_TRADING, counted, f1, silent, writers
from tests.bounds import assert_linear


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("AAPL?", ["AAPL"]),
        ("poneme $GGAL y $ko", ["GGAL", "KO"]),
        ("compré apple a 190", ["AAPL"]),
        ("Visa o Mastercard, ¿cuál tiene mejor margen?", ["V", "MA"]),
        ("galicia rompió los 60, pongo stop?", ["GGAL"]),
        ("VENDÍ GALICIA A 62 Y ME ARREPIENTO", ["GGAL"]),
        ("al30 o gd30?", ["AL30", "GD30"]),
        ("cuánto rinde la S31O5", ["S31O5"]),
        ("ponme btc/usdt y ethusd", ["BTC/USDT", "ETH/USD"]),
        ("ETH/BTC en mínimos de años", ["ETH/BTC"]),
        ("solana or cardano this year?", ["SOL/USD", "ADA/USD"]),
        ("cedears de coca cola y de disney", ["KO", "DIS"]),
        ("is Alphabet cheaper than Microsoft? GOOG at 150", ["GOOGL", "MSFT"]),
        ("NASDAQ:AMD and BRK.B", ["AMD", "BRK.B"]),
        ("he vendido la mitad de las nvidias", ["NVDA"]),
        ("astrazenica up or down since last week", ["AZN"]),
        ("SAN.MC y GGAL.BA", ["SAN", "GGAL"]),
        ("F and GM both down 3 %, which balance sheet is better?", ["F", "GM"]),
    ],
)
def test_K5_instruments_are_named_by_ticker_name_and_nickname(
    text: str, symbols: list[str]
) -> None:
    assert mentioned_symbols(text) == symbols


@pytest.mark.parametrize(
    "text",
    [
        "",
        "comí una manzana y un apple pie",
        "me rechazaron la visa y tengo que pedir turno de nuevo",
        "nos vamos a galicia en agosto, ¿llueve mucho?",
        "hoy hay sol, así que me voy a la plaza",
        "send me the link to the calendar",
        "IT IS ALL RED AND I CAN'T EVEN LOOK",
        "my amazon order says delivered and there's nothing at the door",
        "https://tesla-prize.example/claim?coin=btc is this a scam?",
        "write to info@apple.com",
        "¿a cuánto está el dólar CCL?",
        "my niece Ada starts school on Monday",
        "cuánto es el 3 % de 500 USDT",
        "qué es un stop loss?",
    ],
)
def test_K5_a_word_that_means_something_else_is_no_instrument(text: str) -> None:
    assert mentioned_symbols(text) == []


def test_K5_the_rest_of_the_message_decides() -> None:
    """The same word, with and without a market around it."""
    assert mentioned_symbols("sold my Ford calls, the stock is at 11") == ["F"]
    assert mentioned_symbols("my ford needs new brakes") == []
    assert mentioned_symbols("meta cayó 8 % después del balance") == ["META"]
    assert mentioned_symbols("mi meta es ahorrar la mitad del sueldo") == []


@pytest.mark.parametrize(
    ("market", "other"),
    [
        ("roll my RIG calls out to june", "the rig calls home every night"),
        ("solté las Galicia que tenía", "las playas de Galicia en agosto"),
        ("coca hoy? tengo 60 cedears", "una coca bien fría hoy"),
        ("UPS at 132, thinking of adding", "UPS left me a note, parcel at the depot"),
        ("sold DAL puts on Delta", "whats a good delta for selling covered calls"),
        ("vendí $CI a 290, ya subió bastante", "liquida T+1, CI no, arancel 0.5"),
        ("Ternium paga dividendo en noviembre", "Ternium me manda la chapa tarde y abollada"),
        ("Pfizer cerró en 28, compro más", "el representante de Pfizer viene a la farmacia"),
    ],
)
def test_K5_what_a_word_is_said_to_be_and_to_do_decides(market: str, other: str) -> None:
    assert mentioned_symbols(market) != []
    assert mentioned_symbols(other) == []


def test_a_mention_says_where_it_stands() -> None:
    text = "¿cómo viene la Coca-Cola hoy? y btc-usd"
    found = [(m.value, text[m.start : m.end], m.kind) for m in find_mentions(text)]
    assert found == [("KO", "Coca-Cola", "symbol"), ("BTC/USD", "btc-usd", "symbol")]


def test_a_long_text_is_read_up_to_a_bound() -> None:
    assert mentioned_symbols("AAPL " + "x " * 50_000 + "MSFT") == ["AAPL"]


@pytest.mark.parametrize(
    "unit",
    ["AAPL MSFT ", "apple, meta y galicia a 62; ", "nvidea astrazenica ", "1 2 3 a b c ", "$$$ ", "BTC/"],
)  # fmt: skip
def test_the_work_grows_as_the_text(unit: str) -> None:
    assert_linear(find_mentions, lambda size: unit * (size // len(unit)), LONGEST_TEXT)


@pytest.mark.parametrize("writer", writers(CASES_OF_TRADING, "symbols"))
def test_K5_writers_of_development_are_read(writer: str) -> None:
    """A floor under what the benchmark measures: a change of the words shows whom it costs."""
    total = counted(writers(CASES_OF_TRADING, "symbols")[writer])
    assert f1(total) >= 0.92
    assert silent(total) >= 0.94
