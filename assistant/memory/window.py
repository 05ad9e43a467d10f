"""Which turns the model is shown word for word (C2). Pure.

What is long inside a message that stays is elided by ``prompt/``; here it is only decided which
turns stay, so that the room left to each message is worth having.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.records import Turn

SMALL, USUAL, LARGE = 4, 6, 8
FAR, NEAR = 0.3, 0.7
CAP = 1200
"""Tokens that the window never passes (C2)."""
TOKENS_PER_TURN = 200
"""What each turn that may stay adds to the window's room: a narrow window is a small one too."""
MESSAGE_FLOOR = 60
"""A message keeps at least this many tokens, or its turn leaves."""
OVERHEAD = 4
"""Tokens that the chat format adds to a message."""


class Selection(NamedTuple):
    """``staying`` and ``leaving`` are the given turns in their order, split once (oldest leave)."""

    staying: tuple[Turn, ...]
    leaving: tuple[Turn, ...]

    @property
    def floor(self) -> int:
        """The least room in which every staying turn can be shown."""
        return sum(map(least_room, self.staying))


def size(continuities: Sequence[float]) -> int:
    """How many turns: 6; 8 when continuity > 0.7 in the last 2 turns; 4 when < 0.3 in both (C2).

    ``continuities`` are the turns' ``semantic_continuity``, oldest first. A conversation's first
    turn continues nothing and should not be among them.
    """
    last = continuities[-2:]
    if len(last) == 2 and min(last) > NEAR:
        return LARGE
    if len(last) == 2 and max(last) < FAR:
        return SMALL
    return USUAL


def room(limit: int) -> int:
    """Tokens for a window of so many turns: 800 for 4, the cap for 6 and 8 (P3: 600–1,200)."""
    return min(CAP, limit * TOKENS_PER_TURN)


def select(turns: Sequence[Turn], limit: int, cap: int = CAP) -> Selection:
    """The latest ``limit`` turns at most, fewer where their least room passes ``cap`` tokens."""
    start = max(0, len(turns) - limit)
    room = sum(least_room(turn) for turn in turns[start:])
    while start < len(turns) and room > cap:
        room -= least_room(turns[start])
        start += 1
    return Selection(tuple(turns[start:]), tuple(turns[:start]))


def least_room(turn: Turn) -> int:
    """Tokens without which ``turn`` is not worth showing: its messages, each cut to the floor."""
    sizes = (turn.user.token_count, turn.reply.token_count)
    return sum(OVERHEAD + min(tokens, MESSAGE_FLOOR) for tokens in sizes)
