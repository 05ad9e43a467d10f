"""The local summariser: up to three turns become keys and values in their own words (S1).

Deterministic. Every word comes from the turns, so no number and no name can be invented; the whole
line takes at most 48 tokens (S2). Values are phrases, never sentences of prose.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
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


TRIES = 8
"""Units that are tried one by one after the first that does not fit."""

Joined = Callable[[Unit], int]
_FORMS: tuple[Joined, ...] = (lambda unit: unit.sentence, lambda unit: unit.turn, lambda _: 0)
"""What shares a point: a sentence, a turn, everything."""

Fits = Callable[[tuple[str, ...]], bool]


def pack(
    units: Sequence[Unit], shown: Collection[str], fits: Fits, *, by_assistant: str = "assistant:"
) -> tuple[str, ...]:
    """The points discussed, in the order of the turns, what only replies said in one point of its
    own at the end, behind ``by_assistant``. ``shown`` are keys of words that stand in the summary
    already; ``fits`` tells whether it still fits with those points."""
    ranked = _by_worth(units, shown)
    taken = _most(ranked, lambda some: fits(_points(some, by_assistant, _FORMS[-1])))
    for joined in _FORMS:
        points = _points(taken, by_assistant, joined)
        if fits(points):
            return points
    return ()


def _by_worth(units: Sequence[Unit], shown: Collection[str]) -> list[Unit]:
    """Units by value, each counted for those of its keys that no other shows better ("Postgres 16"
    rather than "Postgres"); those that would only repeat are left out."""
    richest: dict[str, Unit] = {}
    for unit in units:
        for key in unit.keys:
            if key not in richest or len(unit.keys) > len(richest[key].keys):
                richest[key] = unit
    worth: dict[int, tuple[float, Unit]] = {}
    for key, unit in richest.items():
        if key not in shown:
            so_far = worth.get(id(unit), (0.0, unit))[0]
            worth[id(unit)] = so_far + unit.value / len(unit.keys), unit
    return [unit for _, unit in sorted(worth.values(), key=lambda pair: -pair[0])]


def _most(ranked: Sequence[Unit], fit: Callable[[Sequence[Unit]], bool]) -> list[Unit]:
    """The longest beginning of ``ranked`` that fits, and what still fits after it."""
    low, high = 0, len(ranked)
    while low < high:
        middle = (low + high + 1) // 2
        if fit(ranked[:middle]):
            low = middle
        else:
            high = middle - 1
    taken = list(ranked[:low])
    for unit in ranked[low : low + TRIES]:
        if fit([*taken, unit]):
            taken.append(unit)
    return taken


def _points(units: Sequence[Unit], by_assistant: str, joined: Joined) -> tuple[str, ...]:
    groups: dict[int, list[Unit]] = {}
    replied = [by_assistant]
    for unit in sorted(units, key=lambda unit: unit.place):
        if unit.by_user:
            groups.setdefault(joined(unit), []).append(unit)
        else:
            replied.append(unit.text)
    points = [" ".join(unit.text for unit in group) for group in groups.values()]
    return (*points, " ".join(replied)) if len(replied) > 1 else tuple(points)
