"""F7: a number in words is one value, whatever words it takes."""

from __future__ import annotations

import pytest

from assistant.memory.plan.spelled_numbers import spelled_numbers
from assistant.memory.plan.substitutions import values_of
from assistant.records import Language


@pytest.mark.parametrize(
    ("text", "language", "numbers"),
    [
        ("solo debo trece mil al banco", "es", [("trece mil", "13000")]),
        ("con ciento cincuenta invitados", "es", [("ciento cincuenta", "150")]),
        ("el veintiuno de mayo", "es", [("veintiuno", "21")]),
        ("twenty-five pounds a week", "en", [("twenty-five", "25")]),
        ("one hundred and twenty guests", "en", [("one hundred and twenty", "120")]),
        ("a las seis y media", "es", []),  # an hour, one of the words
        ("tengo dos hijos y una hija", "es", []),
        ("cobra 2 millones", "es", []),  # of the figures before it
        ("", "es", []),
    ],
)
def test_F7_a_number_in_words_is_found_whole(
    text: str, language: Language, numbers: list[tuple[str, str]]
) -> None:
    found = spelled_numbers(text, language).values()
    assert [(text[slice(*one.span)], one.figures) for one in found] == numbers
    told = [(t.typed, t.word) for t in values_of(text, language) if t.sort == "number"]
    assert set(numbers) <= set(told)
