"""The gazetteer is what its own head says."""

from __future__ import annotations

from collections import Counter

import pytest

from assistant.packs.trading.texts import shipped
from assistant.packs.trading.words.instruments import Sense, gazetteer, read
from assistant.text.dictionaries import is_word

SHARED = {("uni",)}
"""Tickers of two instruments; the first that the file tells goes before."""


def test_a_line_tells_a_symbol_its_tickers_and_its_names() -> None:
    known = read("# a comment\n[shares]\nKO~ COKE* = Coca-Cola~, Coca*, Kola Co!\n")
    assert known.senses[("ko",)] == (Sense("KO", "share", "ticker", 1),)
    assert known.senses[("coke",)] == (Sense("KO", "share", "ticker", 2),)
    assert known.senses[("coca", "cola")] == (Sense("KO", "share", "name", 1),)
    assert known.senses[("kola", "co")] == (Sense("KO", "share", "name", 0),)


def test_a_coin_is_known_by_its_pair() -> None:
    known = read("[coins]\nBTC/USD BTC XBT = Bitcoin\n")
    assert known.coins == {"btc": "BTC/USD", "xbt": "BTC/USD", "bitcoin": "BTC/USD"}


def test_a_name_that_is_sure_may_be_misspelt_unless_it_may_not() -> None:
    known = read("[shares]\nA = Nvidia, Corning!, Meta*, Cisco\n")
    assert [name for names in known.spellings.values() for name, _ in names] == ["nvidia"]


def test_several_hundred_instruments_are_known() -> None:
    symbols = {sense.symbol for senses in gazetteer().senses.values() for sense in senses}
    assert len(symbols) > 900


def test_no_ticker_stands_for_two_instruments_unawares() -> None:
    for words, senses in gazetteer().senses.items():
        symbols = {sense.symbol for sense in senses if sense.form == "ticker"}
        assert len(symbols) == 1 or words in SHARED or not symbols, (words, symbols)


def test_no_symbol_has_two_lines() -> None:
    lines = shipped("words/instruments.txt").splitlines()
    heads = Counter(line.split()[0].rstrip("~*") for line in lines if line and line[0] not in "#[")
    assert [symbol for symbol, times in heads.items() if times > 1] == []


@pytest.mark.slow
def test_a_ticker_that_is_a_word_says_so() -> None:
    """Of four letters and more: shorter ones are doubtful in small letters anyway."""
    sure = {
        words[0]
        for words, senses in gazetteer().senses.items()
        for sense in senses
        if len(words) == 1 and len(words[0]) > 3 and sense.form == "ticker" and not sense.doubt
    }
    assert {word for word in sure if is_word(word)} <= KNOWN_FORMS


KNOWN_FORMS = {"erar", "garo", "glob", "grim", "lede", "pamp", "parp", "penoles", "soxs", "tost", "volara"}  # fmt: skip
"""Forms of the dictionaries that nobody writes to an assistant."""
