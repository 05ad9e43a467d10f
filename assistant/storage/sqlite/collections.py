"""Documents of packs in SQLite: rows of JSON, and their fields in a table to search by."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from assistant.storage.base import Document, Field, Page, Span
from assistant.storage.documents import (
    from_cursor,
    from_plain,
    overtaken,
    plain_fields,
    to_cursor,
    to_plain,
    wording,
)
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.driver import integrity_errors
from assistant.storage.sqlite.rows import Row, from_json, read_row, to_json, usable

_DOCUMENT = "namespace, id, content, fields, role, session_id"
_COLUMNS = f"{_DOCUMENT}, seq"


class SQLiteCollections:
    """See ``Collections`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._aside = partial(database.set_aside, "documents")

    def put(self, document: Document) -> Document:
        fields = plain_fields(document.fields)
        named = (document.namespace, document.id)
        content = to_json(dict(document.content))
        row = (*named, content, to_json(fields), document.role, document.session_id)
        with self._database.transaction() as connection:
            if document.revision and not self._delete(*named, document.revision):
                raise overtaken(document)
            try:
                made = connection.execute(
                    f"INSERT INTO documents ({_DOCUMENT}) VALUES (?, ?, ?, ?, ?, ?)", row
                )
            except integrity_errors() as error:
                raise overtaken(document) from error
            connection.executemany(
                "INSERT INTO document_fields (namespace, id, name, value) VALUES (?, ?, ?, ?)",
                [(*named, name, value) for name, value in fields.items()],
            )
            return replace(
                document,
                content=from_json(content),
                fields={name: from_plain(value) for name, value in fields.items()},
                revision=int(made.lastrowid or 0),
            )

    def get(self, namespace: str, id: str) -> Document | None:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM documents WHERE namespace = ? AND id = ?", (namespace, id)
            ).fetchall()
            return next(iter(self._read(rows)), None)

    def find(
        self,
        namespace: str,
        where: Mapping[str, Field | Span] | None = None,
        *,
        role: str | None = None,
        session_id: str | None = None,
        order: str | None = None,
        descending: bool = False,
        limit: int | None = None,
        after: str | None = None,
    ) -> Page:
        asked = _Question(namespace, order, descending)
        for column, wanted in (("role", role), ("session_id", session_id)):
            if wanted is not None:
                asked.require(f"d.{column} = ?", wanted)
        for name, field in (where or {}).items():
            asked.require_field(name, field)
        if after is not None:
            asked.begin_after(after)
        most = -1 if limit is None else limit + 1
        with self._database.reading() as connection:
            rows = connection.execute(asked.sql, (*asked.values, most)).fetchall()
            shown = rows[:limit]
            cursor = to_cursor(shown[-1][-2:]) if shown and len(rows) > len(shown) else None
            return Page(tuple(self._read(shown)), cursor)

    def namespaces(self) -> list[str]:
        with self._database.reading() as connection:
            rows = connection.execute("SELECT DISTINCT namespace FROM documents ORDER BY namespace")
            return [str(row[0]) for row in rows.fetchall()]

    def delete(self, namespace: str, id: str | None = None) -> int:
        return self._delete(namespace, id, None)

    def erase(self, tells: Callable[[str], bool]) -> int:
        with self._database.transaction() as connection:
            rows = connection.execute(f"SELECT {_COLUMNS} FROM documents").fetchall()
            gone = [(d.revision,) for d in self._read(rows) if tells(wording(d))]
            connection.executemany("DELETE FROM documents WHERE seq = ?", gone)
            return len(gone)

    def _read(self, rows: Sequence[Row]) -> list[Document]:
        named = [(f"{row[0]} {row[1]}", row) for row in rows]
        return usable(named, lambda pair: _document(pair[1]), self._aside)

    def _delete(self, namespace: str, id: str | None, revision: int | None) -> int:
        with self._database.transaction() as connection:
            return connection.execute(
                "DELETE FROM documents WHERE namespace = ?1 AND (?2 IS NULL OR id = ?2)"
                " AND (?3 IS NULL OR seq = ?3)",
                (namespace, id, revision),
            ).rowcount


class _Question:
    """One ``find`` as it grows: a walk along the index of a field, or along the ids."""

    def __init__(self, namespace: str, order: str | None, descending: bool) -> None:
        self._namespace = namespace
        self._ordered = order is not None
        self._descending = descending
        self._conditions = ["d.namespace = ?"]
        self.values: list[object] = [namespace]
        if self._ordered:
            self.require("f.namespace = ?", namespace)
            self.require("f.name = ?", order)

    def require(self, condition: str, *values: object) -> None:
        self._conditions.append(condition)
        self.values += values

    def require_field(self, name: str, wanted: Field | Span) -> None:
        if isinstance(wanted, Span):
            bounds: Sequence[tuple[str, Field | None]] = (
                ("value >= ?", wanted.least),
                ("value < ?", wanted.below),
            )
        else:
            bounds = (("value = ?", wanted),)
        there = [(condition, to_plain(field)) for condition, field in bounds if field is not None]
        conditions = "".join(f" AND {condition}" for condition, _ in there)
        self.require(
            "d.id IN (SELECT id FROM document_fields"
            f" WHERE namespace = ? AND name = ?{conditions})",
            self._namespace,
            name,
            *(value for _, value in there),
        )

    def begin_after(self, cursor: str) -> None:
        value, id = from_cursor(cursor)
        sign = "<" if self._descending else ">"
        if self._ordered:
            self.require(f"(f.value, f.id) {sign} (?, ?)", value, id)
        else:
            self.require(f"d.id {sign} ?", id)

    @property
    def sql(self) -> str:
        """To be asked with ``values`` and the most rows; each ends with its place."""
        way = " DESC" if self._descending else ""
        columns = ", ".join(f"d.{column}" for column in _COLUMNS.split(", "))
        if self._ordered:
            tables = "document_fields AS f CROSS JOIN documents AS d"
            self._conditions.append("d.id = f.id")
            place, by = "f.value, d.id", f"f.value{way}, f.id{way}"
        else:
            tables, place, by = "documents AS d", "NULL, d.id", f"d.id{way}"
        where = " AND ".join(self._conditions)
        return f"SELECT {columns}, {place} FROM {tables} WHERE {where} ORDER BY {by} LIMIT ?"


def _document(row: Row) -> Document:
    values: list[Any] = read_row(row[:7], {2: from_json, 3: _fields})
    return Document(*values)


def _fields(text: str) -> dict[str, Field]:
    return {name: from_plain(value) for name, value in from_json(text).items()}
