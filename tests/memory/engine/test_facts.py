"""What a keeper of many facts compares a message with, on a real store and the real embedder."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.memory.base import MemoryChange
from assistant.memory.engine.facts import FEW, FactKeeper
from assistant.memory.engine.forgetting import Forgetter
from assistant.memory.matching import Meaning
from assistant.memory.signals import read
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.memory.facts import NOW, fact

CORRECTION = "perdón, 7 no 5"


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stores]:
    opened = open_stores(tmp_path / "assistant.db", clock=lambda: NOW)
    yield opened
    opened.close()


@pytest.fixture
def keeper(stores: Stores, embedder: Embedder) -> FactKeeper:
    """It knows many facts, all nearer to the correction than any real one, by words and vectors."""
    old = NOW - timedelta(days=2)
    many = [fact(f"drawer{n}: 7 of 5", confirmed=old) for n in range(FEW)]
    vector = embedder.embed([CORRECTION])[0]
    with stores.transaction():
        for one in many:
            stores.facts.add(one)
        stores.facts.put_vectors(embedder.name, {f.id: np.copy(vector) for f in many})
    forgetter = Forgetter(stores, lambda: b"k" * 32, lambda: Meaning.of(embedder))
    return FactKeeper(stores, embedder, Config(), forgetter)


def test_F7_a_few_words_correct_the_fact_stated_just_before_among_many(
    stores: Stores, keeper: FactKeeper, embedder: Embedder
) -> None:
    lately: list[str] = []

    def say(text: str) -> MemoryChange:
        actions = keeper.intend(read(text, embedder.embed), "default", NOW, lately)
        with stores.transaction():
            (change,) = keeper.apply(actions, NOW)
        lately.append(change.fact_ids[0])
        return change

    assert say("Trabajo en fintech, equipo de 5").kind in {"noted", "asked"}
    corrected = say(CORRECTION)
    assert (corrected.kind, corrected.text) == ("replaced", "trabaja en fintech, equipo de 7")
