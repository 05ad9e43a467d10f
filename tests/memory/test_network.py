"""F7: what a statement is to a fact where only meaning tells."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assistant.embedding.base import Embedder
from assistant.memory.base import Supersede
from assistant.memory.matching import Meaning, Relation, relate
from assistant.memory.matching import relation as judgement
from assistant.memory.matching.alignment import align
from assistant.memory.matching.evidence import evidence
from assistant.memory.plan import judging
from assistant.reader.pair_network import pair_network
from tests.memory.facts import fact
from tests.memory.planned import planned

FACT, LATER = "I drive a Corolla", "the Corolla went to my nephew, these days it's a Hilux"


def test_F7_a_change_that_only_meaning_tells_is_seen_by_the_network(embedder: Embedder) -> None:
    meaning = Meaning.of(embedder)
    by_signs = relate(FACT, "en", LATER, "en", meaning)
    closely = relate(FACT, "en", LATER, "en", meaning, closely=True)
    assert closely.changed > max(by_signs.changed, closely.other, closely.same)


def test_the_network_knows_just_the_signs_that_there_are(embedder: Embedder) -> None:
    meaning = Meaning.of(embedder)
    signs = evidence(FACT, LATER, align(FACT, "en", LATER, "en", meaning), meaning)
    assert set(pair_network("plan", "relation.npz").signs) == set(signs)


def test_only_the_nearest_facts_are_looked_at_closely(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Sequence[str]] = []
    monkeypatch.setattr(judging, "look_at", seen.append)
    facts = [fact(f"my {thing} is in the blue drawer", id=thing) for thing in (
        "passport", "stapler", "old phone", "spare key", "tape", "notebook")]  # fmt: skip
    planned("the passport moved to the safe upstairs", facts, embedder)
    assert seen
    assert all(len(texts) <= 1 + judging.CLOSELY for texts in seen)


def test_what_is_said_again_needs_no_closer_look(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "look_at", lambda texts: pytest.fail(f"looked at {texts}"))
    planned("I drive a Corolla", [fact("I drive a Corolla")], embedder)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("I drive a Corolla", "I don't drive a Corolla anymore"),
        ("I pay 20 euros on Mondays", "I pay 25 euros on Mondays"),
        ("my sister lives in Cork", "this once my sister sleeps in Galway"),
    ],
)
def test_what_the_network_may_not_overrule_is_settled_without_it(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch, fact: str, said: str
) -> None:
    pair = judgement.compare(fact, "en", said, "en", Meaning.of(embedder))
    assert pair is not None
    assert not pair.is_open()
    monkeypatch.setattr(judgement, "relation_logits", lambda *_: pytest.fail("asked"))
    settled = pair.closely()
    for judged in (Relation(1.0, 0.0, 0.0), Relation(0.0, 1.0, 0.0), Relation(0.0, 0.0, 1.0)):
        other = judgement.settle_closely(judged, pair.signs, pair.found, said)
        assert settled in (other, pair.by_signs())


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("my boat is called Zqjmclnshf", "boat: ¿Zqigaiigfj?"),
        ("my escuela is called Zqndidcnnd", "escuela: ¿Zqcrhaisor?"),
        ("our garden runs on Zqbcehsgna", "garden: ¿Zqbcehsgna?"),
    ],
)
def test_F7_what_only_names_the_thing_changes_nothing(
    embedder: Embedder, known: str, said: str
) -> None:
    actions = planned(said, [fact(known)], embedder)
    assert not any(isinstance(action, Supersede) for action in actions)
