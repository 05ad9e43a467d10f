"""The topic: the phrase that the turns come back to, as somebody spelled it.

Candidates are runs of the user's words with a subject ("base de datos" included): what a reply
says names nothing. What is said by both sides and again in later turns counts most, then what the
user opened with; verbs count little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from assistant.memory.segments.cues import without_opening
from assistant.memory.segments.reading import Said, said_in
from assistant.memory.segments.words import (
    FULL,
    FUNCTION,
    LONGEST_WORD,
    Row,
    Token,
    belongs,
    is_common,
    listed,
    rows,
)
from assistant.memory.signals.language import detect_language
from assistant.records import Turn
from assistant.text.folding import fold
from assistant.text.wording import stem

LONGEST = 4
NO_TOPIC = "…"
OPENING, CODE = 2.2, 0.7
AGAIN, TIMES = 0.2, 3
"""What each further message that says a word adds to it, and up to how many."""
EARLIER = 0.02
"""What each candidate before it takes from one: the subject comes first."""
VERB, MEASURE, DETERMINED, NAME = 0.55, 0.3, 1.3, 1.3


class Candidate(NamedTuple):
    """A phrase, the stems of its words, what each weighs, and where it was said."""

    text: str
    stems: tuple[str, ...]
    weights: tuple[float, ...]
    sentence: int


def topic(said: Sequence[Said], rows: Sequence[Row]) -> str:
    """At most four words of the user's, or a name's; ``NO_TOPIC`` where they hold none.

    ``rows`` are the tokens of what was said. Replies only tell which of the user's words were
    taken up.
    """
    found = [c for n, row in enumerate(rows) for c in _candidates(row, n)]
    sides = _sides(found, said)
    theirs = [c for c in found if said[c.sentence].by_user]
    if not theirs:
        return _first_words([sentence for sentence in said if sentence.by_user])
    scores = [_score(c, sides, said) * (1 - EARLIER * min(n, 10)) for n, c in enumerate(theirs)]
    return theirs[scores.index(max(scores))].text


def _score(candidate: Candidate, sides: dict[str, int], said: Sequence[Said]) -> float:
    sentence = said[candidate.sentence]
    total = sum(
        weight * (1 + AGAIN * min(sides[stem] - 1, TIMES))
        for stem, weight in zip(candidate.stems, candidate.weights, strict=True)
    )
    opening = sentence.by_user and sentence.turn == said[0].turn
    factor = (OPENING if opening else 1.0) * (CODE if sentence.code else 1.0)
    return factor * total / float(len(candidate.stems) ** 0.5)


def _sides(found: Sequence[Candidate], said: Sequence[Said]) -> Counter[str]:
    """In how many messages each stem was said."""
    messages: dict[str, set[tuple[int, bool]]] = {}
    for candidate in found:
        sentence = said[candidate.sentence]
        for each in candidate.stems:
            messages.setdefault(each, set()).add((sentence.turn, sentence.by_user))
    return Counter({each: len(where) for each, where in messages.items()})


def _candidates(row: Row, index: int) -> Iterator[Candidate]:
    at = 0
    while at < len(row):
        end = _run(row, at)
        if end > at:
            yield _candidate(row[at - 1] if at else None, row[at:end], index)
        at = max(end, at + 1)


def _run(row: Row, at: int) -> int:
    """Where the run of words with a subject that begins there ends; ``at`` where none begins."""
    if row[at].weight < FULL or row[at].kind == "number":
        return at
    end = at + 1
    while end < len(row) and row[end].joined and end - at < LONGEST:
        if row[end].weight == FULL or (row[end].capital and row[end].weight > FUNCTION):
            end += 1
        elif (link := _link(row, end)) and end + link - at <= LONGEST:
            return end + link
        elif row[end].weight > FUNCTION and (link := _link(row, end + 1)):
            return min(end + 1 + link, at + LONGEST)  # "boiling point of water"
        else:
            break
    return end


def _link(row: Row, at: int) -> int:
    """Tokens up to the word that "de", "de la", "of the" tie to the one before; 0 for none."""
    if at >= len(row) or not belongs(row[at].text, "links"):
        return 0
    for end in range(at + 1, min(len(row), at + 3)):
        if not row[end].joined:
            return 0
        if row[end].kind != "number" and (row[end].weight == FULL or row[end].capital):
            return end + 1 - at
        if not belongs(row[end].text, "determiners"):
            return 0
    return 0


def _candidate(before: Token | None, row: Row, index: int) -> Candidate:
    ahead = fold(before.text) if before and row[0].joined else ""
    if len(row) > 1 and _tells(row[1]) and _is_verb(row[0], ahead):
        row, ahead = row[1:], ""  # what is done to it is not the subject
    words = [token for token in row if token.weight == FULL]
    weights = [_weight(token) for token in words]
    if belongs(ahead, "determiners"):  # then it is no verb, whatever its ending
        weights = [max(weight, _length_weight(words[0])) * DETERMINED for weight in weights]
    elif belongs(ahead, "before_verbs"):
        weights[0] *= VERB
    text = "".join(t.text if not n else t.before + t.text for n, t in enumerate(row))
    return Candidate(text, tuple(stem(fold(t.text)) for t in words), tuple(weights), index)


def _tells(token: Token) -> bool:
    return token.weight == FULL and token.kind != "number"


def _weight(token: Token) -> float:
    if belongs(token.text, "measures") or belongs(token.text, "months"):
        return MEASURE
    if token.capital and not token.first:
        return NAME
    return VERB if _is_verb(token) else _length_weight(token)


def _length_weight(token: Token) -> float:
    return float(min(10, len(token.text)) ** 0.3) / 1.7


def _is_verb(token: Token, ahead: str = "") -> bool:
    """By its ending, or by the word ahead of it ("to", "quiero")."""
    if token.capital and not token.first:
        return False
    return belongs(ahead, "before_verbs") or fold(token.text).endswith(
        tuple(listed("verb_endings"))
    )


def _first_words(said: Sequence[Said]) -> str:
    """Of turns without a word that has a subject: how they begin."""
    if not said:
        return NO_TOPIC
    opening = without_opening(said[0].text).split()[:LONGEST]
    words = [word for word in opening if len(word) <= LONGEST_WORD or word >= "\u2e80"]
    while words and is_common(words[-1].strip("?!.,;:¿¡")):
        words.pop()
    return " ".join(words).strip("?!.,;:¿¡") or NO_TOPIC


def subject_of(turns: Sequence[Turn]) -> str:
    """The subject of turns on one topic; empty where it does not show."""
    said = said_in(turns)
    language = detect_language(" ".join(turn.user.content for turn in turns))
    found = topic(said, rows([sentence.text for sentence in said], language))
    return "" if found == NO_TOPIC else found


def by_topic(turns: Sequence[Turn]) -> Iterator[Sequence[Turn]]:
    """The turns in runs, each of which begins where the topic shifted."""
    starts = [0, *(n for n, turn in enumerate(turns) if turn.shift and n), len(turns)]
    for start, end in pairwise(starts):
        if start < end:
            yield turns[start:end]
