"""A question that memory answers by itself (A6–A8): what the reader found, as a reply."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest
from typing import TYPE_CHECKING

from assistant.answers import dates, memory_questions
from assistant.answers.civilities import civility
from assistant.answers.reader import FURTHEST, Answer, answer, following, rendering
from assistant.answers.reader.question import asks_of_before, asks_whether, tells_what_was_done
from assistant.answers.text import tokens as spoken
from assistant.answers.text import words
from assistant.answers.when import When
from assistant.languages import pattern
from assistant.memory.base import Add, Confirm
from assistant.memory.matching import parts_of
from assistant.memory.plan.unmarked import has_question_word, says_again
from assistant.memory.recall.cues import holds_always, of_every_answer
from assistant.memory.signals.language import detect_language, language_beside
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.topics.signs import content
from assistant.messages import say
from assistant.records import Fact, Language
from assistant.session.base import Reply
from assistant.session.services import Services
from assistant.text.folding import fold
from assistant.text.phrases import tokens
from assistant.text.verbs import has_verb
from assistant.text.words import names

if TYPE_CHECKING:
    from assistant.session.turn import Draft

LONGEST = 300
"""Characters beyond which a message is no question for the memory."""
_WORD = re.compile(r"[^\W\d_]+")
_FOLLOWED = 3
"""Turns through which a question may go on from another."""
SURE = 0.9
"""Certainty from which what may be a statement is answered."""


def read_memory(services: Services, draft: Draft) -> Answer | None:
    """What memory says to the message; None where it cannot be asked: a statement of something
    new, a long text, files beside it."""
    turn, found = draft.turn, None
    alone = not (turn.attachments or turn.earlier or turn.tool)
    if not alone or not services.config.memory.enabled or civility(turn.text):
        return None
    for asked in _asked(services, draft):
        found = _read(services, draft, asked) or found
        if found and found.outcome == "answered":
            break
    return found


def _read(services: Services, draft: Draft, asked: str) -> Answer | None:
    if len(asked) > LONGEST or _favours().match(fold(asked)):
        return None  # "can you order the parts": nothing that was told is an answer
    if memory_questions.asks_of_the_world(asked):
        return None  # "what do you know about Rome": what was told of it was told before
    told = [action.fact for action in draft.seen.actions if isinstance(action, Add)]
    near = nearest_to(services, replace(draft, seen=replace(draft.seen, text=asked)))
    found = answer(asked, language_beside(asked, draft.language), [*told, *near])
    if found is None:
        return None
    return on_that_day(of_that_name(found, asked), asked, draft.now.astimezone())


def _asked(services: Services, draft: Draft) -> list[str]:
    """The message, unless it tells something new, whole where it leaves out what was asked before;
    and the questions that it ends with."""
    new = any(not isinstance(action, Confirm) for action in draft.seen.actions)
    whole = "" if new else made_whole(services, draft)
    alone = "" if new else whole or draft.turn.text
    return [text for text in (alone, _question_beside(draft)) if text]


def made_whole(services: Services, draft: Draft) -> str:
    """The question whole, where it leaves out what was asked before, which may have left out
    something itself; "" for any other message."""
    text, language = draft.turn.text, draft.language
    asks = _asks(draft) or not has_verb(text, language)
    if not (asks and following.may_leave_out(text, language)):
        return ""
    turns = services.stores.conversations.turns(draft.conversation.id)
    turns = [turn for turn in turns if turn.number != draft.instead_of][-_FOLLOWED:]
    before = ""
    for turn, after in zip_longest(turns, (turn.user.content for turn in turns[1:])):
        before = before or turn.user.content
        asked = text if after is None else after
        before = following.made_whole(asked, language, before, turn.reply.content)
    return before


def _question_beside(draft: Draft) -> str:
    """The questions, with their mark, after what a message tells; "" where there are none."""
    clauses = draft.seen.reading.clauses
    first = len(clauses)
    while first and clauses[first - 1].status == "question":
        first -= 1
    if not 0 < first < len(clauses):
        return ""
    asked = draft.turn.said[clauses[first].span[0] :].strip()
    return asked if "?" in asked else ""


def of_that_name(found: Answer, question: str) -> Answer:
    """A yes to a name is one where the fact has that name. Where it has another, "is it called
    Pancha?" is a no; "is she in Dublin?" is told where she is, and a city may lie in a country.
    Of two names the fact may have one: "does Lola live in Madrid?"."""
    if found.verdict != "yes" or len(found.facts) != 1:
        return found
    asked, told = names(question), set(tokens(found.facts[0].fact))
    if asked and (own := _name_of_the_thing(question, found.facts[0].fact)):
        return found if own in asked else replace(found, verdict="no")
    if not asked - told or not names(found.facts[0].fact) - asked:
        return found
    return replace(found, verdict="no" if _naming().search(fold(question)) else None)


def _name_of_the_thing(question: str, fact: str) -> str:
    """The name that a fact gives to the thing whose name is asked for: of "a cat, Pancha, and a dog
    called Tuco", to the dog. "" where none is asked for, or it gives none."""
    naming = _naming().search(fold(question))
    if naming is None:
        return ""
    things = content(fold(question)) - names(question) - set(tokens(naming[0]))
    said, named = [fold(word) for word in _WORD.findall(fact)], names(fact)
    place = next((n for n, word in enumerate(said) if word in things), len(said))
    return next((word for word in said[place + 1 :] if word in named), "")


