"""What is read of a message."""

from __future__ import annotations

import pytest

from assistant.memory.segments.reading import FIRST, LAST, identifiers, sentences


def _texts(message: str) -> list[str]:
    return [said.text for said in sentences(message, by_user=True, turn=1)]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("It costs 3.5 euros. Version 1.2 works!", ["It costs 3.5 euros.", "Version 1.2 works!"]),
        ("¡Hola! ¿Cómo va? Bien.", ["¡Hola!", "¿Cómo va?", "Bien."]),
        ("## Plan\n\n- **uno**\n- dos\n\n> citado", ["Plan", "uno", "dos", "citado"]),
        ("[Press kit](https://acme.io/press) ready", ["Press kit ready"]),
        ("<b>bold</b> move", ["bold move"]),
        ("| a | Precio |\n|---|---|\n| x | 5 km |", ["a", "Precio", "x", "5 km"]),
        ("东京。京都。", ["东京。", "京都。"]),
        ("", []),
        ("👍 …", []),
    ],
)
def test_sentences_lose_their_markup(message: str, expected: list[str]) -> None:
    assert _texts(message) == expected


def test_A10_the_mark_of_a_cut_that_a_model_copied_is_not_read() -> None:
    said = sentences(
        "The lease ends in May. [… 34 tokens elided …] It is long.", by_user=False, turn=1
    )
    assert [s.text for s in said] == ["The lease ends in May.", "It is long."]


def test_code_is_read_as_the_names_it_defines() -> None:
    found = sentences(
        "Mirá:\n```python\ndef run_migration(x):\n    return x + secret_sauce\n```\nListo.",
        by_user=False,
        turn=2,
    )
    assert [said.text for said in found] == ["Mirá:", "run_migration", "Listo."]
    assert [said.code for said in found] == [False, True, False]


def test_code_that_defines_nothing_is_read_as_the_names_it_uses_most() -> None:
    assert identifiers("np.mean(a) + np.mean(b); fooBar()") == ["np.mean", "fooBar"]


def test_questions_are_known_in_both_languages() -> None:
    asked = sentences("¿Va mañana? Is it done? Yes.", by_user=True, turn=1)
    assert [said.question for said in asked] == [True, True, False]


def test_of_a_long_message_beginning_and_end_are_read_in_whole_words() -> None:
    long = "inicio " + "medio " * 20_000 + "final"
    words = " ".join(_texts(long)).split()
    assert words[0] == "inicio"
    assert words[-1] == "final"
    assert set(words) == {"inicio", "medio", "final"}
    assert sum(map(len, words)) < FIRST + LAST


def test_a_cut_inside_code_does_not_turn_code_into_prose() -> None:
    message = "Start.\n```python\n" + "value = compute(1)\n" * 2000 + "```\nEnd of it."
    assert not any("compute(1)" in text for text in _texts(message))
    assert _texts(message)[-1] == "End of it."


@pytest.mark.parametrize(
    "message",
    [
        "the key is sk-proj-Zx81LmQ0aTtR7vYw29bKc4Ns, keep it",
        "mi contraseña es Tr0ub4dor&3",
        "card 4111 1111 1111 1111 please",
    ],
)
def test_F4_secrets_are_not_read(message: str) -> None:
    read = " ".join(_texts(message))
    assert not any(part in read for part in ("Zx81", "Tr0ub4dor", "4111"))
