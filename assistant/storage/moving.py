"""A home from store to store: resumable, compared row for row, nothing removed where it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import NamedTuple

from assistant.errors import ConfigurationError, TryAgainLater, UsageError
from assistant.storage.base import Stores
from assistant.storage.base.transfer import TABLES, Movable, Place, Row, Transfer

NAMESPACE = "move"
"""Of the small values in which the destination notes how far it is."""
_FROM = "from"
_AT_ONCE = 500
_ALL = 1 << 64
_FOLLOW = {
    "conversations": ("turns", "messages"),
    "turns": ("messages",),
    "facts": ("fact_vectors", "fact_uses"),
    "segments": ("segment_vectors",),
}
"""What goes with the rows of a table."""
_HOLD = ("facts", "conversations", "segments", "documents")

Progress = Callable[[int, int], None]
"""Told the rows that are moved, and all that there are."""


class Sum(NamedTuple):
    """Of a table's rows: how many, and what they add up to in whatever order."""

    rows: int
    total: int


class Move:
    """From one store to another. ``name`` tells where the rows come from: a move that was broken
    off goes on when it is begun again from there."""

    def __init__(self, source: Stores, target: Stores, name: str) -> None:
        self._source = _transfer_of(source)
        self._target = _transfer_of(target)
        self._stores = target
        self._name = name

    def run(self, progress: Progress) -> dict[str, int]:
        """Move all rows; returns how many by table.

        Raises UsageError where something else is stored there already, TryAgainLater where the
        source is written to meanwhile, again and again.
        """
        self._begin()
        self._copy(tuple(TABLES), progress)
        for _ in range(2):
            different = self._different()
            if not different:
                break
            self._clear(different)  # it was written to while we were reading
            self._copy(different, progress)
        else:
            if self._different():
                raise TryAgainLater(
                    f"{self._name} was written to while it was moved",
                    "Close other assistants and repeat it: what is there already stays.",
                )
        self._end()
        return {table: self._target.count(table) for table in TABLES}

    def _begin(self) -> None:
        known = self._noted(_FROM)
        if known == self._name:
            return
        if known is None and not any(map(self._target.count, _HOLD)):
            with self._stores.transaction():  # what a first look at it has left
                self._clear(tuple(TABLES))
                self._note(_FROM, self._name)
            return
        held = f"what comes from {known}" if known else "a memory of its own"
        raise UsageError(
            f"There is something stored there already: {held}",
            "Move to a database, or an owner (storage.owner), that has nothing yet.",
        )

    def _copy(self, tables: tuple[str, ...], progress: Progress) -> None:
        whole = sum(map(self._source.count, tables))
        done = 0
        for table in tables:
            place = self._noted(table)
            at: Place | None = place if isinstance(place, list) else None
            done += self._target.count(table) if at else 0
            while rows := self._source.read(table, at, _AT_ONCE):
                at = rows[-1][0]
                with self._stores.transaction():
                    self._target.take(table, [row for _, row in rows if not _is_note(table, row)])
                    self._note(table, at)
                done += len(rows)
                progress(min(done, whole), whole)

    def _different(self) -> tuple[str, ...]:
        """Tables whose rows are not the same here and there, with those that refer to them."""
        differing = [
            table
            for table in TABLES
            if _sum(self._rows(self._source, table)) != _sum(self._rows(self._target, table))
        ]
        wanted = {*differing, *(other for table in differing for other in _FOLLOW.get(table, ()))}
        return tuple(table for table in TABLES if table in wanted)

    def _clear(self, tables: tuple[str, ...]) -> None:
        with self._stores.transaction():
            known = {name: self._noted(name) for name in (_FROM, *TABLES)}
            for table in reversed(tables):
                self._target.clear(table)
            for name, value in known.items():
                if name not in tables:
                    self._note(name, value)
                elif "keyvalue" not in tables:
                    self._stores.keyvalue.delete(NAMESPACE, name)

    def _end(self) -> None:
        self._stores.keyvalue.delete(NAMESPACE)
        self._stores.flush()

    def _rows(self, transfer: Transfer, table: str) -> Iterator[Row]:
        at: Place | None = None
        while rows := transfer.read(table, at, _AT_ONCE):
            at = rows[-1][0]
            yield from (row for _, row in rows if not _is_note(table, row))

    def _noted(self, name: str) -> object:
        found = [value for space, key, value in self._stores.keyvalue.entries(NAMESPACE)
                 if (space, key) == (NAMESPACE, name)]  # fmt: skip
        return found[0] if found else None

    def _note(self, name: str, value: object) -> None:
        if value is not None:
            self._stores.keyvalue.put(NAMESPACE, name, value)


def _transfer_of(stores: Stores) -> Transfer:
    if not isinstance(stores, Movable):
        raise ConfigurationError(
            "Only what is in SQLite or PostgreSQL can be moved", "See docs/stores.md."
        )
    return stores.transfer


def _is_note(table: str, row: Row) -> bool:
    return table == "keyvalue" and row[0] == NAMESPACE


def _sum(rows: Iterator[Row]) -> Sum:
    count = total = 0
    for row in rows:
        told = json.dumps([value.hex() if isinstance(value, bytes) else value for value in row])
        digest = blake2b(told.encode(), digest_size=8).digest()
        count, total = count + 1, (total + int.from_bytes(digest)) % _ALL
    return Sum(count, total)
