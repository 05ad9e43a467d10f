"""The trained relevance with the real embedder: floors under what was measured, and its data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from assistant.embedding.universal import UniversalEmbedder
from assistant.memory.base import OfferedFact
from assistant.memory.recall.relevance import RelevanceModel, lens_for
from tests.benchmarks.recall import rankings
from training.recall.people import Asked, Person, general, meetings, people

GARDENER = Person(
    "a gardener",
    (
        ("personal", "Soy alérgica a las almendras"),
        ("work", "I prune trees for the town hall, never above eight metres"),
        ("preferences", "No me gustan los hoteles grandes"),
        ("work", "Mi capataz se llama Anselmo y da los turnos los viernes"),
        ("projects", "I'm rebuilding the greenhouse by the end of October"),
    ),
    (
        Asked("qué postre llevo a la merienda", (0,)),
        Asked("where shall we sleep in Seville", (2,)),
        Asked("a quién le pido cambiar el lunes", (3,)),
        Asked("how many weeks are left for the glass roof", (4,)),
        Asked("cuál es la capital de Nueva Zelanda", ()),
        Asked("how many sides does a cube have", ()),
    ),
)


@pytest.fixture(scope="module")
def relevance(embedder: UniversalEmbedder) -> RelevanceModel:
    found = lens_for(embedder.name)
    assert found is not None
    return found


def inside(ranking: Sequence[OfferedFact]) -> set[str]:
    return {r.fact.id for r in ranking if r.considered.decision == "in"}


def test_F8_right_facts_are_in_and_questions_of_the_world_get_none(
    embedder: UniversalEmbedder, relevance: RelevanceModel
) -> None:
    ranked = rankings(GARDENER, embedder, relevance)
    for asked, ranking in zip(GARDENER.questions, ranked, strict=True):
        right = {f"a gardener/{n}" for n in asked.right}
        assert right <= inside(ranking), asked.text
        assert bool(inside(ranking)) == bool(right), asked.text


def test_F8_the_nearest_fact_is_the_right_one_across_languages(
    embedder: UniversalEmbedder, relevance: RelevanceModel
) -> None:
    ranked = rankings(GARDENER, embedder, relevance)
    assert ranked[1][0].fact.id == "a gardener/2"


@pytest.mark.heavy
@pytest.mark.slow
def test_F8_quality_does_not_fall(embedder: UniversalEmbedder, relevance: RelevanceModel) -> None:
    """In sample; ``python -m training recall`` reports on the same people unseen (94 %, silent 93 %)."""
    hits, silences = [], []
    for person in people():
        for asked, ranking in zip(
            person.questions, rankings(person, embedder, relevance), strict=True
        ):
            if asked.right:
                hits.append(bool(inside(ranking) & {f"{person.name}/{n}" for n in asked.right}))
            else:
                silences.append(all(r.standing for r in ranking if r.line))
    assert np.mean(hits) > 0.9
    assert np.mean(silences) > 0.94


def test_nearness_does_not_depend_on_the_order_of_facts(
    embedder: UniversalEmbedder, relevance: RelevanceModel
) -> None:
    facts = embedder.embed([text for _, text in GARDENER.facts])
    aim = relevance.aim(embedder.embed(["qué postre llevo"])[0])
    scores = relevance.nearness(facts, aim)
    again = relevance.nearness(facts[::-1], aim)
    assert np.allclose(scores, again[::-1], atol=1e-5)
    assert int(scores.argmax()) == 0


def test_an_embedder_that_no_lens_was_trained_for_has_none() -> None:
    assert lens_for("sentence-transformers/any/model") is None


def test_the_data_is_whole() -> None:
    assert len(people()) >= 16
    assert all(len(person.facts) >= 20 and len(person.questions) >= 25 for person in people())
    assert len(meetings()) >= 150
    assert len(general()) == len(set(general())) >= 200


def test_a_line_that_fits_nowhere_is_named(tmp_path: Path) -> None:
    (tmp_path / "somebody.txt").write_text("F1 work: I bake\nX what is this\n")
    with pytest.raises(ValueError, match="what is this"):
        people(tmp_path)
