"""What is found: where a secret stands and of what kind it is, never what it says (F4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

BLOT = "[…]"
"""What stands where a secret stood."""

KINDS = (
    "password",
    "passphrase",
    "pin",
    "code",
    "cvv",
    "card",
    "bank_account",
    "identity_number",
    "api_key",
    "token",
    "private_key",
    "seed_phrase",
    "otp",
    "webhook",
    "cookie",
    "secret",
)
"""Ids of the kinds; the messages name them to people."""


CALLED = ("password", "passphrase")
"""Kinds that only a name beside the value tells."""


class Secret(NamedTuple):
    """``span`` holds the value alone, in characters of the text; ``kind`` is one of ``KINDS``."""

    span: tuple[int, int]
    kind: str


def merged(found: Iterable[Secret]) -> tuple[Secret, ...]:
    """In order of place; overlapping ones become one, under the kind of the one found first: but
    what is called a password is one, though it looks like the number of a card or a token."""
    result: list[Secret] = []
    for secret in sorted(found, key=lambda s: (s.span[0], -s.span[1])):
        if result and secret.span[0] < result[-1].span[1]:
            last = result[-1]
            end = max(last.span[1], secret.span[1])
            kind = next((s.kind for s in (last, secret) if s.kind in CALLED), last.kind)
            result[-1] = Secret((last.span[0], end), kind)
        else:
            result.append(secret)
    return tuple(result)
