"""Documents of packs in PostgreSQL: rows of JSON, and their fields in a table to search by."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from assistant.storage.base import Document, Field, Page, Span
from assistant.storage.documents import (
    Plain,
    from_cursor,
    from_plain,
    overtaken,
    plain_fields,
    to_cursor,
    to_plain,
    wording,
)
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.rows import from_json, to_json

_DOCUMENT = "namespace, id, content, fields, role, session_id"
_COLUMNS = f"{_DOCUMENT}, revision"
# Numbers and instants before texts: what is no number is as large as can be.
_PLACE = ("coalesce(f.number, 'Infinity'::numeric)", "coalesce(f.words, '')", "f.id")


class PostgresCollections:
    """See ``Collections`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, document: Document) -> Document:
        fields = plain_fields(document.fields)
        named = (document.namespace, document.id)
        content = to_json(dict(document.content))
        row = (*named, content, to_json(fields), document.role, document.session_id)
        with self._database.transaction() as connection:
            if document.revision and not self._delete(*named, document.revision):
                raise overtaken(document)
            made = connection.execute(
                f"INSERT INTO documents ({_DOCUMENT}) VALUES (%s, %s, %s, %s, %s, %s)"
                " ON CONFLICT DO NOTHING RETURNING revision",
                row,
            ).fetchone()
            if made is None:
                raise overtaken(document)
            if fields:
                connection.cursor().executemany(
                    "INSERT INTO document_fields (namespace, id, name, number, words)"
                    " VALUES (%s, %s, %s, %s, %s)",
                    [(*named, name, *column_of(value)) for name, value in fields.items()],
                )
        return replace(
            document,
            content=from_json(content),
            fields={name: from_plain(value) for name, value in fields.items()},
            revision=int(made[0]),
        )

    def get(self, namespace: str, id: str) -> Document | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM documents WHERE namespace = %s AND id = %s",
                (namespace, id),
            ).fetchone()
        return _document(row) if row else None

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
                asked.require(f"d.{column} = %s", wanted)
        for name, field in (where or {}).items():
            asked.require_field(name, field)
        if after is not None:
            asked.begin_after(after)
        most = None if limit is None else limit + 1
        with self._database.reading() as connection:
            rows = connection.execute(asked.sql, (*asked.values, most)).fetchall()
        found = [_document(row) for row in rows[:limit]]
        if not found or len(rows) == len(found):
            return Page(tuple(found))
        last = found[-1]
        place = None if order is None else to_plain(last.fields[order])
        return Page(tuple(found), to_cursor((place, last.id)))

    def namespaces(self) -> list[str]:
        with self._database.reading() as connection:
            rows = connection.execute("SELECT DISTINCT namespace FROM documents ORDER BY namespace")
            return [str(row[0]) for row in rows.fetchall()]

    def delete(self, namespace: str, id: str | None = None) -> int:
        return self._delete(namespace, id, None)

    def erase(self, tells: Callable[[str], bool]) -> int:
        with self._database.transaction() as connection:
            rows = connection.execute(f"SELECT {_COLUMNS} FROM documents").fetchall()
            gone = [d.revision for d in map(_document, rows) if tells(wording(d))]
            connection.execute("DELETE FROM documents WHERE revision = ANY(%s)", (gone,))
            return len(gone)

    def _delete(self, namespace: str, id: str | None, revision: int | None) -> int:
        with self._database.statement() as connection:
            return connection.execute(
                "DELETE FROM documents WHERE namespace = %(namespace)s"
                " AND (%(id)s::text IS NULL OR id = %(id)s)"
                " AND (%(revision)s::bigint IS NULL OR revision = %(revision)s)",
                {"namespace": namespace, "id": id, "revision": revision},
            ).rowcount


class _Question:
    """One ``find`` as it grows: along the values of a field, or along the ids."""

    def __init__(self, namespace: str, order: str | None, descending: bool) -> None:
        self._namespace = namespace
        self._ordered = order is not None
        self._descending = descending
        self._conditions = ["d.namespace = %s"]
        self.values: list[object] = [namespace]
        if self._ordered:
            self.require("f.name = %s", order)

    def require(self, condition: str, *values: object) -> None:
        self._conditions.append(condition)
        self.values += values

    def require_field(self, name: str, wanted: Field | Span) -> None:
        span = wanted if isinstance(wanted, Span) else None
        bounds = (("=", wanted),) if span is None else ((">=", span.least), ("<", span.below))
        conditions, values = [], []
        for sign, field in bounds:
            if field is not None:
                number, words = column_of(to_plain(field))  # type: ignore[arg-type]  # no span
                conditions.append(_compared(sign, number is not None))
                values.append(words if number is None else number)
        told = "".join(f" AND {condition}" for condition in conditions)
        self.require(
            "EXISTS (SELECT 1 FROM document_fields AS g WHERE g.namespace = d.namespace"
            f" AND g.id = d.id AND g.name = %s{told})",
            name,
            *values,
        )

    def begin_after(self, cursor: str) -> None:
        value, id = from_cursor(cursor)
        sign = "<" if self._descending else ">"
        if not self._ordered:
            self.require(f"d.id {sign} %s", id)
            return
        number, words = column_of(0 if value is None else value)
        place = (Decimal("Infinity") if number is None else number, words or "", id)
        self.require(f"({', '.join(_PLACE)}) {sign} (%s, %s, %s)", *place)

    @property
    def sql(self) -> str:
        """To be asked with ``values`` and the most rows."""
        way = " DESC" if self._descending else ""
        columns = ", ".join(f"d.{column}" for column in _COLUMNS.split(", "))
        tables, by = "documents AS d", f"d.id{way}"
        if self._ordered:
            tables += " JOIN document_fields AS f ON f.namespace = d.namespace AND f.id = d.id"
            by = ", ".join(f"{part}{way}" for part in _PLACE)
        where = " AND ".join(self._conditions)
        return f"SELECT {columns} FROM {tables} WHERE {where} ORDER BY {by} LIMIT %s"


def column_of(value: Plain) -> tuple[Decimal | None, str | None]:
    """To the last bit: a float's digits would not tell two neighbours apart."""
    return (None, value) if isinstance(value, str) else (Decimal(value), None)


def _compared(sign: str, with_number: bool) -> str:
    """A field beside a value: numbers are less than all texts."""
    if with_number:
        return f"g.number {sign} %s" if sign != ">=" else "(g.words IS NOT NULL OR g.number >= %s)"
    return f"g.words {sign} %s" if sign != "<" else "(g.number IS NOT NULL OR g.words < %s)"


def _document(row: Sequence[Any]) -> Document:
    namespace, id, content, fields, role, session_id, revision = row
    read = {name: from_plain(value) for name, value in from_json(fields).items()}
    return Document(namespace, id, from_json(content), read, role, session_id, revision)
