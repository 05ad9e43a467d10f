"""The default embedder's tokenizer over a vocabulary that is mapped, not loaded.

A tokenizer over the vocabulary's file builds a dictionary of some 400,000 prefixes at each start
(half a second, 40 MB). Here the same prefixes are a tree in three flat arrays, written once and
mapped from the file afterwards: only the pages that a text touches are ever read. Segmentation is
the unigram model of sentencepiece (Kudo, 2018): the best-scoring path, by the same rules of ties,
so that the ids are those of the package to the last one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from assistant.embedding.normalizer import Normalizer
from assistant.unigram import NO_PIECE, best_path

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from assistant.embedding.pieces import Vocabulary

    Arrays = dict[str, NDArray[Any]]

UNKNOWN, BEGIN, END = 0, 1, 2


def flatten(vocabulary: Vocabulary) -> Arrays:
    """A vocabulary as flat arrays, for ``MappedTokenizer``.

    Prefixes stand in order of length, then of code points; so the children of a prefix are
    neighbours, and the prefix at place ``n`` owns the places ``first[n]`` to ``first[n + 1]``.
    ``label`` is the last code point of each, ``piece`` its id or -1 where no piece ends there.
    """
    import numpy as np

    known = {piece: number for number, piece in enumerate(vocabulary.pieces)}
    prefixes = {piece[:end] for piece in known for end in range(1, len(piece) + 1)}
    order = ["", *sorted(sorted(prefixes), key=len)]
    place = {prefix: n for n, prefix in enumerate(order)}
    parents = np.fromiter((place[p[:-1]] for p in order[1:]), np.int64, len(order) - 1)
    children = np.bincount(parents, minlength=len(order))
    first = np.concatenate([[1], 1 + np.cumsum(children)])
    return {
        "first": first.astype(np.uint32),
        "label": np.fromiter((ord(p[-1]) if p else 0 for p in order), np.uint32, len(order)),
        "piece": np.fromiter((known.get(p, -1) for p in order), np.int32, len(order)),
        "score": np.asarray(vocabulary.scores, np.float32),
        "charsmap": np.frombuffer(vocabulary.charsmap, np.uint8),
    }


class MappedTokenizer:
    """Texts to ids of pieces, the vocabulary in the arrays of ``flatten``."""

    def __init__(self, arrays: Arrays) -> None:
        self._first = arrays["first"].data
        self._label = arrays["label"].data
        self._piece = arrays["piece"].data
        self._scores = arrays["score"].data
        self._normalizer = Normalizer(arrays["charsmap"].tobytes())
        self._unknown_score = float(arrays["score"].min()) - NO_PIECE

    def encode(self, text: str, **_: Any) -> list[int]:
        """Ids of a text's pieces, between those of its beginning and end. What else the package's
        arithmetic says is that it wants these two."""
        normalized = self._normalizer.normalize(text)
        return [BEGIN, *(self._best_path(normalized) if normalized else [UNKNOWN]), END]

    def _best_path(self, normalized: str) -> list[int]:
        points = [*map(ord, normalized)]
        pieces_from = partial(self._pieces_from, points)
        return best_path(len(normalized), pieces_from, UNKNOWN, self._unknown_score)

    def _pieces_from(self, points: Sequence[int], start: int) -> list[tuple[int, int, float]]:
        found: list[tuple[int, int, float]] = []
        label, first = self._label, self._first
        node = 0
        for end in range(start, len(points)):
            low, high = first[node], first[node + 1]
            node = bisect_left(label, points[end], low, high)
            if node == high or label[node] != points[end]:
                break
            if (piece := self._piece[node]) >= 0:
                found.append((end + 1, piece, self._scores[piece]))
        return found
