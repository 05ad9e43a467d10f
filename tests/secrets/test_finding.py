"""F4. The values here are invented or taken from documentation."""

from __future__ import annotations

import pytest

from assistant.memory.signals import read
from assistant.secrets import find, redact


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("my password is hunter2", "hunter2"),
        ("la contraseña del wifi es pato4455, guardala", "pato4455"),
        ("acordate del usuario y clave: rocio / Rocio1987", "Rocio1987"),
        ("anotá que el pin es 0471", "0471"),
        ("remember: alarm code 9911", "9911"),
        ("api key for later: sk-proj-9aB8cD7eF6gH5iJ4kL3mN2oP", "sk-proj-9aB8cD7eF6gH5iJ4kL3mN2oP"),
        ("use AKIAIOSFODNN7EXAMPLE for the bucket", "AKIAIOSFODNN7EXAMPLE"),
        ("ghp_0123456789abcdefghijABCDEFGHIJ012345", "ghp_0123456789abcdefghijABCDEFGHIJ012345"),
        ("my card is 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("postgres://me:s3cr3tpw@db.example.com/x", "s3cr3tpw"),
        ("note my ssn, 078-05-1120", "078-05-1120"),
        ("the gate code at the farm, 2210#", "2210#"),
        ("el código del portón de casa, 88213", "88213"),
        (
            "seed phrase: legal winner thank year wave sausage worth useful legal winner thank",
            "sausage",
        ),
    ],
)
def test_F4_secrets_are_found_where_they_stand(message: str, value: str) -> None:
    spans = [message[slice(*secret.span)] for secret in find(message)]
    assert any(value in span for span in spans)


@pytest.mark.parametrize(
    "message",
    [
        "la clave es escuchar al cliente",
        "passwords are hashed with argon2",
        "my password expired",
        "el sensor está en el pin PA7",
        "order 1234 5678 9012 3456 arrived",  # fails the Luhn check
        "the token ring network is old",
        "el secreto es la paciencia",
        "commit 9f8e7d6c is broken",
        "my phone is 555 1234",
        "my card at the gym, 2024",
        "the alarm at home, 1998 model",
        "https://example.com/a/very/long/path/with/Numbers123",
    ],
)
def test_F4_ordinary_talk_is_no_secret(message: str) -> None:
    assert find(message) == ()


def test_F4_kinds_say_nothing_of_the_value() -> None:
    [secret] = find("my password is hunter2")
    assert "hunter2" not in secret.kind


def test_F4_no_kept_text_looks_like_a_secret_by_being_cut_short() -> None:
    message = "Recordá que trabajo en fintech, " + "equipo, " * 26 + "tokens: 6, " + "y más " * 20
    assert all(not read(finding.text).secrets for finding in read(message).findings)
