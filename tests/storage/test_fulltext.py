"""Searching a large home: bounded time, and still the right facts first."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from assistant.storage.sqlite.fulltext import phrases
from assistant.storage.sqlite.stores import SQLiteStores
from tests.contract.samples import NOW, fact
from tests.storage.conftest import Opener

COMMON = ("usa", "el", "equipo", "siempre")


@pytest.fixture
def large(open_home: Opener) -> SQLiteStores:
    """12,000 facts: every word of COMMON in a third of them, some words in a few."""
    stores = open_home()
    random.seed(2)
    with stores.transaction():
        for n in range(12_000):
            words = [w for w in COMMON if random.random() < 1 / 3] + [f"cosa{n % 3000}"]
            stores.facts.add(
                fact(" ".join(words), id=f"f{n}", created_at=NOW + timedelta(seconds=n))
            )
    return stores


def test_rare_words_come_first_and_common_ones_fill_up(large: SQLiteStores) -> None:
    found = large.facts.search(["usa", "el", "cosa7"], 20)
    assert len(found) == 20
    assert {id for id, _ in found[:4]} == {"f7", "f3007", "f6007", "f9007"}
    scores = [score for _, score in found]
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)
    assert len({id for id, _ in found}) == 20


def test_common_words_alone_are_answered(large: SQLiteStores) -> None:
    found = large.facts.search(list(COMMON), 30)
    assert len(found) == 30
    assert all(score > 0 for _, score in found)


def test_a_word_in_most_old_facts_is_found_beyond_the_newest(open_home: Opener) -> None:
    stores = open_home()
    with stores.transaction():
        for n in range(4000):
            stores.facts.add(fact("viejo tema" if n < 2000 else f"cosa {n}", id=f"f{n}"))
    assert len(stores.facts.search(["viejo"], 30)) == 30
    assert len(stores.facts.search(["viejo"], 5000)) == 2000


def test_phrases_are_quoted_once_each() -> None:
    assert phrases(["café", "CAFE"]) == ['"café"']
    assert phrases(["a", 'b"c', "a", "?", "node.js", "a\0b"]) == [
        '"a"',
        '"b""c"',
        '"node.js"',
        '"a b"',
    ]
