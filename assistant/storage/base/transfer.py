"""Rows as they go from one store to another, of another kind perhaps: nothing is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

Row = tuple[Any, ...]
"""Texts, numbers, None and bytes; an instant as ISO 8601 in UTC with microseconds."""
Place = list[Any]
"""Where a row stands in its table: the next are those behind it. JSON can hold it."""


class Kind(NamedTuple):
    """A table's columns, of which some are instants, flags or vectors (half floats)."""

    columns: tuple[str, ...]
    instants: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    vectors: tuple[str, ...] = ()


def _kind(columns: str, **special: str) -> Kind:
    return Kind(tuple(columns.split()), **{name: tuple(of.split()) for name, of in special.items()})


_VECTORS = _kind("id embedder vector", vectors="vector")

TABLES: Mapping[str, Kind] = {
    "conversations": _kind(
        "id role created_at last_activity_at turn_count ended_at metadata",
        instants="created_at last_activity_at ended_at",
    ),
    "turns": _kind("session_id number shift state", flags="shift"),
    "messages": _kind(
        "id session_id turn_number role content timestamp token_count semantic_continuity"
        " summarized_at",
        instants="timestamp summarized_at",
    ),
    "facts": _kind(
        "id domain fact confidence source created_at last_confirmed_at kind role language slot"
        " replaces superseded_by retired_at",
        instants="created_at last_confirmed_at retired_at",
    ),
    "fact_vectors": _VECTORS,
    "fact_uses": _kind("fact_id session_id turn_number at", instants="at"),
    "tombstones": _kind("digest at", instants="at"),
    "segments": _kind(
        "id session_id role first_turn last_turn created_at topic discussed outcome decisions"
        " open_questions language token_count",
        instants="created_at",
    ),
    "segment_vectors": _VECTORS,
    "documents": _kind("namespace id content fields role session_id"),
    "keyvalue": _kind("namespace key value expires_at", instants="expires_at"),
    "counters": _kind("name window_start count", instants="window_start"),
    "turn_metrics": _kind(
        "session_id turn_number at source model prompt_tokens completion_tokens"
        " full_history_tokens sections server_prompt_tokens role alert strategies",
        instants="at",
    ),
    "tool_runs": _kind(
        "session_id turn_number at tool outcome milliseconds cached", instants="at", flags="cached"
    ),
    "errors": _kind("at session_id kind message", instants="at"),
}
"""In an order in which each row finds what it refers to."""


class Transfer(Protocol):
    """The rows of one store, by table."""

    def count(self, table: str) -> int: ...

    def read(self, table: str, after: Place | None, limit: int) -> list[tuple[Place, Row]]:
        """The first of the rows behind that place, in the order in which they came."""

    def take(self, table: str, rows: Sequence[Row]) -> None:
        """Add them behind the others, in the open transaction."""

    def clear(self, table: str) -> None:
        """Remove all rows, in the open transaction."""


@runtime_checkable
class Movable(Protocol):
    """Stores whose rows can be carried to others."""

    @property
    def transfer(self) -> Transfer: ...
