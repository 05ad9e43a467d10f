"""What is exported: a table of rows for each kind of record. A row is an object as JSON has it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from datetime import UTC, datetime
from functools import cached_property
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from assistant.characters import json_escaped, whole
from assistant.clock import EARLIEST, LATEST
from assistant.errors import BadData
from assistant.languages import known
from assistant.limits import FACT_NAME, IMPORT_ROW
from assistant.records import Conversation, Fact, Segment, TurnMetrics
from assistant.storage.base import Document
from assistant.texts import texts_of

Row = Mapping[str, Any]
Rows = Mapping[str, Sequence[Row]]
"""Rows by the name of their table, in their order."""
Progress = Callable[[int, int], None]
"""Called with the rows that are done and all there are."""

_INSTANT = "at"
"""An instant among a document's fields is {"at": ISO 8601}, so that no text is taken for one."""
_PLAIN = (str, int, float, datetime, Literal, type(None))
_NAMES = frozenset({"id", "session_id", "role", "namespace"})
HINT = "Mend that row, or leave it out, and import again"


@dataclass(frozen=True, slots=True)
class SummaryVector:
    """Where a summary lies for an embedder: Base64 of half floats, little-endian. It comes from the
    turns that were summed up, so nothing else could give it again."""

    summary: str
    embedder: str
    vector: str


@dataclass(frozen=True)
class Table:
    """A kind of record under the name of its table. ``key`` are the fields that name one row, if
    any do; ``left_out`` those that mean something in their own home alone."""

    name: str
    kind: type[Any]
    key: tuple[str, ...] = ("id",)
    left_out: frozenset[str] = frozenset()

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(f.name for f in fields(self.kind) if f.name not in self.left_out)

    @cached_property
    def nested(self) -> frozenset[str]:
        """Columns that hold lists and objects: as JSON, where a cell holds a text."""
        return frozenset(name for name in self.columns if not _plain(self._hints[name]))

    @cached_property
    def absent(self) -> frozenset[str]:
        """Columns whose value may be missing: null, or an empty cell."""
        return frozenset(name for name in self.columns if type(None) in _parts(self._hints[name]))

    @cached_property
    def types(self) -> dict[str, type[Any]]:
        """What a cell of each column holds."""
        kinds = {name: set(_parts(self._hints[name])) for name in self.columns}
        return {n: next((k for k in (int, float) if k in kinds[n]), str) for n in self.columns}

    @cached_property
    def _hints(self) -> Mapping[str, Any]:
        return get_type_hints(self.kind)

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.kind)

    def row(self, record: Any) -> dict[str, Any]:
        """A record as JSON has it; instants in ISO 8601, UTC."""
        made = {name: _as_json(getattr(record, name)) for name in self.columns}
        if self.kind is Document:
            made["fields"] = {name: _field_as_json(f) for name, f in record.fields.items()}
        return made

    def record(self, row: Row, number: int) -> Any:
        """The record of a row. Raises BadData naming the table, the row and the field."""
        if len(json.dumps(row)) > IMPORT_ROW.value:
            raise BadData(f"{self.name}, row {number} is too long", f"{IMPORT_ROW.value:,} bytes.")
        for name in row:
            if name not in self.columns:
                raise self._bad(number, name, "is not a field of it")
        for f in fields(self.kind):
            needed = f.default is MISSING and f.default_factory is MISSING
            if needed and f.name in self.columns and f.name not in row:
                raise self._bad(number, f.name, "is missing")
        for name, value in row.items():
            self._check(number, name, value)
        values = dict(row)
        if self.kind is Document:
            values["fields"] = self._read_fields(number, row.get("fields", {}))
        try:
            record = self._adapter.validate_python(values)
        except ValidationError as error:
            first = error.errors()[0]
            raise self._bad(number, str(first["loc"][0]), f"({first['msg']})") from error
        for name in self.columns:
            if isinstance(instant := getattr(record, name), datetime):
                self._check_instant(number, name, instant)
        return record

    def _check(self, number: int, name: str, value: Any) -> None:
        if any(whole(text) != text for text in texts_of(value)):
            raise self._bad(number, name, "holds half a character (a lone surrogate)")
        if name in _NAMES and isinstance(value, str) and not 0 < len(value) <= FACT_NAME.value:
            raise self._bad(number, name, f"has not 1 to {FACT_NAME.value} characters")
        if name == "language" and value not in known():
            raise self._bad(number, name, f"is none of {', '.join(known())}")

    def _read_fields(self, number: int, found: Any) -> dict[str, Any]:
        if not isinstance(found, Mapping):
            raise self._bad(number, "fields", "is no object")
        return {name: self._read_field(number, name, value) for name, value in found.items()}

    def _read_field(self, number: int, name: str, value: Any) -> float | str | datetime:
        if isinstance(value, str):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        try:
            instant = datetime.fromisoformat(value[_INSTANT])
        except (TypeError, ValueError, KeyError) as error:
            what = 'is no number, text or {"at": instant}'
            raise self._bad(number, f"fields.{name}", what) from error
        self._check_instant(number, f"fields.{name}", instant)
        return instant

    def _check_instant(self, number: int, name: str, instant: datetime) -> None:
        if instant.tzinfo is None:
            raise self._bad(number, name, "has no time zone (add Z for UTC)")
        if not EARLIEST <= instant <= LATEST:
            years = f"{EARLIEST.year} to {LATEST.year}"
            raise self._bad(number, name, f"lies outside the years {years}")

    def _bad(self, number: int, name: str, wrong: str) -> BadData:
        return BadData(f"{self.name}, row {number}: `{name}` {wrong}", HINT)


