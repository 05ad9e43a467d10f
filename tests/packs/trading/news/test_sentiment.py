"""Whether news are good for who holds what they are about; the share of right ones is measured by
``training/sentiment.py``."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.packs.trading import sentiment
from assistant.packs.trading.news.features import features
from assistant.packs.trading.news.lexicon import KINDS, read
from assistant.packs.trading.news.sentiment import WEIGHTS, sentiments, shipped
from assistant.packs.trading.texts import tables
from training.sentiment import headlines


@pytest.mark.parametrize(
    ("title", "label"),
    [
        ("Profit rises 12%, above expectations", "positive"),
        ("Profit falls 12%, below expectations", "negative"),
        ("Company cuts its debt by half", "positive"),
        ("Company cuts its dividend by half", "negative"),
        ("Loss is smaller than feared", "positive"),
        ("Company denies it will sell new shares, stock rebounds", "positive"),
        ("Despite record sales, profit slumps", "negative"),
        ("Company to report results on Thursday", "neutral"),
        ("Rates unchanged, as expected", "neutral"),
        ("La ganancia subió 12% y superó lo esperado", "positive"),
        ("La ganancia cayó 12%, por debajo de lo esperado", "negative"),
        ("Baja el desempleo", "positive"),
        ("Bajan las ventas", "negative"),
        ("La pérdida fue menor de lo que se temía", "positive"),
        ("Presentará sus resultados el jueves", "neutral"),
        ("¿Subirá la tasa el Banco Central?", "neutral"),
        ("", "neutral"),
        ("   ", "neutral"),
    ],
)
def test_it_is_read_by_what_moves_and_where(title: str, label: str) -> None:
    found = sentiment(title, "")
    assert found.label == label
    assert -1 <= found.score <= 1
    assert (found.score > 0) == (label == "positive") or label == "neutral"


def test_what_is_expected_weighs_more_than_what_has_passed() -> None:
    assert sentiment("Quarter beats estimates, full-year guidance cut").label == "negative"
    assert sentiment("Superó en el trimestre, pero recorta su guía anual").label == "negative"


def test_a_direction_is_read_with_its_noun() -> None:
    assert features("debt falls", "")["down.burden+"] == 1
    assert features("profit falls", "")["down.asset-"] == 1
    assert features("sin deuda", "")["not.burden+"] == 1
    assert features("profit. falls", "")["down.alone-"] == 1


def test_what_stands_behind_despite_counts_apart() -> None:
    found = features("Despite record losses, profit rises", "")
    assert (found["sum"], found["ground"] < 0) == (1, True)


def test_the_longest_phrase_is_taken() -> None:
    cues = read("auditor clears company; no evidence of fraud").cues
    assert [cue.kinds for cue in cues if cue.end - cue.at == 4] == [{"good"}]


def test_both_languages_have_every_kind_of_word() -> None:
    for table in tables("news/lexicon").values():
        assert all(len(table[kind]) >= 5 for kind in KINDS)


def test_several_at_once_are_read_as_each_alone() -> None:
    news = [("Profit rises", ""), ("Caen las ventas", "El margen se hunde."), ("", "")]
    assert sentiments(news) == [sentiment(*one) for one in news]


@settings(max_examples=25)
@given(st.text(max_size=80), st.text(max_size=80))
def test_whatever_is_read_has_a_label_and_a_score(title: str, summary: str) -> None:
    found = features(title, summary)
    assert all(isinstance(value, int) for value in found.values())


def test_the_weights_are_small_and_those_of_the_text_that_is_there() -> None:
    assert WEIGHTS.stat().st_size < 300_000
    model = shipped()
    assert model.weights.shape == (len(model.names) + 512, 3)
    known = set(model.names)
    assert all(known >= set(features(row.title, row.summary)) for row in headlines())


def test_the_training_text_is_balanced() -> None:
    rows = headlines()
    writers = {row.writer for row in rows}
    assert len(writers) >= 6
    for writer in writers:
        for language in ("en", "es"):
            own = [row.label for row in rows if (row.writer, row.language) == (writer, language)]
            assert len(own) >= 60
            shares = [own.count(label) / len(own) for label in set(own)]
            assert len(shares) == 3
            assert max(shares) - min(shares) < 0.12
    assert len({(row.title, row.summary) for row in rows}) == len(rows)
