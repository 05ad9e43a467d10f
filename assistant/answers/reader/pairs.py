"""A question beside each of the facts that may answer it, as arrays that the network reads.

Words are compared as ``memory/wording.py`` has them and, across languages and in other words, by
vectors: the embedder's own for a single word, reduced to the directions in which words differ most
(``data/answers/reader-….npz``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from assistant.answers.reader.question import asked_for
from assistant.memory.phrases import THOUSANDS, TOKEN
from assistant.memory.wording import Word, same_word, wording
from assistant.records import Fact, Language

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

CANDIDATES = 8
"""Facts that are read, the nearest first: the right one is hardly ever behind them."""
QUESTION_WORDS, FACT_WORDS = 12, 16
"""Words of a text that are looked at; those behind them say little."""
SIGNS = 9


class Candidate(NamedTuple):
    """A fact as recall ranked it: its score there and what the score is made of; ``change``: the
    logit that it tells of something new."""

    fact: Fact
    score: float
    cosine: float
    nearness: float
    precedent: float
    vector: Matrix
    change: float = 0.0


class Question(NamedTuple):
    """``vector`` is the embedder's. ``about_user`` and ``precedents`` are the logits of recall
    that facts about the user help."""

    text: str
    language: Language
    vector: Matrix
    about_user: float
    precedents: float


class Pairs(NamedTuple):
    """n candidates, q words of the question, f words of a fact, vectors of width d.

    ``asked`` (q, d) and ``told`` (n, f, d) are the words' vectors, ``asked_signs`` and
    ``told_signs`` what else is seen of them; ``same`` (n, q, f): the two are one word;
    ``there`` (n, f): the fact has so many words. ``ranks`` (n, 10): what recall says of each fact.
    """

    asked: Matrix
    asked_signs: Matrix
    told: Matrix
    told_signs: Matrix
    there: Matrix
    same: Matrix
    ranks: Matrix
    sentence: Matrix
    kind: Matrix
    user: Matrix


WordVectors = Callable[[Sequence[str]], "Matrix"]
"""Reduced vectors, one row a word."""


def pair(question: Question, candidates: Sequence[Candidate], vectors: WordVectors) -> Pairs:
    """The arrays for a question and the facts that recall found nearest, in that order."""
    import numpy as np

    asked = _words(question.text, question.language)[:QUESTION_WORDS]
    told = [_words(c.fact.fact, c.fact.language)[:FACT_WORDS] for c in candidates]
    longest = max(map(len, told), default=0) or 1
    flat = [*asked, *(word for words in told for word in words)]
    rows = vectors([typed.lower() for _, typed in flat])
    signs = np.array([_signs(*word) for word in flat] or [[0.0] * SIGNS], np.float32)
    count, width = len(told), rows.shape[1]
    told_rows = np.zeros((count, longest, width), np.float32)
    told_signs = np.zeros((count, longest, SIGNS), np.float32)
    there = np.zeros((count, longest), np.float32)
    same = np.zeros((count, len(asked), longest), np.float32)
    at = len(asked)
    for n, words in enumerate(told):
        size = len(words)
        told_rows[n, :size], told_signs[n, :size] = rows[at : at + size], signs[at : at + size]
        there[n, :size] = 1.0
        at += size
        for i, (one, _) in enumerate(asked):
            same[n, i, :size] = [same_word(one, other) for other, _ in words]
    best = candidates[0].score if candidates else 0.0
    ranks = [_ranks(c, n, best, len(told[n]), question.language) for n, c in enumerate(candidates)]
    return Pairs(
        rows[: len(asked)],
        signs[: len(asked)],
        told_rows,
        told_signs,
        there,
        same,
        np.array(ranks, np.float32).reshape(count, 10),
        question.vector,
        asked_for(question.text),
        np.array([question.about_user / 5, question.precedents / 5], np.float32),
    )


def _words(text: str, language: Language) -> list[tuple[Word, str]]:
    """Each word that carries meaning, and as it was typed."""
    typed = TOKEN.findall(THOUSANDS.sub("", text.replace("’", "'")))
    return [
        (word, typed[word.place] if word.place < len(typed) else word.text)
        for word in wording(text, language).words
    ]


def _signs(word: Word, typed: str) -> list[float]:
    """What is seen of a word beside its meaning: a number, a day, a name…"""
    kind, capital = word.kind, typed[:1].isupper()
    listed = bool(kind) and kind not in ("number", "weekday", "month", "person")
    seen = (
        *(kind == name for name in ("number", "weekday", "month", "person")),
        *(listed, capital and word.place > 0, any(map(str.isdigit, typed)), word.exact, capital),
    )
    return [float(sign) for sign in seen]


def _ranks(c: Candidate, place: int, best: float, size: int, language: Language) -> list[float]:
    return [
        (c.score - best) / 5,
        float(place == 0),
        c.cosine,
        c.nearness,
        c.precedent / 3,
        float(c.fact.language != language),
        size / 10,
        c.score / 10,
        float(c.fact.domain == "preferences"),
        place / 10,
    ]
