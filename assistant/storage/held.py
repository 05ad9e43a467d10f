"""Vectors as a process holds them: one matrix, brought up to date by what changed.

numpy is imported when there are any.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from assistant.storage.base import Vectors

if TYPE_CHECKING:
    from assistant.storage.base import Matrix

_EDITIONS = itertools.count(1)
STORED = "<f2"
"""How a number lies in a database."""
BYTES = 2


class HeldVectors:
    """Ids and their rows in a buffer with room at its end.

    Views that were handed out stay true: rows are only ever appended behind them; any other change
    starts a new buffer.
    """

    def __init__(self, ids: list[str], buffer: Matrix, edition: int, revision: int) -> None:
        self.ids = ids
        self.buffer = buffer
        self.edition = edition
        self.revision = revision

    @classmethod
    def empty(cls, expected: int, dimensions: int, revision: int) -> HeldVectors:
        """With room for ``expected`` rows and a quarter more; untouched room costs no memory."""
        import numpy as np

        buffer = np.empty((expected + expected // 4 + 64, dimensions), np.float32)
        return cls([], buffer, next(_EDITIONS), revision)

    def append(self, ids: list[str], blobs: list[bytes]) -> None:
        """Add rows behind the others; there must be room. Raises ValueError for what is no row."""
        import numpy as np

        start, end = len(self.ids), len(self.ids) + len(ids)
        width = self.buffer.shape[1]
        if any(not isinstance(blob, bytes) or len(blob) != BYTES * width for blob in blobs):
            raise ValueError("vectors of different lengths")
        joined = np.frombuffer(b"".join(blobs), dtype=STORED)
        self.buffer[start:end] = joined.reshape(len(ids), width)
        self.ids.extend(ids)

    def with_changes(
        self, changed: Iterable[str], fresh: dict[str, bytes], revision: int, private: bool
    ) -> HeldVectors:
        """Up to date as of ``revision``: ``fresh`` holds the changed vectors that exist.

        A ``private`` one shares no buffer with this.
        """
        import numpy as np

        gone = set(changed).intersection(self.ids)
        count = len(self.ids) - len(gone) + len(fresh)
        if private or gone or count > len(self.buffer):
            held = HeldVectors.empty(count, self.buffer.shape[1], revision)
            keep = [row for row, id in enumerate(self.ids) if id not in gone]
            np.take(self.buffer, keep, axis=0, out=held.buffer[: len(keep)], mode="clip")
            held.ids = [self.ids[row] for row in keep]
        else:
            held = HeldVectors(self.ids.copy(), self.buffer, self.edition, revision)
        if fresh:
            held.append(list(fresh), list(fresh.values()))
        return held

    def view(self) -> Vectors:
        rows = self.buffer[: len(self.ids)]
        rows.flags.writeable = False
        return Vectors(self.ids, rows, self.edition)
