"""What all stores of documents have in common: plain fields, their order, and cursors."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from assistant.characters import whole
from assistant.errors import TryAgainLater
from assistant.storage.base import Document, Field
from assistant.texts import texts_of

Plain = float | int | str
"""A field as JSON and databases hold it: an instant is a whole number, a number a float."""
Place = tuple[Plain | None, str]
"""Where a document stands: its field, where one orders, and its id."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_plain(field: Field) -> Plain:
    """An instant in microseconds since 1970; half characters become whole ones.

    Raises ValueError for a number that is not finite, TypeError for an instant without a zone.
    """
    if isinstance(field, str):
        return whole(field)
    if isinstance(field, datetime):
        return (field - _EPOCH) // _MICROSECOND
    if not math.isfinite(field):
        raise ValueError(f"{field} is no number to order by")
    return float(field)


def from_plain(value: Plain) -> Field:
    return _EPOCH + value * _MICROSECOND if isinstance(value, int) else value


def plain_fields(fields: Mapping[str, Field]) -> dict[str, Plain]:
    return {whole(name): to_plain(field) for name, field in fields.items()}


def rank(place: Place) -> tuple[bool, Plain, str]:
    """What puts places in their order: numbers and instants before texts."""
    value, id = place
    return (isinstance(value, str), 0 if value is None else value, id)


def to_cursor(place: Place) -> str:
    return json.dumps(place)


def from_cursor(cursor: str) -> Place:
    """Raises ValueError for what ``to_cursor`` never made."""
    read = json.loads(cursor)
    if not (isinstance(read, list) and len(read) == 2 and isinstance(read[1], str)):
        raise ValueError(f"{cursor!r} is no cursor")
    value = read[0]
    if value is not None and not isinstance(value, int | float | str):
        raise ValueError(f"{cursor!r} is no cursor")
    return value, read[1]


def wording(document: Document) -> str:
    """Every text in a document, a line each."""
    return "\n".join((document.id, *texts_of(document.content), *texts_of(document.fields)))


def overtaken(document: Document) -> TryAgainLater:
    """Another program wrote or deleted it between our reading and our writing."""
    return TryAgainLater(
        f"{document.namespace} {document.id} was changed by another program meanwhile",
        "Repeat what you were doing with what is there now.",
    )