FACTS = Table("facts", Fact)
CONVERSATIONS = Table("conversations", Conversation)
SUMMARIES = Table("summaries", Segment)
MEASURES = Table("measures", TurnMetrics, ())
VECTORS = Table("vectors", SummaryVector, ("summary", "embedder"))
DOCUMENTS = Table("documents", Document, ("namespace", "id"), frozenset({"revision"}))
PROFILE = Table("profile", Document, ("namespace", "id"), frozenset({"revision"}))
"""What packs have learned of the person: documents as well, in collections of the core's."""
TABLES: Mapping[str, Table] = {
    table.name: table
    for table in (FACTS, CONVERSATIONS, SUMMARIES, VECTORS, MEASURES, DOCUMENTS, PROFILE)
}
"""By name, in the order in which they are written and taken in."""


def to_cells(table: Table, row: Row) -> dict[str, str | int | float | None]:
    """A row for what knows texts and numbers alone: nested values as JSON."""
    return {
        name: json_escaped(json.dumps(value, ensure_ascii=False))
        if name in table.nested and value is not None
        else value
        for name, value in row.items()
    }


def from_cells(table: Table, cells: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The other way; an empty cell is nothing where nothing may be. Raises BadData."""
    row: dict[str, Any] = {}
    for name, value in cells.items():
        if value in ("", None) and name in table.absent:
            row[name] = None
        elif name in table.nested:
            row[name] = _nested(table, name, value, number)
        else:
            row[name] = value
    return row


def _nested(table: Table, name: str, value: Any, number: int) -> Any:
    try:
        return json.loads(value)
    except (TypeError, ValueError, RecursionError) as error:
        told = f"{table.name}, row {number}: `{name}` is not JSON ({error})"
        raise BadData(told, HINT) from error


def _as_json(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, tuple):
        return [_as_json(part) for part in value]
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "__dataclass_fields__"):
        return {f.name: _as_json(getattr(value, f.name)) for f in fields(value)}
    return value


def _field_as_json(field: Any) -> Any:
    return {_INSTANT: _as_json(field)} if isinstance(field, datetime) else field


def _plain(hint: Any) -> bool:
    return all(part in _PLAIN for part in _parts(hint))


def _parts(hint: Any) -> Iterator[Any]:
    """What a value may be, without what that is made of."""
    if get_origin(hint) in (Union, UnionType):
        for part in get_args(hint):
            yield from _parts(part)
    else:
        yield get_origin(hint) or hint
