"""The unigram model of sentencepiece (Kudo, 2018): the pieces of a text that score best."""

from __future__ import annotations

from collections.abc import Callable, Iterable

NO_PIECE = 10.0
"""By how much a letter without a piece scores below the worst piece."""

PiecesFrom = Callable[[int], Iterable[tuple[int, int, float]]]
"""The pieces that begin at a place of the text, shortest first: (its end, its id, its score)."""


def best_path(
    length: int, pieces_from: PiecesFrom, unknown: int, unknown_score: float
) -> list[int]:
    """Ids of the best path through a text of that many letters; where two are equal, the longer
    last piece. A letter that is no piece counts as ``unknown``."""
    best = [0.0] + [float("-inf")] * length
    step: list[tuple[int, int]] = [(0, unknown)] * (length + 1)
    for start in range(length):
        lone = False
        for end, piece, worth in pieces_from(start):
            lone = lone or end == start + 1
            score = best[start] + worth
            if score > best[end]:
                best[end], step[end] = score, (start, piece)
        if not lone and best[start] + unknown_score > best[start + 1]:
            best[start + 1], step[start + 1] = best[start] + unknown_score, (start, unknown)
    return _walk_back(step)


def _walk_back(step: list[tuple[int, int]]) -> list[int]:
    ids = []
    end = len(step) - 1
    while end > 0:
        end, piece = step[end]
        ids.append(piece)
    return ids[::-1]
