"""What a conversation is called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.memory.titles import LONGEST, Title, better, title


@pytest.mark.parametrize(
    ("message", "called"),
    [
        ("what is the capital of France?", "What is the capital of France"),
        ("hola, ¿me ayudás con algo de docker?", "Docker"),
        ("Can you please explain how TCP slow start works?", "How TCP slow start works"),
        ("buenas! quería preguntarte por el horario de la biblioteca",
         "El horario de la biblioteca"),
        ("I need to write an email to my landlord about the broken heater",
         "Write an email to my landlord about the broken…"),
        ("my query `SELECT * FROM t` takes 40 seconds, how do I speed it up without an index?",
         "My query takes 40 seconds"),
        ("quiero que me ayudes con una carta para mi casero porque no anda la calefacción",
         "Una carta para mi casero…"),
        ("```python\nprint(1)\n```\nwhy does the loop fail?", "Why does the loop fail"),
        ("hey can u help me figure out why my sourdough is so dense??",
         "Why my sourdough is so dense"),
        ("do you think i should take the job in Berlin?", "Take the job in Berlin"),
        ("no, perdón, quise decir el casillero 221", "El casillero 221"),
        ("good morning! We paint the kitchen on Friday. Which colour?",
         "We paint the kitchen on Friday"),
    ],
)  # fmt: skip
def test_a_title_is_what_was_asked_as_the_person_says_it(message: str, called: str) -> None:
    found = title(message, 1)
    assert found is not None
    assert found.text == called


@pytest.mark.parametrize("message", ["221", "no, 221", "it's 42", "what's 15% of 240?"])
def test_a_figure_names_nothing(message: str) -> None:
    assert title(message, 1) is None


@pytest.mark.parametrize("message", ["hey there", "hola!", "ok, thanks", "¿y?", "", "```\nx\n```"])
def test_a_greeting_names_nothing(message: str) -> None:
    assert title(message, 1) is None


def test_the_first_message_that_tells_enough_names_it() -> None:
    docker, reboot, later = (
        title(said, number)
        for number, said in enumerate(
            (
                "me ayudás con docker?",
                "que un contenedor reinicie solo",
                "cocinar berenjenas fritas",
            ),
            1,
        )
    )
    assert better(None, docker) == docker
    assert better(docker, reboot) == reboot
    assert better(reboot, later) == reboot
    assert better(docker, None) == docker


@given(st.text(max_size=900))
def test_any_message_has_a_short_title_or_none(message: str) -> None:
    found = title(message, 3)
    if found is not None:
        assert 0 < len(found.text) <= LONGEST + 2
        assert "\n" not in found.text
        assert isinstance(found, Title)
