"""The local summariser: up to three turns become keys and values in their own words (S1).

Deterministic. Every word comes from the turns, so no number and no name can be invented; the whole
line takes at most 48 tokens (S2). Values are phrases, never sentences of prose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from assistant.memory.segments.cues import decisions, open_questions, outcome
from assistant.memory.segments.packing import pack
from assistant.memory.segments.reading import said_in
from assistant.memory.segments.tokens import rows
from assistant.memory.segments.topic import topic
from assistant.memory.segments.units import keys_of, units
from assistant.records import Language, Segment, Turn

TOKENS_PER_SEGMENT = 48
"""Four such lines and their header take 200 (S2)."""
FOR_CLAUSES = 34
"""Tokens up to which decisions, the open question and the outcome may fill the line."""

Size = Callable[[Segment], int]


def summarise(
    turns: Sequence[Turn],
    *,
    segment_id: str,
    role: str,
    language: Language,
    now: datetime,
    size: Size,
) -> Segment:
    """The segment of those turns. ``size`` counts a segment as the prompt will show it.

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
    segment = _within(segment, size)
    decided, asked, result = decisions(said)[-2:], open_questions(said), outcome(said)
    for change in (
        {"decisions": tuple(decided)},
        {"decisions": tuple(decided[-1:])} if len(decided) > 1 else {},
        {"open_questions": tuple(asked)},
        {"outcome": result if result not in decided else ""},
    ):
        segment = _with(segment, change, size)
    values = (segment.topic, *segment.decisions, *segment.open_questions, segment.outcome)
    points = pack(
        units(said, words),
        keys_of(" . ".join(values), language),
        lambda some: size(replace(segment, discussed=some)) <= TOKENS_PER_SEGMENT,
    )
    segment = replace(segment, discussed=points)
    return replace(segment, token_count=size(segment))


def _with(segment: Segment, change: dict[str, Any], size: Size) -> Segment:
    """With that key filled, unless it is already or there is no room for it."""
    new = {name: value for name, value in change.items() if value and not getattr(segment, name)}
    tried = replace(segment, **new)
    return tried if new and size(tried) <= FOR_CLAUSES else segment


def _within(segment: Segment, size: Size) -> Segment:
    """With a topic that leaves room for something else."""
    while size(segment) > FOR_CLAUSES and len(segment.topic) > 1:
        words = segment.topic.split()
        shorter = " ".join(words[:-1]) if len(words) > 1 else segment.topic[: len(words[0]) // 2]
        segment = replace(segment, topic=shorter)
    return segment
