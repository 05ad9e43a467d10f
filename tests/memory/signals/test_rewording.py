"""F5: what is stored is short, self-contained and in the user's words."""

from __future__ import annotations

import pytest

from assistant.memory.signals import read


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("recordá que trabajo en fintech, equipo de 5", "trabaja en fintech, equipo de 5"),
        ("che, tené presente que a Juan le cae mal la lactosa", "a Juan le cae mal la lactosa"),
        ("remember that our ticket prefix is CAPA", "our ticket prefix is CAPA"),
        ("the dog is called Pickle, please remember", "the dog is called Pickle"),
        ("fyi: the lab is closed on mondays", "the lab is closed on mondays"),
        ("hola, recordá que soy zurda!", "es zurda"),
        ("note that i live in Oslo", "lives in Oslo"),
        ("remember i have a bad knee", "has a bad knee"),
        ("remember i no longer eat fish", "no longer eats fish"),
        ("recordá que soy zurda, por cierto", "es zurda"),
    ],
)
def test_F5_only_the_fact_is_kept(message: str, text: str) -> None:
    assert [finding.text for finding in read(message).findings] == [text]


@pytest.mark.parametrize(
    "message",
    [
        "recordá que mido y calzo lo mismo que papá",
        "recordá que vivo con mi hermana",
        "remember that i live in the terminal and love it",
        "remember that i sing and my wife plays",
    ],
)
def test_F5_a_sentence_with_more_than_one_first_person_word_stays_as_it_is(message: str) -> None:
    [finding] = read(message).findings
    assert finding.text == message.partition(" que " if " que " in message else " that ")[2]


def test_F5_a_fact_has_a_bounded_length() -> None:
    [finding] = read("remember that our team " + "really " * 60 + "likes tea").findings
    assert len(finding.text) <= 241
