"""The local summariser: up to three turns become keys and values in their own words (S1).

Deterministic. Every word comes from the turns, so no number and no name can be invented; the whole
line takes at most 50 tokens (S2). Values are phrases, never sentences of prose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from assistant.memory.segments.cues import decisions, open_questions, without_opening
from assistant.memory.segments.phrases import (
    Phrase,
    Said,
    candidates,
    is_common,
    sentences,
    weights,
)
from assistant.records import Language, Segment, Turn

TOKENS_PER_SEGMENT = 50
TOPIC_WORDS = 5
CLAUSE_WORDS = 9

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
    left to the phrases that tell most for the fewest tokens.
    """
    said = [sentence for turn in turns for sentence in _sentences(turn)]
    phrases = candidates(said)
    weight = weights(said, phrases)
    segment = Segment(
        id=segment_id,
        session_id=turns[0].user.session_id,
        role=role,
        first_turn=turns[0].number,
        last_turn=turns[-1].number,
        created_at=now,
        topic=_topic(said, phrases, weight),
        language=language,
    )
    segment = _with_clauses(segment, said, size)
    segment = _with_phrases(segment, phrases, weight, size)
    return replace(segment, token_count=size(segment))


def _sentences(turn: Turn) -> list[Said]:
    return [
        *sentences(turn.user.content, by_user=True, turn=turn.number),
        *sentences(turn.reply.content, by_user=False, turn=turn.number),
    ]


def _topic(said: Sequence[Said], phrases: Sequence[Phrase], weight: dict[str, float]) -> str:
    """The phrase of the first things the user said that weighs most."""
    first = said[0].turn if said else 0
    opening = [p for p in phrases if said[p.sentence].by_user and said[p.sentence].turn == first]
    pool = opening or list(phrases)
    if not pool:
        return _clip(without_opening(said[0].text), TOPIC_WORDS) if said else "…"
    return max(pool, key=lambda p: (sum(weight[k] for k in set(p.stems)), -p.sentence)).text


def _with_clauses(segment: Segment, said: Sequence[Said], size: Size) -> Segment:
    """Decisions, the open question and the outcome, as far as half the room allows."""
    decided = tuple(_clip(d, CLAUSE_WORDS) for d in decisions(said)[-2:])
    asked = tuple(_clip(q, CLAUSE_WORDS) for q in open_questions(said)[:1])
    for change in (
        {"decisions": decided},
        {"decisions": decided[-1:]},
        {"open_questions": asked},
    ):
        if any(change.values()) and not (segment.decisions and "decisions" in change):
            tried = replace(segment, **change)  # type: ignore[arg-type]
            if size(tried) <= TOKENS_PER_SEGMENT * 0.75:
                segment = tried
    return segment


def _with_phrases(
    segment: Segment, phrases: Sequence[Phrase], weight: dict[str, float], size: Size
) -> Segment:
    """Phrases into ``discussed`` while they fit: most new meaning for the fewest tokens first."""
    covered = _stems_of(segment, phrases)
    pool = list({p.text.lower(): p for p in reversed(phrases)}.values())
    chosen: list[Phrase] = []
    base = size(segment)
    while pool:
        gains = [(_gain(p, covered, weight), p) for p in pool]
        gain, phrase = max(gains, key=lambda g: (g[0], -g[1].sentence))
        if gain <= 0:
            break
        pool.remove(phrase)
        tried = _in_order([*chosen, phrase], phrases)
        if size(replace(segment, discussed=tried)) <= TOKENS_PER_SEGMENT:
            chosen.append(phrase)
            covered |= set(phrase.stems)
        elif base + 2 >= TOKENS_PER_SEGMENT:
            break
    return replace(segment, discussed=_in_order(chosen, phrases))


def _gain(phrase: Phrase, covered: set[str], weight: dict[str, float]) -> float:
    new = sum(weight[key] for key in set(phrase.stems) - covered)
    cost = 1.0 + len(phrase.text) / 4.5
    return new / cost**0.7 if new > 0 else 0.0


def _in_order(chosen: Sequence[Phrase], phrases: Sequence[Phrase]) -> tuple[str, ...]:
    place = {id(p): n for n, p in enumerate(phrases)}
    return tuple(p.text for p in sorted(chosen, key=lambda p: place[id(p)]))


def _stems_of(segment: Segment, phrases: Sequence[Phrase]) -> set[str]:
    shown = " ".join((segment.topic, *segment.decisions, *segment.open_questions)).lower()
    return {key for p in phrases if p.text.lower() in shown for key in p.stems}


def _clip(text: str, words: int) -> str:
    """The first words of a clause, without function words hanging at its end."""
    kept = text.split()[:words]
    while len(kept) > 1 and is_common(kept[-1].strip(".,;:")):
        kept.pop()
    return " ".join(kept)
