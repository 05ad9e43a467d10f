"""What a client holds of a conversation, beside what is stored of it. Pure.

Clients send their whole history with every message. None of it is forwarded (X1); it tells which
conversation is meant, and whether the person took the last exchange back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from assistant.characters import one_line
from assistant.records import Turn
from assistant.server.wire import Exchange


class Stored(NamedTuple):
    """A conversation as it is kept: how many turns it had, and those whose words are still there,
    the oldest first."""

    had: int
    turns: Sequence[Turn]

    @property
    def last(self) -> Turn | None:
        """The last turn of all, where its words are still there."""
        turn = self.turns[-1] if self.turns else None
        return turn if turn and turn.number == self.had else None


Standing = Literal["goes_on", "taken_back", "unlike"]
"""How the client's history stands to a conversation: it ends where that ends; it lacks the last
exchange and has all others; neither can be told."""


def standing(stored: Stored, history: Sequence[Exchange]) -> Standing:
    """Compare both ends. Taken back is said only where every exchange that is still stored word for
    word, the last one apart, is the client's too, and their numbers fit."""
    last = stored.last
    if last is None:
        return "goes_on" if len(history) == stored.had else "unlike"
    if history and same(history[-1], last):
        return "goes_on"
    if len(history) != stored.had - 1:
        return "unlike"
    before = [turn for turn in stored.turns if turn is not last]
    fits = all(same(history[turn.number - 1], turn) for turn in before)
    held = bool(before) or stored.had == 1
    return "taken_back" if fits and held else "unlike"


def same(exchange: Exchange, turn: Turn) -> bool:
    """Whether a client's exchange is that turn; white space is not compared."""
    return same_words(exchange.user, turn.user.content) and same_words(
        exchange.reply, turn.reply.content
    )


def same_words(one: str, other: str) -> bool:
    return one_line(one) == one_line(other)
