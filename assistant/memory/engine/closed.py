"""The closed segments of earlier turns, for as long as they are kept (S4)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from assistant.config import Config
from assistant.embedding.base import Embedder
from assistant.memory.base import Summary
from assistant.memory.engine.base import WindowState
from assistant.memory.segments.archive import choose, queries, wording_of
from assistant.memory.segments.cues import refers_back
from assistant.memory.titles import title_in, untitled
from assistant.records import Conversation, Segment
from assistant.storage.base import Stores

if TYPE_CHECKING:
    from assistant.embedding.base import Matrix

_REMEMBERED = 2048
_EMBEDDED_AT_ONCE = 64
_CANDIDATES = 30


class ClosedSegments:
    """Those of all conversations, found by what a question is about."""

    def __init__(self, stores: Stores, embedder: Embedder, config: Config) -> None:
        self._stores = stores
        self._embedder = embedder
        self._config = config
        self._read: OrderedDict[str, Segment] = OrderedDict()

    def about(
        self,
        text: str,
        conversation: Conversation,
        scene: WindowState,
        now: datetime,
        shown: set[str],
        outdated: Callable[[Segment], bool],
    ) -> list[Summary]:
        """Those that the question is about, best first; none for a mere follow-up, and none that is
        outdated or past its retention."""
        if scene.decision.reason == "follow-up" and not refers_back(text):
            return []
        if not self._stores.conversations.all(conversation.role, limit=1):
            return []
        ids, matrix = self._stores.segments.vectors(self._embedder.name, role=conversation.role)
        if not ids:
            return []

        def get(segment_id: str) -> Segment | None:
            segment = self._one(segment_id)
            kept = segment and segment.created_at >= now - self._retention
            return segment if segment and kept and not outdated(segment) else None

        direction = direction_of(self._embedder.embed(queries(text)).sum(axis=0))
        return choose(
            text,
            cosines=dict(zip(ids, (matrix @ direction).tolist(), strict=True)),
            hits=lambda words: self._stores.segments.search(
                words, _CANDIDATES, role=conversation.role
            ),
            get=get,
            exclude=shown,
            calibrate=self._embedder.calibrate,
            now=now,
        )

    def _one(self, segment_id: str) -> Segment | None:
        """A summary is written once (S3): read once, it is known. Ask only for stored ones."""
        known = self._read.get(segment_id) or self._stores.segments.get(segment_id)
        if known is not None:
            self._read[segment_id] = known
            trim(self._read, _REMEMBERED)
        return known

    def expire(self, now: datetime) -> int:
        """Closed summaries past their retention go (S4), and titles with them."""
        limit = now - self._retention
        for conversation in self._stores.conversations.all():
            if conversation.last_activity_at <= limit and title_in(conversation.metadata):
                self._stores.conversations.save(untitled(conversation))
        return self._stores.segments.expire(limit)

    def embed_missing(self) -> int:
        """Vectors of summaries that another embedder had embedded, from their own words: their
        turns are gone. Returns how many."""
        known = set(self._stores.segments.vectors(self._embedder.name)[0])
        conversations = self._stores.conversations.all()
        segments = [s for c in conversations for s in self._stores.segments.all(c.id)]
        missing = [segment for segment in segments if segment.id not in known]
        for start in range(0, len(missing), _EMBEDDED_AT_ONCE):
            some = missing[start : start + _EMBEDDED_AT_ONCE]
            vectors = self._embedder.embed([wording_of(segment) for segment in some])
            rows = {s.id: row for s, row in zip(some, vectors, strict=True)}
            self._stores.segments.put_vectors(self._embedder.name, rows)
        return len(missing)

    @property
    def _retention(self) -> timedelta:
        return timedelta(days=self._config.memory.segment_retention_days)


def trim(kept: OrderedDict[Any, Any], most: int) -> None:
    """The oldest go."""
    while len(kept) > most:
        kept.popitem(last=False)


def direction_of(vector: Matrix) -> Matrix:
    """The vector at length 1; nought as it is."""
    length = float(vector @ vector) ** 0.5
    return vector / length if length else vector
