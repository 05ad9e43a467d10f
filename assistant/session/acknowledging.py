"""What only tells the memory something, and asks nothing: taken in without a model that can do
little. The notices below the reply say what came of it (F5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.llm.small import is_small
from assistant.memory.base import ClauseStatus, Reading
from assistant.messages import say
from assistant.session.base import Reply
from assistant.session.kit import Kit
from assistant.session.reply import OnText

if TYPE_CHECKING:
    from assistant.session.turn import Draft

_TELLS: frozenset[ClauseStatus] = frozenset({"assertion", "about the talk", "negated"})
_ASIDE = 20
"""Characters of a clause that may stand beside and say nothing: "hi", "muchas gracias"."""


def acknowledged(kit: Kit, draft: Draft, on_text: OnText | None) -> Reply | None:
    """The system's own word for a message that memory takes in whole; None where it also asks or
    asks for something, and wherever a capable model is there to talk."""
    model, turn = kit.model(), draft.turn
    if model is not None and not is_small(model, kit.config.model):
        return None
    if turn.attachments or turn.earlier or turn.tool or not draft.seen.actions:
        return None
    if not only_tells(draft.seen.reading):
        return None
    reply = Reply(say("memory.taken_in", draft.language), source="memory", facts=())
    if on_text:
        on_text(reply.text)
    return reply


def only_tells(reading: Reading) -> bool:
    """Whether each clause states or asks something of the memory, courtesies apart."""
    taken = [finding.span for finding in reading.findings]
    taken += [request.span for request in reading.forgets]

    def is_taken(span: tuple[int, int], status: ClauseStatus, text: str) -> bool:
        inside = any(start < span[1] and span[0] < end for start, end in taken)
        return inside if status in _TELLS else status == "passing" and len(text) <= _ASIDE

    return bool(taken) and all(is_taken(c.span, c.status, c.text) for c in reading.clauses)
