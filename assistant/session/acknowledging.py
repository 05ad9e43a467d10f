"""What asks nothing: taken in, or answered civilly, without a model that can do little. The notices
below the reply say what came of it (F5)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.answers.civilities import civility, courtesy_beside, language_of
from assistant.languages import pattern
from assistant.llm.small import is_small
from assistant.memory.base import AskForget, ClauseStatus, NothingMeant, Reading, Supersede
from assistant.memory.signals.regions import overlaps
from assistant.memory.signals.stands_for import leaves_open
from assistant.messages import say
from assistant.session.base import Reply
from assistant.session.reply import OnText
from assistant.session.services import Services
from assistant.text.folding import fold

if TYPE_CHECKING:
    from assistant.memory.engine.base import Recalled
    from assistant.session.turn import Draft

_TELLS: frozenset[ClauseStatus] = frozenset({"assertion", "about the talk", "negated"})
_STATES: frozenset[ClauseStatus] = frozenset({"assertion", "passing", "negated"})
_ASIDE = 20
"""Characters of a clause that may stand beside and say nothing: "hi", "muchas gracias"."""

_OPENING = " ¿¡"


def acknowledged(
    services: Services, draft: Draft, on_text: OnText | None, recall: Callable[[], Recalled]
) -> Reply | None:
    """The system's own word for a message that memory takes in whole, for a greeting, thanks or a
    goodbye, and for what only states something of what is known and is not kept: a small model
    would make something up. None where the message also asks or asks for something, and wherever a
    capable model is there to talk."""
    key = _word(services, draft, recall)
    if key is None:
        return None
    language = language_of(draft.turn.text) or draft.language
    reply = Reply(say(f"memory.{key}", language), source="memory", facts=())
    if on_text:
        on_text(reply.text)
    return reply


def _word(services: Services, draft: Draft, recall: Callable[[], Recalled]) -> str | None:
    """The key of what is said."""
    model, turn, reading = services.model(), draft.turn, draft.seen.reading
    if model is not None and not is_small(model, services.config.model):
        return None
    if turn.attachments or turn.earlier or turn.tool:
        return None
    said = _STATES | {"reported"} if model is None else _STATES
    states = reading.clauses and all(clause.status in said for clause in reading.clauses)
    alone = model is None and not _asks(draft.turn.text, reading)
    if draft.seen.actions:  # also where what is known says that it changes something
        if all(isinstance(action, NothingMeant) for action in draft.seen.actions):
            return "nothing_to_forget" if only_tells(reading) else None
        whole = len(reading.clauses) == 1 and "?" not in turn.text  # "put Tom up to 130"
        whole = whole and all(isinstance(action, Supersede) for action in draft.seen.actions)
        if not (states or only_tells(reading) or alone or whole):
            return None
        asks = any(isinstance(action, AskForget) for action in draft.seen.actions)
        return "asks_to_forget" if asks else "taken_in"
    kind = civility(turn.text)
    if kind and (model is not None or kind != "greeting"):
        return kind  # with no model at all, a greeting is told how to get one
    if not states or kind:
        return None
    if courteous := courtesy_beside(turn.text):
        return courteous
    if leaves_open(reading.message):
        return "kept_of_nobody"
    if _names_a_day(draft) or _of_what_is_known(recall()):
        return "kept_nothing"
    if model is None:  # what only states something is not in want of one
        asserts = any(clause.status in ("assertion", "reported") for clause in reading.clauses)
        return "kept_nothing" if asserts else "taken_in"
    return None


def _asks(text: str, reading: Reading) -> bool:
    """Whether something is asked for beside what is kept, or asked with its mark, as "Ana Ruiz, que
    es la de QA" is not."""
    heard = [*(finding.span for finding in reading.findings), *(r.span for r in reading.forgets)]
    asking = [clause.span for clause in reading.clauses if clause.status == "request"]
    marked = "?" in text and not reading.forgets
    return marked or not all(overlaps(span, heard) for span in asking)


def _names_a_day(draft: Draft) -> bool:
    """Whether it tells when something will be: whoever says so may want to be reminded."""
    from assistant.answers.dates import all_in
    from assistant.answers.text import tokens, words

    said, day = tokens(draft.turn.text), draft.now.astimezone().date()
    try:
        found = [one.when for _, one in all_in(words(said), day, draft.language)]
        return any(when.next > day and not when.month for when in found)
    except (ValueError, OverflowError):
        return False  # a day that no calendar has


def _of_what_is_known(recalled: Recalled) -> bool:
    """Whether a fact bears on the message; what holds for every answer says nothing of it."""
    facts = (fact for fact in recalled.facts if not fact.standing)
    return any(fact.considered.decision == "in" for fact in facts)


def only_tells(reading: Reading) -> bool:
    """Whether each clause states or asks something of the memory, courtesies apart."""
    requests = [request.span for request in reading.forgets]
    taken = [*(finding.span for finding in reading.findings), *requests]

    def is_taken(span: tuple[int, int], status: ClauseStatus, text: str) -> bool:
        begun = span[0] + len(text) - len(text.lstrip(_OPENING))
        if any(start <= begun and span[1] <= end for start, end in requests):
            return True  # "forget where she lives" is no question
        inside = any(start < span[1] and span[0] < end for start, end in taken)
        aside = status == "passing" and len(text) <= _ASIDE
        if status == "question" and "?" not in reading.message and taken[0][0] < span[0]:
            return _tells_more().match(fold(text)) is not None  # "with Ana, who's from Leeds"
        if status == "reported" and taken[0][0] < span[0]:
            return True  # "my daughter is 9 and goes to St Anne's"
        return inside if status in _TELLS else aside or (inside and status == "passing")

    return bool(taken) and all(is_taken(c.span, c.status, c.text) for c in reading.clauses)


def _tells_more() -> re.Pattern[str]:
    """How a clause begins that tells more of who or what was just named."""
    return pattern("answers", "guard", "tells_more")
