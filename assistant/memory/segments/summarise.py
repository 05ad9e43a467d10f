"""The local summariser: up to three turns become keys and values in their own words (S1).

Deterministic. Every word comes from the turns, so no number and no name can be invented; the whole
line takes at most 48 tokens (S2). Values are phrases, never sentences of prose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from assistant.memory.segments.cues import (
    agreed_proposal,
    announcing,
    decisions,
    open_questions,
    outcome,
    says_something,
    trimmed,
)
from assistant.memory.segments.packing import pack
from assistant.memory.segments.reading import Said, Untyped, in_own_words, said_in
from assistant.memory.segments.topic import NO_TOPIC, topic
from assistant.memory.segments.units import Unit, keys_of, units
from assistant.memory.segments.words import agreed as agreed_mark
from assistant.memory.segments.words import by_assistant, marked, rows
from assistant.records import Language, Segment, Turn

TOKENS_PER_SEGMENT = 48
"""Four such lines and their header take 200 (S2)."""
FOR_CLAUSES = 36
"""Tokens up to which decisions, the open question and the outcome may fill the line."""
SHORTEST_CLAUSE = 6
"""Words to which a clause may be shortened."""

Size = Callable[[Segment], int]


def summarise(
    turns: Sequence[Turn],
    *,
    segment_id: str,
    role: str,
    language: Language,
    now: datetime,
    size: Size,
    untyped: Untyped = {},  # noqa: B006 (a constant)
) -> Segment:
    """The segment of those turns. ``size`` counts a segment as the prompt will show it.

    Topic, decisions and open question are the person's; what only a reply said is marked
    (``marks.py``). What the person quoted, pasted or reported decides nothing (F3).

    Room goes first to the topic, then to decisions, the open question and the outcome, and what is
    left to the words that tell most.
    """
    said = said_in(turns)
    words = rows([sentence.text for sentence in said], language)
    segment = Segment(
        id=segment_id,
        session_id=turns[0].user.session_id,
        role=role,
        first_turn=turns[0].number,
        last_turn=turns[-1].number,
        created_at=now,
        topic=topic(said, words),
        language=language,
    )
    own = said_in(in_own_words(turns, untyped))
    segment = _with_clauses(_within(segment, size), own, language, size)
    values = (segment.topic, *segment.decisions, *segment.open_questions, segment.outcome)
    points = pack(
        [u for u in units(said, words) if u.by_user or not _claims_decision(u)],
        keys_of(" . ".join(values), language),
        lambda some: size(replace(segment, discussed=some)) <= TOKENS_PER_SEGMENT,
        by_assistant=by_assistant(language),
    )
    segment = replace(segment, discussed=points)
    return replace(segment, token_count=size(segment))


def _claims_decision(unit: Unit) -> bool:
    return any(key in announcing() for key in unit.keys)


def _with_clauses(
    segment: Segment, said: Sequence[Said], language: Language, size: Size
) -> Segment:
    """With decisions, the open question and the outcome, each as far as there is room."""
    decided, result = decisions(said)[-2:], outcome(said)
    if not result and (agreed := agreed_proposal(said)):
        result = marked(f"{agreed} {agreed_mark(language)}", language)
    for key, clauses in (
        ("decisions", decided),
        ("open_questions", open_questions(said)),
        ("outcome", [result] if result and result not in decided else []),
    ):
        for form in _forms(clauses):
            value: object = form[0] if key == "outcome" else form
            tried = replace(segment, **{key: value})  # type: ignore[arg-type]
            if size(tried) <= FOR_CLAUSES:
                segment = tried
                break
    return segment


def _forms(clauses: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All of them, the last one, and that one ever shorter."""
    if len(clauses) > 1:
        yield tuple(clauses)
    for clause in clauses[-1:]:
        words = clause.split()
        for count in range(len(words), min(len(words), SHORTEST_CLAUSE) - 1, -1):
            if says_something(shorter := trimmed(words[:count])):
                yield (shorter,)


def _within(segment: Segment, size: Size) -> Segment:
    """With a topic that leaves room for something else."""
    while size(segment) > FOR_CLAUSES and segment.topic != NO_TOPIC:
        words = segment.topic.split()
        if len(words) > 1:
            shorter = " ".join(words[:-1])
        else:  # only CJK, which writes without spaces, may be cut inside
            half = segment.topic[: len(segment.topic) // 2]
            shorter = half if half >= "\u2e80" else NO_TOPIC
        segment = replace(segment, topic=shorter)
    return segment
