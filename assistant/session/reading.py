"""A question that memory answers by itself (A6–A8): what the reader found, as a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.answers import memory_questions
from assistant.answers.reader import CANDIDATES, Answer, Candidate, Question, read, rendering
from assistant.memory.matching.meaning import direction_of_change
from assistant.memory.recall.cues import holds_always
from assistant.memory.signals.language import detect_language
from assistant.session.base import Reply
from assistant.session.kit import Kit

if TYPE_CHECKING:
    from assistant.session.turn import Draft

CERTAIN = 0.98
"""Certainty from which the reader answers before a capable model. On unseen writers the twenty
surest of 250 answers (0.87 and more) are right in 90 of 100, where 98 are wanted: so nearly none is
as certain as that, and a capable model is asked."""
LONGEST = 300
"""Characters beyond which a message is no question for the memory."""


def read_memory(kit: Kit, draft: Draft) -> Answer | None:
    """What memory says to the message; None where it cannot be asked: a statement, a long text,
    files beside it."""
    turn = draft.turn
    asked = not (turn.attachments or turn.earlier or turn.tool or draft.seen.actions)
    if not asked or len(turn.text) > LONGEST or not kit.config.memory.enabled:
        return None
    if memory_questions.asks_of_the_world(turn.text):
        return None  # "what do you know about Rome": what was told of it was told before
    put = put_to_memory(kit, draft)
    if put is None:
        return None
    embedder = kit.memory.embedder
    return read(*put, embedder.name, embedder.embed)


def put_to_memory(kit: Kit, draft: Draft) -> tuple[Question, list[Candidate]] | None:
    """The message as a question and the facts nearest to it; None where nothing is stored."""
    near = kit.memory.facts.nearest(draft.conversation.role, draft.seen, draft.now, CANDIDATES)
    if near is None:
        return None
    embedder = kit.memory.embedder
    change = direction_of_change(embedder.name)
    candidates = []
    for score, c in near.facts:
        if holds_always(c.fact):  # how to answer is no answer
            continue
        vector = near.vectors.get(c.fact.id)
        if vector is None:
            vector = embedder.embed([c.fact.fact])[0]
        news = 0.0 if change is None else float(vector @ change[:-1] + change[-1])
        candidates.append(Candidate(c.fact, score, c.cosine, c.nearness, c.precedent, vector, news))
    text, asked = draft.turn.text, near.question
    language = detect_language(text)
    about, precedents = asked.about_user or 0.0, asked.precedents
    return Question(text, language, near.vector, about, precedents), candidates


def is_certain(answer: Answer) -> bool:
    """Whether it is told without asking a capable model (A8)."""
    return answer.outcome == "answered" and answer.certainty >= CERTAIN


def tells(answer: Answer, draft: Draft) -> bool:
    """Whether it is worth telling at all: a follow-up is about what was just said, which facts need
    not hold, unless it names the memory itself."""
    if answer.outcome == "untold":
        if next(memory_questions.read(draft.turn.text), None):
            return True
        follows = bool(draft.seen.window) and draft.seen.scene.decision.reason == "follow-up"
        return not follows
    return answer.outcome == "answered"


def as_reply(answer: Answer, draft: Draft) -> Reply:
    """The sentence, the facts that it rests on, and the dim line that says since when."""
    facts = [c.fact for c in answer.facts]
    if not facts:
        return Reply(rendering.untold(draft.language), source="memory", facts=())
    return Reply(
        rendering.told(facts, answer.verdict, draft.language),
        source="memory",
        remarks=(rendering.rests_on(facts, draft.language),),
        facts=tuple(fact.id for fact in facts),
    )
