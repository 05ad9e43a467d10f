"""Facts as rows, and those that a process holds in memory, kept up to date by their revisions."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

from psycopg import Connection

from assistant.characters import whole
from assistant.records import Fact, Slot
from assistant.storage.postgres.changes import FACTS
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.rows import aware, aware_or_none, from_json, indexed, to_json

COLUMNS = (
    "id, domain, fact, confidence, source, created_at, last_confirmed_at, kind, role, language,"
    " slot, replaces, superseded_by, retired_at"
)
_SLOT = 10


def fact_row(fact: Fact) -> tuple[object, ...]:
    """The columns, and behind them ``words`` and ``length``."""
    slot, text = fact.slot, whole(fact.fact)
    return (
        fact.id,
        fact.domain,
        text,
        fact.confidence,
        fact.source,
        aware(fact.created_at),
        aware(fact.last_confirmed_at),
        fact.kind,
        fact.role,
        fact.language,
        to_json([slot.subject, slot.attribute, slot.value, slot.many, slot.negated])
        if slot
        else None,
        fact.replaces,
        fact.superseded_by,
        aware_or_none(fact.retired_at),
        *indexed(text),
    )


def row_fact(row: tuple[Any, ...]) -> Fact:
    values = list(row)
    if values[_SLOT] is not None:
        values[_SLOT] = Slot(*from_json(values[_SLOT]))
    return Fact(*values)


class HeldFacts:
    """Every fact, oldest first; read once, then only what changed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._facts: dict[str, Fact] = {}
        self._revision = -1

    def read(self) -> Iterable[Fact]:
        """The facts as this thread sees them now."""
        with self._database.snapshot() as connection, self._lock:
            revision = self._database.revision(connection, FACTS)
            facts = self._refreshed(connection, revision)
            if not self._database.has_unseen_changes:  # those are not for other threads' eyes
                self._facts, self._revision = facts, revision
            return facts.values()

    def _refreshed(self, connection: Connection, revision: int) -> dict[str, Fact]:
        changed = FACTS.since(connection, self._revision, revision)
        if changed == []:
            return self._facts
        if changed is None:
            return {fact.id: fact for fact in self._select(connection)}
        facts = self._facts.copy()
        fresh = {fact.id: fact for fact in self._select(connection, changed)}
        for id in changed:
            known = facts.get(id)
            if id not in fresh:
                facts.pop(id, None)
            elif (
                known.created_at == fresh[id].created_at if known else _is_newest(fresh[id], facts)
            ):
                facts[id] = fresh[id]  # keeps its place, or takes the last
            else:  # out of order, as imported facts are
                return {fact.id: fact for fact in self._select(connection)}
        return facts

    def _select(self, connection: Connection, ids: list[str] | None = None) -> list[Fact]:
        some = "" if ids is None else "WHERE id = ANY(%s)"
        rows = connection.execute(
            f"SELECT {COLUMNS} FROM facts {some} ORDER BY created_at, seq",
            None if ids is None else (ids,),
        )
        return [row_fact(row) for row in rows]


def _is_newest(fact: Fact, facts: dict[str, Fact]) -> bool:
    last = next(reversed(facts.values()), None)
    return last is None or last.created_at <= fact.created_at
