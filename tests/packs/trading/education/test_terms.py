"""The glossary: in both languages, found by every name, and its examples add up."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from assistant.compute.arithmetic import evaluate
from assistant.packs.trading.education.terms import find, nearest, terms
from assistant.packs.trading.education.tools import TOOLS
from assistant.packs.trading.texts import shipped
from assistant.tools.conclusion import conclude
from tests.prompt.support import COUNTER
from tests.tools.support import Bench

SUMS: dict[str, list[str]] = tomllib.loads(shipped("education/sums.toml"))
_NUMBER = re.compile(r"[−-]?\d[\d.,]*")


def numbers(text: str, language: str) -> set[Decimal]:
    """Those of a text, as its language writes them."""
    thousands, point = (",", ".") if language == "en" else (".", ",")
    found = (n.rstrip(".,").replace("−", "-") for n in _NUMBER.findall(text))
    return {Decimal(n.replace(thousands, "").replace(point, ".")) for n in found}


def test_there_are_120_in_both_languages() -> None:
    assert set(terms()) >= {"en", "es"}
    assert len(terms()["en"]) >= 120
    assert set(terms()["en"]) == set(terms()["es"]) == set(SUMS)


@pytest.mark.parametrize("key", SUMS)
def test_the_arithmetic_of_an_example_is_right_and_told_in_both_languages(key: str) -> None:
    for line in SUMS[key]:
        expression, _, told = line.rpartition(" = ")
        result = Decimal(told)
        worked_out = Decimal(str(evaluate(expression)))
        assert worked_out.quantize(result) == result, line
        for language in ("en", "es"):
            assert result in numbers(terms()[language][key].example, language), language


@pytest.mark.parametrize("key", SUMS)
def test_both_languages_tell_the_same_numbers(key: str) -> None:
    one, other = (numbers(terms()[language][key].example, language) for language in ("en", "es"))
    assert one == other


def test_every_name_finds_its_term() -> None:
    for language, table in terms().items():
        for term in table.values():
            found = find(term.name, language)
            assert found == term
            for name in term.names:
                by_name = find(name, language)
                assert by_name is not None, name


def test_no_two_terms_have_one_name() -> None:
    for table in terms().values():
        names = [name.lower() for term in table.values() for name in (term.name, *term.names)]
        assert sorted({n for n in names if names.count(n) > 1}) == []


def test_each_is_plain_and_short() -> None:
    for table in terms().values():
        for term in table.values():
            assert 15 <= len(term.meaning) <= 260, term.key
            assert term.meaning.endswith((".", ")"))
            assert re.search(r"\d", term.example), term.key


@pytest.mark.parametrize(
    ("word", "language", "name"),
    [
        ("P/E", "en", "price/earnings ratio"),
        ("per", "es", "relación precio/ganancia"),
        ("RIESGO PAIS", "es", "riesgo país"),
        ("riesgo país", "en", "country risk"),
        ("stop loss", "es", "stop loss"),
        ("Stop-Loss", "en", "stop loss"),
        ("volatilidad", "en", "volatility"),
        ("opcion", "es", "opción"),
        ("TIR", "es", "tasa interna de retorno"),
        ("short selling", "es", "venta en corto"),
        ("  media   móvil ", "es", "media móvil simple"),
    ],
)
def test_a_term_is_found_by_any_name_in_the_language_of_the_person(
    word: str, language: str, name: str
) -> None:
    found = find(word, language)
    assert found is not None
    assert found.name == name


def test_an_unknown_one_gets_the_three_nearest() -> None:
    assert find("dividnd yeld", "en") is None
    near = nearest("dividnd yeld", "en")
    assert (len(near), near[0]) == (3, "dividend yield")
    assert "riesgo país" in nearest("riezgo paiz", "es")
    assert len(nearest("", "en")) == 3


def test_the_tool_explains_in_short(tmp_path: Path) -> None:
    bench = Bench(tmp_path, TOOLS, plan="free")
    data = bench.run("education.explain_term", term="cedear", language="es").data
    assert data["term"] == "CEDEAR"
    assert "20 certificados" in data["example"]
    assert data["source"] == "the pack's glossary"
    for language, table in terms().items():
        for term in table.values():
            told = find(term.name, language)
            assert told is not None
            assert COUNTER.count(conclude(told._asdict(), 10_000, COUNTER)) <= 300
    result = bench.run("education.explain_term", term="dividnd yeld")
    assert result.error is not None
    assert result.error.message.startswith(
        "the glossary has no 'dividnd yeld'; nearest: dividend yield, "
    )
