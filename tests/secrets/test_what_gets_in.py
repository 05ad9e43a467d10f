"""What gets somebody into an account is a secret, whatever it is called (F4)."""

from __future__ import annotations

import pytest

from assistant.secrets import find


@pytest.mark.parametrize(
    "message",
    [
        "my SIN is 046 454 286",
        "mi NSS es 12345678901",
        "I get into my email with Trumpet77!",
        "get into my bank account using Hunter2b",
        "entro con Perico88 a mi correo",
        "entro a mi correo con Perico88",
        "I log into the router with admin / hunter2b",
        "me logueo con ana y Zorro42",
        "uso Perico88 para entrar al banco",
        "I use Trumpet77 to sign in to the bank",
        "I unlock my phone with 482193",
    ],
)
def test_F4_what_gets_in_is_found(message: str) -> None:
    assert find(message)


@pytest.mark.parametrize(
    "message",
    [
        "I get into my email with Outlook",
        "entro con Ana a mi oficina",
        "I use Windows11 to sign in to the bank",
        "entro al correo con Firefox115",
        "log in as root / admin panel is broken",
        "I sign in with Google",
        "I unlock my phone with Face ID",
        "my sin is pride",
        "my invoice is 046 454 286",
        "I open the server with Maria2 at 9",
        "abro la cuenta con Ana el 2027",
        "we open accounts with customers in 2026",
    ],
)
def test_F4_what_only_sounds_so_is_none(message: str) -> None:
    assert not find(message)
