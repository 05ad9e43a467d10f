"""Text as it is compared, with spans that hold where they must."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assistant.text.folding import fold, fold_in_place
from assistant.text.words import names, words


def test_case_accents_and_apostrophes_make_no_difference() -> None:
    assert fold("Ahí l’Ñandú") == fold_in_place("Ahí l’Ñandú") == "ahi l'nandu"


@given(st.text())
def test_what_is_folded_in_place_keeps_every_place(text: str) -> None:
    assert len(fold_in_place(text)) == len(text)


@given(st.text(alphabet="aáAÁñÑ’' zßéİ"))
def test_both_fold_alike_but_for_what_grows(text: str) -> None:
    assert fold(text).replace("̇", "") == fold_in_place(text).replace("̇", "")


def test_words_stand_in_order_and_names_have_a_capital_inside_the_sentence() -> None:
    assert words("Don't ask Ana, snake_case!") == ("don't", "ask", "ana", "snake", "case")
    assert names("Ayer vi a Ángela y al NAS") == {"angela", "nas"}
