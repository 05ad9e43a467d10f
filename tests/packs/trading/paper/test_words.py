"""What the account says: the same sentences in both languages, amounts as each writes them."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest

from assistant.packs.trading.numbers import money, price, quantity
from assistant.packs.trading.paper.conversation import CANCEL, CREATE, WAITING, after, pending
from assistant.packs.trading.paper.words import say
from assistant.packs.trading.texts import tables

TABLES = tables("paper/paper", "alerts/alerts")
SENTENCES = [
    f"{section}.{name}" for section, sentences in TABLES["en"].items() for name in sentences
]


def test_both_languages_have_the_same_sentences() -> None:
    assert {section: set(sentences) for section, sentences in TABLES["en"].items()} == {
        section: set(sentences) for section, sentences in TABLES["es"].items()
    }


@pytest.mark.parametrize("key", SENTENCES)
def test_both_languages_tell_the_same(key: str) -> None:
    section, _, name = key.partition(".")
    filled = [set(re.findall(r"{(\w+)}", TABLES[code][section][name])) for code in ("en", "es")]
    assert filled[0] == filled[1]


def test_another_language_is_told_in_English() -> None:
    assert say("paper.buy", "pt") == "buy"


@pytest.mark.parametrize(
    ("value", "english", "spanish"),
    [
        ("1234567.5", "1,234,567.50", "1.234.567,50"),
        ("100", "100.00", "100,00"),
        ("-3.14159", "-3.14", "-3,14"),
        ("-0", "0.00", "0,00"),
        ("0.00001234", "0.00001234", "0,00001234"),
        ("0.5", "0.50", "0,50"),
        ("0", "0.00", "0,00"),
    ],
)
def test_amounts_have_two_places_or_what_small_ones_need(
    value: str, english: str, spanish: str
) -> None:
    assert price(Decimal(value), "en") == english
    assert price(Decimal(value), "es") == spanish


@pytest.mark.parametrize(
    ("value", "currency", "told"),
    [
        ("0.326863", "USD", "0.33"),
        ("0.0001", "USD", "0.00"),
        ("-0.001", "ARS", "0.00"),
        ("1234.5", "JPY", "1,234"),
        ("0.00012345678", "BTC", "0.00012346"),
        ("7", "KWD", "7.000"),
    ],
)
def test_money_is_told_in_the_places_of_its_currency(value: str, currency: str, told: str) -> None:
    assert money(Decimal(value), "en", currency) == told


def test_a_fee_in_a_sentence_is_money_and_a_price_is_none() -> None:
    amounts = {name: Decimal("0.326863") for name in ("price", "worth", "fee", "total")}
    told = say("paper.costs_buy", "en", currency="USD", **amounts)
    assert told == "About 0.3269 each: 0.33 USD and a fee of 0.33, in all 0.33 USD."


def test_what_is_wrong_in_a_ledger_is_told_exactly() -> None:
    one, other = Decimal("1.0000001"), Decimal("1.0000002")
    assert "1.0000001" in say("check.cash", "en", entry=3, cash=one, told=other)


def test_how_many_is_told_exactly() -> None:
    assert quantity(Decimal("1.23456789"), "en") == "1.23456789"
    assert quantity(Decimal("1500"), "es") == "1.500"


def test_the_state_follows_the_last_order_and_no_other() -> None:
    order = {"order": 4, "status": "waiting", "symbol": "AAPL", "side": "buy", "quantity": "1"}
    state = after({"other": 1}, CREATE, {}, {**order, "told": "…"})
    assert state == {"other": 1, "last_order": order}
    assert after(state, CANCEL, {}, {"order": 3}) == state
    assert after(state, CANCEL, {}, {"order": 4})["last_order"]["status"] == "cancelled"
    looked = {"filled_now": [], "rejected_now": [{"order": 4}]}
    assert after(state, WAITING, {}, looked)["last_order"]["status"] == "rejected"
    assert after(state, "market.get_price", {}, {}) == state


def test_a_result_without_a_whole_proposal_leaves_nothing_open() -> None:
    results: list[Any] = [None, [], {}, {"proposal": None}, {"proposal": {"symbol": "AAPL"}}]
    for data in results:
        assert pending("calculate.calculate_position_size", {}, data) is None
