"""What the user stated on purpose, and how it is found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol

from assistant.records import Fact

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]


class Vectors(NamedTuple):
    """Ids and the matrix (n, d) with a row for each, neither to be written.

    Of two with one ``edition`` the shorter is how the longer begins: between them, rows were added
    behind and nothing else. Editions are told apart within a process.
    """

    ids: list[str]
    matrix: Matrix
    edition: int


@dataclass(frozen=True, slots=True)
class FactUse:
    """A fact was injected in a prompt: where and when (never a confirmation)."""

    fact_id: str
    session_id: str
    turn_number: int
    at: datetime


class Facts(Protocol):
    """Facts, their full-text index, their vectors and their tombstones."""

    def add(self, fact: Fact) -> None: ...

    def add_all(self, facts: Sequence[Fact]) -> None:
        """Many at once, all or none. Raises ValueError when one of the ids is taken."""

    def update(self, fact: Fact) -> None:
        """Replace the row with the same id; vectors of a changed or retired text are dropped.

        Raises TryAgainLater when the fact is not there: another program forgot it meanwhile.
        """

    def get(self, fact_id: str) -> Fact | None: ...

    def all(self, *, role: str | None = None, retired: bool = False) -> list[Fact]:
        """Live facts, oldest first; with ``retired`` the superseded too. Never forgotten ones."""

    def search(self, words: Sequence[str], limit: int) -> list[tuple[str, float]]:
        """Live facts holding any of the words (accents and case folded): (id, bm25), best first.

        bm25 is positive, higher is better.
        """

    def erase(self, fact_ids: Sequence[str], digests: Sequence[str], at: datetime) -> None:
        """Forget for good: text, index entries, vectors and uses go; only digests stay behind."""

    def forgotten(self, digest: str) -> bool:
        """Whether the keyed hash of a text belongs to something that was forgotten."""

    def any_forgotten(self) -> bool:
        """Whether anything ever was, so that many texts need not be hashed for nothing."""

    def lift(self, digest: str) -> None:
        """Let a forgotten text be stored again (the user stated it anew on purpose)."""

    def put_vectors(self, embedder: str, vectors: Mapping[str, Matrix]) -> None:
        """Store a vector (float32, unit length) for each fact id, under the embedder's name; its
        numbers may lose what a half float does not hold."""

    def vectors(self, embedder: str) -> Vectors:
        """Of the live facts that have a vector of that embedder."""

    def unseen(self, embedder: str) -> int:
        """How many live facts this embedder has not seen yet. Microseconds."""

    def without_vector(self, embedder: str, limit: int | None = None) -> list[Fact]:
        """Live facts that this embedder has not seen yet; of many, the first ``limit``."""

    def record_uses(self, uses: Iterable[FactUse]) -> None: ...

    def uses(self, fact_id: str) -> list[FactUse]:
        """Latest first."""

    def revision(self) -> int:
        """A number that grows with every change of facts, seen across processes."""

    def changes(self, since: int) -> list[str] | None:
        """Ids of the facts added, changed or erased after that revision; None: read all again."""
