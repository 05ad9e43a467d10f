"""F7: what a statement is to a fact where only meaning tells."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assistant.embedding.base import Embedder
from assistant.memory.base import Supersede
from assistant.memory.matching import Meaning, relate
from assistant.memory.matching import relation as judgement
from assistant.memory.plan import judging
from tests.memory.facts import fact
from tests.memory.planned import planned


def test_F7_a_change_that_only_meaning_tells_is_seen() -> None:
    later = "the Corolla went to my nephew, these days it's a Hilux"
    judged = relate("I drive a Corolla", "en", later, "en", Meaning())
    assert judged.changed > max(judged.other, judged.same)


def test_only_the_nearest_facts_are_compared(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Sequence[str]] = []
    monkeypatch.setattr(judging, "look_at", seen.append)
    facts = [fact(f"my {thing} is in the blue drawer", id=thing) for thing in (
        "passport", "stapler", "old phone", "spare key", "tape", "notebook")]  # fmt: skip
    planned("the passport moved to the safe upstairs", facts, embedder)
    assert seen
    assert all(len(texts) <= 1 + judging.CLOSELY for texts in seen)


def test_what_is_said_again_is_compared_with_nothing(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "look_at", lambda texts: pytest.fail(f"looked at {texts}"))
    monkeypatch.setattr(judgement, "relation_logits", lambda *_: pytest.fail("asked"))
    planned("I drive a Corolla", [fact("I drive a Corolla")], embedder)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I don't drink coffee", "I drink coffee again"),
        ("my sister lives in Cork", "this once my sister sleeps in Galway"),
        ("room 12B is for chemistry", "room 12D is for biology"),
    ],
)
def test_what_the_words_settle_asks_no_network(
    monkeypatch: pytest.MonkeyPatch, known: str, said: str
) -> None:
    monkeypatch.setattr(judgement, "relation_logits", lambda *_: pytest.fail("asked"))
    assert relate(known, "en", said, "en", Meaning()).same == 0


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
