"""What a client holds of a conversation beside what is stored of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant.records import Author, Message, Turn
from assistant.server.history import Stored, standing
from assistant.server.wire import Exchange

AT = datetime(2026, 1, 5, tzinfo=UTC)


def turn(number: int, user: str, reply: str) -> Turn:
    def row(role: Author, content: str) -> Message:
        return Message(f"c/{number}/{role}", "c", number, role, content, AT, 1)

    return Turn(number, row("user", user), row("assistant", reply))


ONE, TWO, THREE = turn(1, "a", "A"), turn(2, "b", "B"), turn(3, "c", "C")
A, B, C = Exchange("a", "A"), Exchange("b", "B"), Exchange("c", "C")


@pytest.mark.parametrize(
    ("stored", "history", "expected"),
    [
        (Stored(0, ()), (), "goes_on"),
        (Stored(0, ()), (A,), "unlike"),
        (Stored(1, (ONE,)), (A,), "goes_on"),
        (Stored(1, (ONE,)), (), "taken_back"),
        (Stored(2, (ONE, TWO)), (A, B), "goes_on"),
        (Stored(2, (ONE, TWO)), (Exchange("a", " A\n"), B), "goes_on"),
        (Stored(2, (ONE, TWO)), (A,), "taken_back"),
        (Stored(2, (ONE, TWO)), (Exchange("a", "X"),), "unlike"),
        (Stored(2, (ONE, TWO)), (), "unlike"),
        (Stored(3, (ONE, TWO, THREE)), (A, B), "taken_back"),
        (Stored(3, (ONE, TWO, THREE)), (B,), "unlike"),
        (Stored(3, (ONE, TWO, THREE)), (B, C), "goes_on"),
        (Stored(3, (TWO, THREE)), (A, B), "taken_back"),
        (Stored(3, (THREE,)), (A, B), "unlike"),
        (Stored(3, ()), (A, B, C), "goes_on"),
        (Stored(3, ()), (A, B), "unlike"),
        (Stored(3, (ONE, TWO)), (A, B), "unlike"),
    ],
)
def test_taken_back_is_what_lacks_the_last_exchange_and_has_all_others(
    stored: Stored, history: tuple[Exchange, ...], expected: str
) -> None:
    assert standing(stored, history) == expected
