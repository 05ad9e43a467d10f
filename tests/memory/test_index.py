"""The facts near a question, on a real store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.memory.index import NEAREST, STANDING, FactIndex, embed_missing
from assistant.records import Fact
from assistant.storage.base import Stores
from assistant.storage.open import open_stores

NOW = datetime(2026, 1, 5, tzinfo=UTC)
AXES = np.eye(8, dtype=np.float32)

Vectors = NDArray[np.float32]


class AxisEmbedder:
    """Each text lies on the axis of its first character's number; real enough for an index."""

    dimensions = 8

    def __init__(self, name: str = "axes/1") -> None:
        self.name = name

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.stack([AXES[ord(text[0]) % 8] for text in texts])

    def calibrate(self, cosine: float) -> float:
        return max(0.0, cosine)

    def warm_up(self) -> None:
        pass


@pytest.fixture(params=["sqlite", "memory"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    url = "memory:" if request.param == "memory" else tmp_path / "assistant.db"
    opened = open_stores(url, clock=lambda: NOW)
    yield opened
    opened.close()


def add(stores: Stores, text: str, role: str = "default", **more: str) -> Fact:
    at = NOW + timedelta(seconds=len(stores.facts.all(retired=True)))
    fact = Fact(text, "personal", text, "high", "explicit", at, at, role=role, **more)  # type: ignore[arg-type]
    stores.facts.add(fact)
    return fact


def found(index: FactIndex, text: str, **options: object) -> dict[str, float]:
    result = index.find(text, AxisEmbedder().embed([text])[0], **options)  # type: ignore[arg-type]
    return {c.fact.id: round(c.nearness, 3) for c in result.candidates}


def test_a_fact_is_found_by_its_vector(stores: Stores) -> None:
    for text in ("apple", "banana", "cherry"):
        add(stores, text)
    assert embed_missing(stores.facts, AxisEmbedder()) == 3
    near = found(FactIndex(stores.facts, "axes/1"), "avocado")
    assert near == {"apple": 1.0, "banana": 0.0, "cherry": 0.0}


def test_what_changes_is_seen_at_the_next_question(stores: Stores) -> None:
    index = FactIndex(stores.facts, "axes/1")
    assert found(index, "apple") == {}
    apple = add(stores, "apple")
    embed_missing(stores.facts, AxisEmbedder())
    assert found(index, "avocado") == {"apple": 1.0}
    add(stores, "almond")
    embed_missing(stores.facts, AxisEmbedder())
    assert found(index, "avocado") == {"apple": 1.0, "almond": 1.0}
    stores.facts.update(replace(apple, retired_at=NOW))
    assert found(index, "avocado") == {"almond": 1.0}
    stores.facts.erase(["almond"], [], NOW)
    assert found(index, "avocado") == {}


def test_another_opening_of_the_same_home_is_followed(tmp_path: Path) -> None:
    mine = open_stores(tmp_path / "a.db", clock=lambda: NOW)
    theirs = open_stores(tmp_path / "a.db", clock=lambda: NOW)
    index = FactIndex(mine.facts, "axes/1")
    assert found(index, "apple") == {}
    add(theirs, "apple")
    embed_missing(theirs.facts, AxisEmbedder())
    assert found(index, "avocado") == {"apple": 1.0}
    mine.close()
    theirs.close()


def test_F9_retired_facts_are_no_candidates(stores: Stores) -> None:
    stores.facts.update(replace(add(stores, "apple"), retired_at=NOW))
    embed_missing(stores.facts, AxisEmbedder())
    index = FactIndex(stores.facts, "axes/1")
    assert found(index, "apple", words=["apple"]) == {}


def test_a_role_sees_its_own_facts_alone(stores: Stores) -> None:
    add(stores, "apple", role="cook")
    add(stores, "almond")
    embed_missing(stores.facts, AxisEmbedder())
    index = FactIndex(stores.facts, "axes/1")
    assert set(found(index, "avocado", role="cook", words=["almond"])) == {"apple"}
    assert set(found(index, "avocado")) == {"apple", "almond"}


def test_a_fact_without_a_vector_is_found_by_its_words(stores: Stores) -> None:
    add(stores, "banana bread")
    index = FactIndex(stores.facts, "axes/1")
    assert found(index, "apple") == {}
    assert found(index, "apple", words=["bread"]) == {"banana bread": 0.0}


def test_F8_a_rule_that_holds_always_is_a_candidate_of_every_question(stores: Stores) -> None:
    add(stores, "be brief", kind="rule")
    for n in range(NEAREST + 10):
        add(stores, f"apple {n}")
    embed_missing(stores.facts, AxisEmbedder())
    index = FactIndex(stores.facts, "axes/1")
    near = found(index, "apple")
    assert "be brief" in near
    assert len(near) == NEAREST + 1


def test_vectors_are_rebuilt_when_the_embedder_changes(stores: Stores) -> None:
    for n in range(70):
        add(stores, f"{n} things")
    embed_missing(stores.facts, AxisEmbedder())
    seen: list[tuple[int, int]] = []
    again = embed_missing(stores.facts, AxisEmbedder("axes/2"), lambda *done: seen.append(done))
    assert again == 70
    assert seen == [(64, 70), (70, 70)]
    assert embed_missing(stores.facts, AxisEmbedder("axes/2")) == 0
    assert len(found(FactIndex(stores.facts, "axes/2"), "1")) > 0


def test_F8_of_many_standing_rules_the_nearest_of_the_role_are_looked_at(stores: Stores) -> None:
    rules = [add(stores, f"banana: answer in Spanish, rule {n}", kind="rule") for n in range(80)]
    near = [add(stores, f"apple: answer in Spanish, rule {n}", kind="rule") for n in range(3)]
    add(stores, "almond: answer in Spanish", role="cook", kind="rule")
    for n in range(NEAREST):
        add(stores, f"almond {n}")
    embed_missing(stores.facts, AxisEmbedder())
    index = FactIndex(stores.facts, "axes/1")
    mine = found(index, "avocado", role="default")
    assert {fact.id for fact in near} <= mine.keys()
    assert len(mine.keys() & {fact.id for fact in rules}) == STANDING - len(near)
