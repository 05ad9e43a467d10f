"""Where somebody lives does not tell where they work (A7)."""

from __future__ import annotations

import pytest

from assistant.answers.reader.places import of_another_place


@pytest.mark.parametrize(
    ("question", "fact", "another"),
    [
        ("¿dónde trabajo?", "me mudé a Lugo", True),
        ("where do I work?", "I moved to Lugo last year", True),
        ("where does my sister live?", "mi hermana trabaja en Galway", True),
        ("¿dónde nací?", "vivo en Vigo", True),
        ("where do I live?", "I moved to Lugo last year", False),
        ("¿dónde trabajo?", "vivo en Lugo y trabajo en Vigo", False),
        ("where do I work?", "teaches history at a school in Hull", False),
        ("when do I work?", "I live by the clock", False),
    ],
)
def test_A7_a_home_is_no_place_of_work(question: str, fact: str, another: bool) -> None:
    assert of_another_place(question, fact) == another
