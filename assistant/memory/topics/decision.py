"""The decision itself: phrases first, then follow-ups, then the head (C5, C6). Pure."""

from __future__ import annotations

from collections.abc import Callable

from assistant.memory.topics import phrases, signs
from assistant.memory.topics.text import Context, Reason, Said, ShiftDecision

FAR = 0.1
"""For an embedder without a head: calibrated similarity under which a message is elsewhere."""


def shift(
    context: Context, message: Said, calibrate: Callable[[float], float] | None = None
) -> ShiftDecision:
    """Whether ``message`` opens another subject than ``context``'s.

    ``calibrate`` is the embedder's; it is used only where no head was trained for its vectors.
    """
    if not context.exchanges:
        return first(message.text)
    said = phrases.announcement(message.text)
    if said is not None:
        flush = said.kind == "flush"
        return ShiftDecision(True, "flush" if flush else "phrase", 1.0, flush)
    previous = phrases.announcement(context.exchanges[-1].user.text)
    if previous is not None and previous.alone:
        return ShiftDecision(False, "announced", 0.0)
    if signs.follow_up(message.text):
        return ShiftDecision(False, "follow-up", 0.0)
    return _weighed(context, message, calibrate)


def first(text: str) -> ShiftDecision:
    """A conversation's first message: it leaves nothing, whatever it announces."""
    said = phrases.announcement(text)
    if said is None:
        return ShiftDecision(False, "first", 0.0)
    flush = said.kind == "flush"
    return ShiftDecision(False, "flush" if flush else "phrase", 1.0, flush)


def _weighed(
    context: Context, message: Said, calibrate: Callable[[float], float] | None
) -> ShiftDecision:
    """The head's word, imported here because it needs numpy."""
    from assistant.memory.topics.features import view
    from assistant.memory.topics.head import LINE, head_for

    seen = view(context.exchanges, message)
    head = head_for(context.embedder)
    if head is None:
        return _by_similarity(context, message, calibrate)
    chance = head.probability(seen)
    if chance < LINE:
        return ShiftDecision(False, "same", chance)
    reason: Reason = "domain" if head.crosses(seen) else "semantic"
    return ShiftDecision(True, reason, chance)


def _by_similarity(
    context: Context, message: Said, calibrate: Callable[[float], float] | None
) -> ShiftDecision:
    last = context.exchanges[-1]
    nearest = max(
        float(row @ said.vectors[0]) for row in message.vectors for said in (last.user, last.reply)
    )
    near = calibrate(nearest) if calibrate else nearest
    few = signs.read(message.text).content_words <= signs.ELLIPTIC_WORDS
    chance = min(1.0, max(0.0, 1 - near))
    away = near < FAR and not few
    return ShiftDecision(away, "semantic" if away else "same", chance)
