"""Facts as rows, and the facts that a process holds in memory, kept up to date by their log."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from assistant.characters import whole
from assistant.clock import read_instant
from assistant.records import Fact, Slot
from assistant.storage.sqlite.changes import FACTS
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.rows import (
    from_json,
    read_row,
    to_instant,
    to_instant_or_none,
    to_json,
    usable,
)

COLUMNS = (
    "id",
    "domain",
    "fact",
    "confidence",
    "source",
    "created_at",
    "last_confirmed_at",
    "kind",
    "role",
    "language",
    "slot",
    "replaces",
    "superseded_by",
    "retired_at",
)


_READERS: Mapping[int, Callable[[str], object]] = {
    COLUMNS.index("created_at"): read_instant,
    COLUMNS.index("last_confirmed_at"): read_instant,
    COLUMNS.index("slot"): lambda text: Slot(*from_json(text)),
    COLUMNS.index("retired_at"): read_instant,
}


def fact_row(fact: Fact) -> tuple[object, ...]:
    slot = fact.slot
    return (
        fact.id,
        fact.domain,
        whole(fact.fact),
        fact.confidence,
        fact.source,
        to_instant(fact.created_at),
        to_instant(fact.last_confirmed_at),
        fact.kind,
        fact.role,
        fact.language,
        to_json([slot.subject, slot.attribute, slot.value, slot.many, slot.negated])
        if slot
        else None,
        fact.replaces,
        fact.superseded_by,
        to_instant_or_none(fact.retired_at),
    )


def row_fact(row: tuple[Any, ...]) -> Fact:
    return Fact(*read_row(row, _READERS))


class HeldFacts:
    """Every fact, oldest first; read once, then only what the log says changed.

    Ten thousand facts take some 50 ms to read and build: too much for every turn.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._facts: dict[str, Fact] = {}
        self._revision = -1

    def read(self) -> Iterable[Fact]:
        """The facts as this thread sees them now."""
        with self._lock, self._database.snapshot() as connection:
            revision = FACTS.revision(connection)
            facts = self._refreshed(connection, revision)
            if not self._database.has_unseen_changes:  # those are not for other threads' eyes
                self._facts, self._revision = facts, revision
            return facts.values()

    def _refreshed(self, connection: sqlite3.Connection, revision: int) -> dict[str, Fact]:
        changed = FACTS.since(connection, self._revision, revision)
        if changed == []:
            return self._facts
        facts = self._facts.copy()
        for id in changed or ():
            known = facts.get(id)
            fresh = next(iter(self._select(connection, id)), None)
            if fresh is None:
                facts.pop(id, None)
            elif known.created_at == fresh.created_at if known else _is_newest(fresh, facts):
                facts[id] = fresh  # keeps its place, or takes the last
            else:
                changed = None  # out of order, as imported facts are
                break
        if changed is None:
            facts = {fact.id: fact for fact in self._select(connection)}
        return facts

    def _select(self, connection: sqlite3.Connection, id: str | None = None) -> list[Fact]:
        rows = connection.execute(
            f"SELECT {', '.join(COLUMNS)} FROM facts"
            f"{' WHERE id = ?' if id else ''} ORDER BY created_at, seq",
            (id,) if id else (),
        )
        return usable(rows, row_fact, partial(self._database.set_aside, "facts"))


def _is_newest(fact: Fact, facts: dict[str, Fact]) -> bool:
    last = next(reversed(facts.values()), None)
    return last is None or last.created_at <= fact.created_at
