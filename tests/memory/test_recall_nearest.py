"""A glance at all vectors, then a look at a few: with the real embedder and its relevance (F8)."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.recall.relevance import UNVIEWED, RelevanceModel, Rows, lens_for, look
from training.recall.people import people

FACTS, LATE, WANTED = 2_000, 200, 13


@pytest.fixture(scope="module")
def relevance(embedder: UniversalEmbedder) -> RelevanceModel:
    found = lens_for(embedder.name)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def rows(embedder: UniversalEmbedder, relevance: RelevanceModel) -> Rows:
    """Viewed but for the last LATE of them."""
    texts = [text for person in people() for _, text in person.facts][:FACTS]
    ids, matrix = [str(n) for n in range(FACTS)], embedder.embed(texts)
    first = Rows.of(ids[:-LATE], matrix[:-LATE], relevance, None)
    return Rows.of(ids, matrix, relevance, first)


def test_F8_a_glance_misses_hardly_any_of_the_nearest(
    embedder: UniversalEmbedder, relevance: RelevanceModel, rows: Rows
) -> None:
    asked = [q.text for person in people()[:10] for q in person.questions][:100]
    found = 0
    for vector in embedder.embed(asked):
        looked = look(rows, vector, relevance, float)
        exact = relevance.nearness(rows.matrix, relevance.aim(vector))
        found += len(np.intersect1d(looked.nearest(64, None), np.argsort(-exact)[:WANTED]))
    assert found >= 0.995 * WANTED * len(asked)


def test_F8_rows_that_came_after_the_last_view_are_compared_exactly(
    embedder: UniversalEmbedder, relevance: RelevanceModel, rows: Rows
) -> None:
    assert len(rows.viewed) == FACTS - LATE
    (vector,) = embedder.embed(["quién me cubre el viernes"])
    looked = look(rows, vector, relevance, float)
    late = np.arange(FACTS - LATE, FACTS)
    assert np.allclose(looked.glance[late], looked.nearness(late), atol=1e-5)


def test_rows_that_went_leave_the_view_of_the_others(relevance: RelevanceModel, rows: Rows) -> None:
    stay = [n for n in range(FACTS) if n not in (0, 7, 8, FACTS - LATE - 1)]
    ids, matrix = [rows.ids[n] for n in stay], rows.matrix[stay]
    kept = rows.kept_in(ids, matrix)
    assert kept.ids == ids[: FACTS - LATE - 4]
    assert np.array_equal(kept.viewed, rows.viewed[stay[: len(kept.ids)]])
    assert Rows.of(ids, matrix, relevance, kept).viewed is kept.viewed


@pytest.mark.parametrize("place", [0, 500, FACTS - LATE - 1])
def test_a_row_that_is_another_one_is_not_taken_for_viewed(rows: Rows, place: int) -> None:
    altered = rows.matrix.copy()
    altered[place] = altered[place, ::-1]
    kept = rows.kept_in(rows.ids, altered)
    assert np.array_equal(kept.matrix, rows.matrix[: len(kept.ids)])
    assert not rows.kept_in([f"new{n}" for n in range(FACTS)], rows.matrix).ids
    swapped = rows.kept_in([*rows.ids[1000:], *rows.ids[:1000]], np.roll(rows.matrix, -1000, 0))
    assert swapped.ids == rows.ids[1000 : FACTS - LATE]


def test_few_rows_are_not_viewed_at_all(relevance: RelevanceModel, rows: Rows) -> None:
    assert not len(Rows.of(rows.ids[:UNVIEWED], rows.matrix[:UNVIEWED], relevance, None).viewed)


def test_F8_only_rows_of_the_mask_are_near(
    embedder: UniversalEmbedder, relevance: RelevanceModel, rows: Rows
) -> None:
    mask = np.arange(FACTS) % 7 == 0
    (vector,) = embedder.embed(["what do I eat on a night shift"])
    places = look(rows, vector, relevance, float).nearest(64, mask)
    assert len(places) == 64
    assert mask[places].all()
