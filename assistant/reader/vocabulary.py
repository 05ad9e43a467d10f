"""From a text to the numbers of its word pieces.

Segmentation is the unigram model of sentencepiece (Kudo, 2018), word by word: the best-scoring
path through a word. The pieces are those of multilingual-e5-small that words of Spanish and
English are made of.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from assistant.arrays import names
from assistant.unigram import NO_PIECE, best_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BEGIN, END, UNKNOWN = 0, 2, 3
"""Ids of what no text holds: its beginning, its end, and a letter without a piece."""
_SPACE = "\u2581"
_KNOWN_WORDS = 4096
"""Words whose pieces are remembered."""


class Vocabulary:
    """``pieces``: their texts by id; ``scores``: the logarithms of their frequencies."""

    def __init__(self, pieces: NDArray[np.uint8], scores: NDArray[np.float16]) -> None:
        found = zip(names(pieces), scores.astype(float).tolist(), strict=True)
        self._pieces = {text: (n, score) for n, (text, score) in enumerate(found) if text}
        self._longest = max(map(len, self._pieces))
        self._none = float(scores.min()) - NO_PIECE
        self._words: dict[str, Sequence[int]] = {}

    def ids(self, text: str, most: int) -> list[int]:
        """Ids of the first ``most`` pieces of a text, between those of its beginning and end."""
        found: list[int] = []
        for word in unicodedata.normalize("NFKC", text).split():
            found += self._word(word)
            if len(found) >= most:
                break
        return [BEGIN, *found[:most], END]

    def _word(self, word: str) -> Sequence[int]:
        if word not in self._words:
            if len(self._words) >= _KNOWN_WORDS:
                self._words.clear()
            self._words[word] = self._best_path(_SPACE + word)
        return self._words[word]

    def _best_path(self, word: str) -> list[int]:
        return best_path(len(word), partial(self._pieces_from, word), UNKNOWN, self._none)

    def _pieces_from(self, word: str, start: int) -> Iterator[tuple[int, int, float]]:
        for end in range(start + 1, min(len(word), start + self._longest) + 1):
            if piece := self._pieces.get(word[start:end]):
                yield end, *piece
