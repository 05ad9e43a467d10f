"""What the faces say is there in both languages, and numbers are written as each writes them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from assistant.packs.trading.commands.words import Words, _tables

AT = datetime(2026, 1, 5, 15, 30, tzinfo=UTC)


def keys(language: str) -> dict[str, set[str]]:
    return {
        f"{section}.{name}": set(re.findall(r"{(\w+)}", text))
        for section, table in _tables()[language].items()
        for name, text in table.items()
    }


def test_both_languages_say_the_same_things() -> None:
    assert keys("en") == keys("es")


@pytest.mark.parametrize(
    ("value", "en", "es"),
    [
        ("1234.5", "1,234.50", "1.234,50"),
        ("0.00001234567", "0.00001235", "0,00001235"),
        ("0", "0.00", "0,00"),
        ("-3", "-3.00", "-3,00"),
    ],
)
def test_prices(value: str, en: str, es: str) -> None:
    assert (Words("en").price(Decimal(value)), Words("es").price(Decimal(value))) == (en, es)


def test_other_numbers() -> None:
    words = Words("en")
    assert words.volume(Decimal(1_234_567)) == "1.2 M"
    assert words.volume(Decimal("3.26")) == "3.3"
    assert words.quantity(Decimal("1250.500")) == "1,250.5"
    assert words.quantity(Decimal("1E+3")) == "1,000"
    assert [words.percent(Decimal(n)) for n in ("-1.234", "0.001", "2")] == [
        "-1.23%",
        "0.00%",
        "+2.00%",
    ]
    assert [words.signed(Decimal(n)) for n in ("-0.001", "0.5")] == ["+0.00", "+0.50"]


def test_K6_a_label_tells_source_time_and_doubts() -> None:
    label = Words("es").label("x", AT, simulated=True, delayed=True)
    assert label == "fuente: x · 2026-01-05 15:30 UTC · datos simulados · con demora"


def test_a_name_without_words_is_told_as_it_is() -> None:
    assert Words("en").named("markets", "XPAR") == "XPAR"
