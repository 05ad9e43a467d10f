"""BM25 without an index."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assistant.prompt.lexical import scores, terms
from assistant.text.folding import fold_in_place


def best(pieces: list[str], question: str) -> int:
    text = fold_in_place("\n".join(pieces))
    spans, at = [], 0
    for piece in pieces:
        spans.append((at, at + len(piece)))
        at += len(piece) + 1
    values = scores(text, spans, terms(question))
    return values.index(max(values)) if max(values) else -1


def test_accents_and_case_do_not_matter() -> None:
    assert best(["nada", "La CONEXIÓN falló", "otra"], "por que fallo la conexion") == 1


def test_inflected_words_meet() -> None:
    assert best(["the cat", "three deployments went out"], "deploying") == 1
    assert best(["el gato", "se borraron los usuarios"], "borrar un usuario") == 1


def test_rare_words_weigh_more() -> None:
    pieces = ["the server answered"] * 6 + ["the server died of kerosene"]
    assert best(pieces, "server kerosene") == 6


def test_numbers_match_whole() -> None:
    assert best(["error 14042", "error 404"], "404") == 1


def test_parts_of_identifiers_match() -> None:
    assert best(["nothing", "def parse_config(path):"], "config") == 1
    assert best(["nothing", "function parseConfig() {"], "config") == 1
    assert best(["parse the other thing", "call parse_config now"], "parse_config") == 1


def test_short_words_need_a_beginning() -> None:
    assert best(["valid idea", "the id is 7"], "id") == 1


def test_what_is_not_there_scores_nothing() -> None:
    assert best(["one", "two"], "kerosene") == -1


def test_stop_words_are_not_looked_for() -> None:
    assert terms("what is the kerosene", {"what", "is", "the"}) == ("kerosen",)


@given(st.text(max_size=200))
def test_folding_keeps_positions(text: str) -> None:
    assert len(fold_in_place(text)) == len(text)
