"""How near a message is to what came before it, on SPEC's scale (C1, C2). Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

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
