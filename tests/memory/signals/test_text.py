from __future__ import annotations

import pytest

from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.text import Canon, tokenize
from assistant.text.folding import fold_in_place


def canonical(text: str) -> str:
    return Canon.of(tokenize(text, load_lexicon().speller)).text


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("Recordá QUE sí", "recorda que si"),
        ("i'm sure you don't", "i am sure you do not"),
        ("dont know", "do not know"),
        ("my husband's a farrier", "my husband 's a farrier"),
        ("recorda q uso vim", "recorda que uso vim"),
        ("rembember that", "remember that"),
        ("simepre en json", "siempre en json"),
        ("usa snake_case, no camelCase", "usa snake_case , no camelcase"),
        ("c++ 3.12 y offline-first", "c++ 3.12 y offline-first"),
    ],
)
def test_Canonical_text_writes_words_out(typed: str, words: str) -> None:
    assert canonical(typed) == words


@pytest.mark.parametrize(
    "word", ["december", "member", "contestar", "recuerdes", "anote", "quieto"]
)
def test_Another_form_of_a_word_is_no_typo(word: str) -> None:
    assert canonical(word) == word


def test_Folding_keeps_the_length() -> None:
    text = "ÑandÚ İstanbul ﬁn ß 日本 é"
    assert len(fold_in_place(text)) == len(text)


def test_A_canonical_range_leads_back_to_the_message() -> None:
    text = "  ¡Ojo! don't   PANIC "
    canon = Canon.of(tokenize(text, load_lexicon().speller))
    at = canon.text.index("not panic")
    start, end = canon.span(at, at + len("not panic"))
    assert text[start:end] == "don't   PANIC"
