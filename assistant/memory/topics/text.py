"""What of a message is embedded and compared, and what a topic decision is made from and says."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embed = Callable[[Sequence[str]], NDArray[np.float32]]
    Matrix = NDArray[np.float32]

READ_AT_MOST = 600
"""Characters of a message that tell its subject; a long paste says little more about it."""
SENTENCES = 3
"""At most so many sentences are embedded: the first and the last ones."""

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_SPACED = re.compile(r"\s+([?!.,;:])")
_SPACE = re.compile(r"\s+")
_BETWEEN = re.compile(r"(?<=[.!?…])[\"')\]]*\s+|\n+|(?<=[\w,;:]) (?=[¿¡])")
_WORDY = re.compile(r"\w")


def parts(text: str) -> tuple[str, ...]:
    """The texts to embed: the message's beginning, then its sentences if it has several."""
    whole = plain(text)
    found = sentences(whole)
    if len(found) < 2:
        return (whole,)
    if len(found) > SENTENCES:
        found = (found[0], *found[1 - SENTENCES :])
    return (whole, *found)


def said(texts: Sequence[str], embed: Embed) -> tuple[Said, ...]:
    """Each text with its vectors, embedded in one batch."""
    split = [parts(text) for text in texts]
    vectors = embed([part for pieces in split for part in pieces])
    results, start = [], 0
    for text, pieces in zip(texts, split, strict=True):
        results.append(Said(text, vectors[start : start + len(pieces)]))
        start += len(pieces)
    return tuple(results)


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """The beginning without code blocks (unless there is nothing else) and loose spacing."""
    prose = _CODE.sub("\n", text)
    kept = prose if _WORDY.search(prose) else text
    lines = (_SPACE.sub(" ", line).strip() for line in kept.strip()[:READ_AT_MOST].split("\n"))
    return _SPACED.sub(r"\1", "\n".join(line for line in lines if line))


@lru_cache(maxsize=1024)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a plain text that hold a word."""
    return tuple(s.strip() for s in _BETWEEN.split(text) if _WORDY.search(s)) or (text,)


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
