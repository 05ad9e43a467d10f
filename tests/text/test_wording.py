"""Words as the policies compare them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.records import Language
from assistant.text.folding import fold
from assistant.text.phrases import tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import wording


def keys(text: str, language: Language = "en") -> set[str]:
    return set(wording(text, language).keys)


def alike(one: str, other: str) -> bool:
    return same_word(wording(one, "en").words[0], wording(other, "en").words[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cantan", "canto"),
        ("composting", "compost"),
        ("microscope", "microscopio"),
        ("glazier's", "glaziers"),
        ("diabetic", "diabética"),
        ("lunes", "mondays"),
        ("dos", "2"),
        ("CAFÉ", "coffee"),
        ("mudé", "live"),
    ],
)
def test_forms_translations_and_accents_of_a_word_are_one(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("lunes", "martes"), ("vecino", "vecina"), ("200", "2000"), ("java", "javascript")],
)
def test_other_days_persons_numbers_and_names_are_other_words(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_thousand_is_a_thousand_however_it_is_written() -> None:
    assert tokens("1.200") == tokens("1,200") == tokens("1200") == ("1200",)
    assert tokens("10.0.0.7") == ("10.0.0.7",)


@pytest.mark.parametrize(
    ("text", "exact", "numbers"),
    [
        ("it costs 3.50, 5% more, at 10:30", [], ["3.50", "5%", "10:30"]),
        ("the build 3f2a9c of db_user and nginx.conf", ["3f2a9c", "db_user", "nginx.conf"], []),
        ("mail ana@acme.io about seat 12A", ["ana@acme.io", "a"], ["12"]),
        ("la reunión es a las 10h30", ["h30"], ["10"]),
        ("the boxes weigh 5kg and 12kg", [], ["5", "12"]),
    ],
)
def test_F7_a_code_is_one_word_to_the_letter_and_a_number_none(
    text: str, exact: list[str], numbers: list[str]
) -> None:
    words = wording(text, "en").words
    assert [word.text for word in words if word.exact] == exact
    assert [word.text for word in words if word.kind == "number"] == numbers


def test_function_words_depend_on_the_language() -> None:
    assert keys("the van", "en")
    assert keys("van", "es") == set()


def test_nothing_changed_is_no_change() -> None:
    assert not wording("it's still perforce, nothing changed", "en").cues["new"]
    assert wording("we changed it", "en").cues["new"]


def test_as_of_today_is_not_only_today() -> None:
    assert not wording("as of today we use hugo", "en").cues["for now"]
    assert wording("today we use hugo", "en").cues["for now"]


@given(st.text())
def test_any_text_can_be_taken_apart(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    found = wording(text, "es")
    assert all(0 <= word.place < len(found.tokens) for word in found.words)
