"""Which words confirm a result (C8, T8): strictly those that say so."""

from __future__ import annotations

import pytest

from assistant.memory.engine.state import confirmed_in
from assistant.memory.signals import read


def confirmed(text: str) -> tuple[str, ...]:
    return confirmed_in(text, read(text))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("confirmado: el puerto es 5433", "el puerto es 5433"),
        ("Ok, confirmado: vamos con Postgres 16", "vamos con Postgres 16"),
        ("Te confirmo que Ana entrega el jueves. ¿Sigo yo?", "Ana entrega el jueves"),
        ("queda confirmado que pagamos en dos cuotas", "pagamos en dos cuotas"),
        ("ya quedó confirmado: salimos el 3/5 desde Ezeiza", "salimos el 3/5 desde Ezeiza"),
        ("dale, confirmamos: turno mañana", "turno mañana"),
        ("Confirmed: the port is 5433", "the port is 5433"),
        ("I can confirm that Dana is on call on Saturday", "Dana is on call on Saturday"),
        ("just confirmed: v2.4.1 ships on Friday, not Thursday",
         "v2.4.1 ships on Friday, not Thursday"),
        ("Great, it's confirmed: 40 seats at 9 €", "40 seats at 9 €"),
        ("We tested it twice. We confirm that the backup restores", "the backup restores"),
        ("hola, te confirmo que el proveedor es Telmex", "el proveedor es Telmex"),
    ],
)  # fmt: skip
def test_T8_an_explicit_confirmation_is_kept_in_its_own_words(text: str, result: str) -> None:
    assert confirmed(text) == (result,)


@pytest.mark.parametrize(
    "text",
    [
        "sí, quedó así",
        "confirmado, gracias",
        "confirmado",
        "ok dale",
        "¿confirmado que el puerto es 5433?",
        "¿me confirmás que el puerto es 5433?",
        "confirmá que el puerto está abierto",
        "no confirmo que el puerto sea 5433",
        "todavía no está confirmado que viene Ana",
        "si te confirmo que viene Ana, reservá",
        "I can't confirm that the port is 5433",
        "can you confirm that the port is 5433?",
        "please confirm: is it 5433?",
        "they said it's confirmed that the fair moves",
        "confirmed? the port is 5433?",
        'traducí: "confirmado: el puerto es 1"',
        "> confirmado: el puerto es 1",
        "```\nconfirmed: the port is 1\n```",
        "confirmed: ok",
        "confirmed: " + "very " * 60 + "long",
    ],
)
def test_T8_nothing_less_than_that_confirms(text: str) -> None:
    assert confirmed(text) == ()


def test_F4_a_secret_is_never_state() -> None:
    assert confirmed("confirmed: the staging password is hunter2xyz!") == ()
