"""Which fragments matter to the question: rank fusion of BM25 and embeddings, over neighbours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from assistant.prompt.anomalies import asks_for_trouble, remarkable
from assistant.prompt.chunking import Chunk
from assistant.prompt.lexical import scores, terms
from assistant.prompt.structure import ALARM
from assistant.resources import lines_of
from assistant.text.folding import fold_in_place

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix

    Embed = Callable[[Sequence[str]], Matrix]
    """An embedder's ``embed``: unit vectors, a row for each text."""

FUSION = 60
"""Reciprocal rank fusion's constant (Cormack et al., 2009)."""
NEIGHBOUR = 0.25
"""What each neighbour's score adds to a fragment's own: evidence is rarely alone."""
MAX_EMBEDDED = 120
LEXICAL_SHARE = 0.75
"""Of the fragments that are embedded when there are more, how many BM25 proposes; the others are
spread evenly, so that a question in other words still finds its place."""
LEXICAL_FLOOR = 0.15
DENSE_MARGIN = 0.2
EMBEDDED_CHARS = 400

_LETTERS = re.compile(r"[^\W\d_]{3,}")

Place = tuple[int, int]
"""A fragment: (index of its text, index in that text)."""


def rank(
    texts: Sequence[str],
    chunks: Sequence[Sequence[Chunk]],
    question: str,
    embed: Embed | None = None,
) -> tuple[Place, ...]:
    """The fragments that matter, best first; others are absent.

    With no question, one about the whole, or one that nothing matches, the order is a spread:
    beginnings, ends, errors, titles, then evenly across. Of a log that is asked what went wrong,
    what stands out in it comes first.
    """
    wanted = terms(question, _words("stop-words"))
    if all(term in _overview_terms() for term in wanted):
        return spread(texts, chunks)
    places = [(source, i) for source, own in enumerate(chunks) for i in range(len(own))]
    lexical = _smoothed(_lexical(texts, chunks, wanted), chunks)
    dense = _dense(texts, chunks, places, lexical, question, embed) if embed else {}
    ranked = _fused(lexical, dense)
    ordered = _repeats_last([places[i] for i in ranked], texts, chunks)
    trouble = asks_for_trouble(question)
    if not ordered:
        return spread(texts, chunks, wanted, trouble=trouble)
    if trouble or not any(lexical):
        ordered = [*dict.fromkeys((*_remarkable(texts, chunks, wanted), *ordered))]
    return tuple(ordered)


def spread(
    texts: Sequence[str],
    chunks: Sequence[Sequence[Chunk]],
    wanted: Sequence[str] = (),
    *,
    trouble: bool = False,
) -> tuple[Place, ...]:
    """Every fragment, the most representative first; texts take turns. Where it is asked for
    ``trouble``, what stands out in a log comes before its beginning and its end."""
    orders = [
        [(source, i) for i in _spread_one(text, own, wanted, trouble=trouble)]
        for source, (text, own) in enumerate(zip(texts, chunks, strict=True))
    ]
    return tuple(place for row in zip_longest(*orders) for place in row if place is not None)


def _remarkable(
    texts: Sequence[str], chunks: Sequence[Sequence[Chunk]], wanted: Sequence[str]
) -> Iterator[Place]:
    """What stands out in those of the texts that are logs; texts take turns."""
    found = [
        [(source, i) for i in remarkable(text, own, wanted)]
        for source, (text, own) in enumerate(zip(texts, chunks, strict=True))
    ]
    return (place for row in zip_longest(*found) for place in row if place is not None)


def _spread_one(
    text: str, chunks: Sequence[Chunk], wanted: Sequence[str], *, trouble: bool
) -> list[int]:
    standing_out = remarkable(text, chunks, wanted)
    edges = (0, len(chunks) - 1) if chunks else ()
    order = dict.fromkeys((*standing_out, *edges) if trouble else (*edges, *standing_out))
    order |= dict.fromkeys(_distinct_alarms(text, chunks))
    titled = [i for i, c in enumerate(chunks) if c.strength == 3]
    if len(titled) < len(chunks):
        order |= dict.fromkeys(titled[i] for i in _evenly(len(titled)))
    order |= dict.fromkeys(_evenly(len(chunks)))
    return list(order)


def _distinct_alarms(text: str, chunks: Sequence[Chunk]) -> Iterator[int]:
    """Fragments with errors, one of each sort; numbers do not make a sort."""
    seen: set[str] = set()
    for i, chunk in enumerate(chunks):
        alarm = ALARM.search(text, chunk.start, chunk.end) if chunk.alarm else None
        if alarm:
            line = text[alarm.start() : alarm.start() + 120].partition("\n")[0]
            sort = " ".join(_LETTERS.findall(line))
            if sort not in seen:
                seen.add(sort)
                yield i


