"""Whether a word is one, also without its marks."""

from __future__ import annotations

import pytest

from assistant.text.dictionaries import is_folded_word


@pytest.mark.parametrize("word", ["cumpleanos", "telefono", "compania", "boiler", "nina"])
def test_F7_a_word_is_known_without_its_marks(word: str) -> None:
    assert is_folded_word(word)


@pytest.mark.parametrize("name", ["nando", "lourdes", "kailh"])
def test_F7_a_name_that_was_typed_small_is_no_word(name: str) -> None:
    assert not is_folded_word(name)
