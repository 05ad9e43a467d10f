"""What a topic decision is made from, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

Reason = Literal["first", "phrase", "flush", "follow-up", "announced", "domain", "semantic", "same"]


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """A message with the vectors of ``text.parts``: the whole first, then its sentences in order.

    Rows are unit vectors (zeros for blank text); a message of one sentence has one row.
    """

    text: str
    vectors: Matrix


@dataclass(frozen=True, slots=True, eq=False)
class Exchange:
    """A turn that came before: the user's message and the reply."""

    user: Said
    reply: Said


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What came before in this conversation, oldest first; the last two exchanges are enough."""

    exchanges: tuple[Exchange, ...] = ()
    embedder: str = ""


class ShiftDecision(NamedTuple):
    """Whether the message opens another subject, and why (C5).

    ``score`` is the probability of a shift (1 or 0 where a rule decided alone). ``flush``: the
    user asked to leave the subject, so the window is emptied into a summary (C6).

    Reasons for a shift: ``phrase`` and ``flush`` (announced in words), ``domain`` (across the line
    between work and life), ``semantic`` (another subject). Reasons against: ``first`` (nothing
    came before), ``announced`` (the previous message announced this one), ``follow-up``
    (elliptic, acknowledging or correcting), ``same`` (near enough to what came before).
    """

    shift: bool
    reason: Reason
    score: float
    flush: bool = False
