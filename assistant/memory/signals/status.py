"""How a clause says what it says: asserted, asked, ordered, supposed, quoted, passing, taken back."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.memory.base import ClauseStatus
from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import Lexicon

# In order: the first cue that speaks decides. A lasting rule or an instruction to remember is
# phrased as an order and stays an assertion.
_KEPT_ORDERS = ("remember", "remember_tail", "standing", "prefer")


def status_of(clause: RawClause, others: Sequence[RawClause], lexicon: Lexicon) -> ClauseStatus:
    text = clause.text

    def has(*cues: str) -> bool:
        return any(lexicon.has(cue, text) for cue in cues)

    if not text.replace("{c}", "").strip(" ,:-()"):
        return "code"
    if not text.replace("{q}", "").strip(" ,:-()"):
        return "quoted"
    if any(lexicon.has("retract", other.text) for other in (clause, *others)):
        return "negated"
    if clause.asked or has("question_start", "question_inside"):
        return "question"
    if any(lexicon.has("play", other.text) for other in (clause, *others)) or has("unsure"):
        return "hypothetical"
    if any(lexicon.has("texttask", other.text) for other in (clause, *others)):
        return "quoted"
    if has("reported"):
        return "reported"
    if has("request") and not has(*_KEPT_ORDERS):
        return "request"
    if has("passing", "chat") and not has("remember", "remember_tail"):
        return "passing"
    return "assertion"
