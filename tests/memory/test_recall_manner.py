"""How a question is put, as a sign of whose matter it is (F8)."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.arrays import listed, names
from assistant.embedding.base import Embedder
from assistant.memory.recall.relevance import LONGEST, RelevanceModel, lens_for, manner


def test_words_marks_and_their_pairs_are_signs() -> None:
    assert manner("¿Y mi turno?") == {
        *("^", "¿", "y", "mi", "turno", "?", "$"),
        *("^ ¿", "¿ y", "y mi", "mi turno", "turno ?", "? $"),
    }


def test_case_and_accents_make_no_difference() -> None:
    assert manner("CÓMO hago") == manner("como hago")


def test_the_material_that_follows_is_not_looked_at() -> None:
    asked = "resumime esto: " + "x " * LONGEST
    assert manner(asked + "mi hermana") == manner(asked)


def test_names_come_back_as_they_were_listed() -> None:
    assert names(listed(["¿ y", "mi turno", "$"])) == ["¿ y", "mi turno", "$"]


@pytest.mark.parametrize(
    ("own", "world"),
    [
        ("which knife do i get my mother", "which knife do chefs use for onions"),
        ("qué les preparo a los míos esta noche", "cómo se prepara un risotto"),
        ("armame la rutina de la semana", "traduci al italiano: la semana empieza el lunes"),
    ],
)
def test_F8_how_it_is_put_speaks_for_ones_own_matter(
    own: str, world: str, embedder: Embedder
) -> None:
    relevance = lens_for(embedder.name)
    assert isinstance(relevance, RelevanceModel)
    about = [
        relevance.about_user(vector, text)
        for vector, text in zip(embedder.embed([own, world]), (own, world), strict=True)
    ]
    assert about[0] > about[1]
    alike = np.zeros(embedder.dimensions, np.float32)
    assert relevance.about_user(alike, own) > relevance.about_user(alike, world)