def on_that_day(found: Answer, question: str, now: datetime) -> Answer:
    """Without what is told of another day: "what do I have on Friday?" does not ask for the exam of
    the 14th. Whether it is on Friday does."""
    if found.outcome != "answered" or found.verdict or "?" not in question:
        return found
    asked = _days(question, now, detect_language(question))
    if len(asked) != 1 or asks_whether(question, detect_language(question)):
        return found
    kept = tuple(fact for fact in found.facts if _may_be_on(fact, asked[0], now))
    return replace(found, facts=kept, outcome="answered" if kept else "untold")


def _may_be_on(fact: Fact, day: When, now: datetime) -> bool:
    told = _days(fact.fact, fact.created_at.astimezone(now.tzinfo), fact.language)
    return not told or any(_same_day(one, day) for one in told)


def _same_day(told: When, asked: When) -> bool:
    """What is named by a weekday alone comes every week; a month holds its days."""
    if told.month or asked.month:
        return told.next.month == asked.next.month
    if told.weekday is not None:
        return told.weekday == asked.next.weekday()
    return told.next == asked.next or (told.on is not None and told.last == asked.next)


def _days(text: str, now: datetime, language: Language) -> list[When]:
    """The days that a text names; "now" and "today" tell of no other one."""
    try:
        named = dates.all_in(words(spoken(text)), now.date(), language)
    except (ValueError, OverflowError):
        return []  # a day that no calendar has
    return [one.when for _, one in named if one.when.next != now.date()]


def _naming() -> re.Pattern[str]:
    return pattern("answers", "guard", "naming", re.IGNORECASE)


def _favours() -> re.Pattern[str]:
    return pattern("answers", "guard", "favours", re.IGNORECASE)


def nearest_to(services: Services, draft: Draft) -> list[Fact]:
    """The facts nearest to a message, but for how to answer: that answers only who asks for it."""
    near = services.memory.facts.nearest(draft.conversation.role, draft.seen, draft.now, FURTHEST)
    if of_every_answer(draft.turn.text):
        return near
    return [fact for fact in near if not holds_always(fact)]


def tells(answer: Answer, draft: Draft, leans: Callable[[], bool]) -> bool:
    """Whether it is worth telling at all. What repeats a fact, or has no sign of a question, may
    ask for it, where that is sure: "the library opens on Saturdays", "foods I hate". That something
    was not told is said to a question alone, and a follow-up is about what was just said, which
    facts need not hold, unless it names the memory itself, or follows what memory said. ``leans``:
    whether a model said it."""
    asks = _asks(draft)
    if not asks and _only_states(draft.turn.text):
        return False
    if draft.seen.actions and not _question_beside(draft):
        sure = answer.outcome == "answered" and answer.certainty >= SURE
        return sure and any(not says_again(draft.seen.reading, fact) for fact in answer.facts)
    if answer.outcome == "untold":
        if not asks:
            return False
        if any(asked.kind != "whom" for asked in memory_questions.read(draft.turn.text)):
            return True
        follows = bool(draft.seen.window) and draft.seen.scene.decision.reason == "follow-up"
        return not (follows and leans())
    return answer.outcome == "answered" and (asks or answer.certainty >= SURE)


def _asks(draft: Draft) -> bool:
    clauses = draft.seen.reading.clauses
    asks = "?" in draft.turn.text or any(c.status == "question" for c in clauses)
    return asks or has_question_word(draft.turn.text)


def _only_states(text: str) -> bool:
    """Whether a text without any sign of a question tells of its speaker, or tells two things,
    though it may be a question by its order: "el martes tengo cita con el notario", "vendí la
    moto", "ando fatal, no he dormido"."""
    language = detect_language(text)
    own = load_lexicon().has("first_person", fold(text)) or tells_what_was_done(text)
    several = sum(has_verb(part, language) for part in parts_of(text)) > 1
    return (own or several) and asks_whether(text, language)


def as_reply(answer: Answer, draft: Draft) -> Reply:
    """The sentence, the facts that it rests on, and the dim line that says since when."""
    if not answer.facts:
        return not_told(draft.language)
    text = rendering.told(answer.facts, answer.verdict, draft.language)
    if asks_of_before(draft.turn.text) and all(fact.replaces for fact in answer.facts):
        text = f"{say('reader.only_now', draft.language)} {text}"  # what it replaced is gone (F9)
    return Reply(
        text,
        source="memory",
        remarks=(rendering.rests_on(answer.facts, draft.language),),
        facts=tuple(fact.id for fact in answer.facts),
    )


def not_told(language: Language) -> Reply:
    return Reply(rendering.untold(language), source="memory", facts=(), untold=True)