def _evenly(count: int) -> Iterator[int]:
    """0…count-1 so that every beginning of the order covers the range evenly (van der Corput)."""
    bits = max(1, (count - 1).bit_length())
    for n in range(1 << bits):
        i = int(f"{n:0{bits}b}"[::-1], 2)
        if i < count:
            yield i


def _lexical(
    texts: Sequence[str], chunks: Sequence[Sequence[Chunk]], wanted: Sequence[str]
) -> list[float]:
    """BM25 over all texts as one collection, by place."""
    offset = 0
    spans: list[tuple[int, int]] = []
    for text, own in zip(texts, chunks, strict=True):
        spans += [(offset + c.start, offset + c.end) for c in own]
        offset += len(text) + 1
    return scores(fold_in_place("\n".join(texts)), spans, wanted)


def _smoothed(values: Sequence[float], chunks: Sequence[Sequence[Chunk]]) -> list[float]:
    smooth: list[float] = []
    for own in chunks:
        part = [0.0, *values[len(smooth) : len(smooth) + len(own)], 0.0]
        smooth += [
            part[i] + NEIGHBOUR * (part[i - 1] + part[i + 1]) for i in range(1, len(part) - 1)
        ]
    return smooth


def _dense(
    texts: Sequence[str],
    chunks: Sequence[Sequence[Chunk]],
    places: Sequence[Place],
    lexical: Sequence[float],
    question: str,
    embed: Embed,
) -> dict[int, float]:
    """Cosines of the candidates, smoothed over neighbours that are candidates too."""
    candidates = _candidates(lexical)
    passages = [_passage(texts[s], chunks[s][i]) for s, i in (places[c] for c in candidates)]
    vectors = embed([question, *passages])
    cosines = dict(zip(candidates, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    smooth = {}
    for c, cosine in cosines.items():
        near = [
            cosines[n]
            for n in (c - 1, c + 1)
            if n in cosines and places[n][0] == places[c][0]  # not across texts
        ]
        smooth[c] = (cosine + NEIGHBOUR * sum(near)) / (1 + NEIGHBOUR * len(near))
    return smooth


def _candidates(lexical: Sequence[float]) -> list[int]:
    if len(lexical) <= MAX_EMBEDDED:
        return list(range(len(lexical)))
    best = sorted(range(len(lexical)), key=lambda i: -lexical[i])
    proposed = [i for i in best[: int(MAX_EMBEDDED * LEXICAL_SHARE)] if lexical[i] > 0]
    chosen = dict.fromkeys(proposed)
    for i in _evenly(len(lexical)):
        if len(chosen) >= MAX_EMBEDDED:
            break
        chosen[i] = None
    return sorted(chosen)


def _passage(text: str, chunk: Chunk) -> str:
    return f"{chunk.title}\n{text[chunk.start : chunk.end][:EMBEDDED_CHARS]}".strip()


def _fused(lexical: Sequence[float], dense: dict[int, float]) -> list[int]:
    """Places that are near enough by either measure, best first; earlier first among equals."""
    by_words = sorted((i for i, s in enumerate(lexical) if s > 0), key=lambda i: -lexical[i])
    by_meaning = sorted(dense, key=lambda i: -dense[i])
    points: dict[int, float] = {}
    for order in (by_words, by_meaning):
        for position, i in enumerate(order):
            points[i] = points.get(i, 0.0) + 1 / (FUSION + position)
    least_words = LEXICAL_FLOOR * max(lexical, default=0.0)
    least_meaning = max(dense.values(), default=0.0) - DENSE_MARGIN
    near = [
        i
        for i in points
        if (lexical[i] > 0 and lexical[i] >= least_words) or dense.get(i, -1.0) >= least_meaning
    ]
    return sorted(near, key=lambda i: (-points[i], i))


def _repeats_last(
    ranked: Sequence[Place], texts: Sequence[str], chunks: Sequence[Sequence[Chunk]]
) -> list[Place]:
    """The same order, fragments that repeat a better one but for numbers at the end."""
    seen: set[frozenset[str]] = set()
    fresh: list[Place] = []
    repeated: list[Place] = []
    for source, i in ranked:
        chunk = chunks[source][i]
        said = frozenset(_LETTERS.findall(texts[source], chunk.start, chunk.end))
        (repeated if said in seen else fresh).append((source, i))
        seen.add(said)
    return fresh + repeated


@lru_cache(maxsize=2)
def _words(name: str) -> frozenset[str]:
    lines = lines_of("prompt", f"{name}.txt")
    return frozenset(word for line in lines for word in fold_in_place(line).split())


@lru_cache(maxsize=1)
def _overview_terms() -> frozenset[str]:
    return frozenset(terms_of for word in _words("overview-words") for terms_of in terms(word))
