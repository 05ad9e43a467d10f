"""The catalogue: found in two languages, counted in Decimals, safe from two at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest
from assistant_shop.cart import Line, total_of
from assistant_shop.catalogue import Catalogue

from assistant.tools.base import ToolFailure
from tests.clock import Clock

NOW = Clock().now


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return Catalogue(tmp_path)


def lines(count: int) -> list[Line]:
    return [Line("DK5", "Desk lamp", count, Decimal("32.00"))]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("blue pens", "PN1"),
        ("lapicera azul", "PN1"),
        ("lápices de colores", "PC4"),
        ("LAPICES", "PC4"),
        ("tijera", "DK3"),
        ("dotted", "NB2"),
    ],
)
def test_it_is_searched_in_both_languages(catalogue: Catalogue, words: str, first: str) -> None:
    assert first in [product.id for product in catalogue.search(words)][:2]


@pytest.mark.parametrize("words", ["", "!?", '" OR 1', "zyxofante", "NEAR("])
def test_words_that_are_none_find_nothing(catalogue: Catalogue, words: str) -> None:
    assert catalogue.search(words) == []


def test_money_is_exact(catalogue: Catalogue) -> None:
    price = catalogue.product("PC1").price
    assert total_of([Line("PC1", "", 3, price)]) == Decimal("1.80") != 0.6 * 3
    assert str(total_of([])) == "0.00"


def test_it_is_made_once_though_many_open_it(catalogue: Catalogue) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: sum(catalogue.categories().values()), range(8)))
    assert found == [30] * 8


def test_no_two_orders_get_the_last_one(catalogue: Catalogue) -> None:
    def order(number: int) -> bool:
        try:
            catalogue.place(f"N{number}", lines(5), NOW)
        except ToolFailure:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(order, range(4))) == [False, False, False, True]
    assert catalogue.product("DK5").stock == 3


def test_an_order_is_placed_whole_or_not_at_all(catalogue: Catalogue) -> None:
    ruler = Line("DK4", "Ruler", 1, Decimal("1.30"))
    with pytest.raises(ToolFailure, match="only 8 of DK5"):
        catalogue.place("N1", [ruler, *lines(9)], NOW)
    assert catalogue.ordered("N1") == []
    assert catalogue.product("DK4").stock == 95
    catalogue.place("N1", [ruler], NOW)
    assert [line.product for line in catalogue.ordered("N1")] == ["DK4"]


def test_a_new_name_is_found_and_the_old_one_not(catalogue: Catalogue) -> None:
    catalogue.publish("DK1", {"name": "Zyxofante"}, 1)
    assert [product.id for product in catalogue.search("zyxofante")] == ["DK1"]
    assert "DK1" not in [product.id for product in catalogue.search("stapler")]
