"""How near a message is to what came before it, and which turns the model is shown word for word
(C1, C2). Pure.

What is long inside a message that stays is elided by ``prompt/``; here it is only decided which
turns stay, so that the room left to each message is worth having.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.records import Turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

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


UNDECIDED = 0.5
"""Continuity of a message that has no subject of its own: neither near nor far (C2's middle)."""


CANCELLED = 1e-3
"""A sum of vectors shorter than this points nowhere."""


def similarity(
    message: Vector, earlier: Sequence[Vector], calibrate: Callable[[float], float]
) -> float:
    """0–1: the nearest of ``earlier`` or of their mean to ``message``; 0 where nothing came before.

    ``earlier`` are the unit vectors of the previous turn's message and reply (and of the turn
    before, where it is known). ``calibrate`` is the embedder's (unrelated near 0, paraphrase 1).
    """
    if not earlier:
        return 0.0
    nearest = max(float(message @ vector) for vector in earlier)
    middle = sum(earlier[1:], start=earlier[0])
    length = float(middle @ middle) ** 0.5
    if length > CANCELLED:
        nearest = max(nearest, float(message @ middle) / length)
    return min(1.0, max(0.0, calibrate(nearest)))


def continuity(near: float, *, shift: bool, follow_up: bool) -> float:
    """``semantic_continuity`` of a turn (C1) from its similarity and what was decided about it.

    "¿Y si falla?" is far from everything by its words and yet goes on: a follow-up counts as
    undecided at least. A turn that opens another subject is undecided at most.
    """
    if shift:
        return min(near, UNDECIDED)
    return max(near, UNDECIDED) if follow_up else near
