"""Values as columns and back: instants and JSON."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from assistant.characters import whole

Value = TypeVar("Value")
Row = tuple[Any, ...]
Aside = Callable[[object, str], None]
"""Told of a row that cannot be used: what names it, and why."""


class UnreadableRow(sqlite3.DatabaseError):
    """A row that SQLite gave back and that nobody wrote so."""


def to_instant(moment: datetime) -> str:
    """ISO 8601 in UTC with microseconds: text order is time order. Refuses naive datetimes."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def to_instant_or_none(moment: datetime | None) -> str | None:
    return None if moment is None else to_instant(moment)


def to_json(value: object) -> str:
    """Compact JSON with plain letters. Raises TypeError or ValueError for what it cannot hold."""
    return whole(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def from_json(text: str) -> Any:
    """Raises UnreadableRow for bytes that were altered."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableRow(f"unreadable value: {error}") from error


def from_json_list(text: str) -> tuple[Any, ...]:
    return tuple(json.loads(text))


def read_row(row: Sequence[Any], readers: Mapping[int, Callable[[str], Any]]) -> list[Any]:
    """The row's values, those at ``readers``' positions turned into what they stand for.

    Raises UnreadableRow for bytes that were altered.
    """
    values = list(row)
    try:
        for position, read in readers.items():
            if values[position] is not None:
                values[position] = read(values[position])
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise UnreadableRow(f"unreadable value: {error}") from error
    return values


def usable(rows: Iterable[Row], build: Callable[[Row], Value], aside: Aside) -> list[Value]:
    """The values of the rows, those that cannot be used left out: one of them spoils no other.
    ``aside`` is told of each by its first column."""
    values = []
    for row in rows:
        try:
            values.append(build(row))
        except UnreadableRow as error:
            aside(row[0], str(error))
    return values
