"""What is asked of the world goes on to a model; nobody is told that they have not told it (A7)."""

from __future__ import annotations

import pytest

from assistant.answers.world import asks_the_world

TOLD = ("my sister Ruth lives in Galway", "tengo una gata, Pancha")


@pytest.mark.parametrize(
    "question",
    [
        *("¿quién pintó el Guernica?", "who wrote Don Quixote?", "when was Mozart born?"),
        *("¿cuánto mide la torre Eiffel?", "what's the population of Oslo?"),
        *("¿en qué año cayó el muro de Berlín?", "¿cuándo nació Mozart?"),
        *("¿a cuánto está Valladolid de Madrid?", "how far is Leeds from York?"),
        *("when did the titanic sink?", "¿cuánto gana un profesor en Noruega?"),
    ],
)
def test_A7_a_question_of_the_world_is_known_by_its_words(question: str) -> None:
    assert asks_the_world(question, TOLD)


@pytest.mark.parametrize(
    "question",
    [
        *("who painted my kitchen?", "¿quién pintó mi cocina?", "when was Ruth born?"),
        *("¿cuándo nació Pancha?", "where do I live?", "what's the wifi password?"),
        *("how far is the office from my house?", "¿a cuánto queda el club de mi casa?"),
        *("when is the standup?", "who designed our logo?", "¿cuándo vence el alquiler?"),
    ],
)
def test_A7_what_may_be_the_persons_own_is_asked_of_the_memory(question: str) -> None:
    assert not asks_the_world(question, TOLD)
