"""Documents of packs in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from assistant.storage.base import Document, Field, Page, Span
from assistant.storage.documents import (
    Place,
    Plain,
    from_cursor,
    from_plain,
    overtaken,
    plain_fields,
    rank,
    to_cursor,
    to_plain,
    wording,
)
from assistant.storage.volatile.shelf import Shelf, remove


class VolatileCollections:
    """See ``Collections`` in ``storage/base``."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def put(self, document: Document) -> Document:
        fields = {n: from_plain(f) for n, f in plain_fields(document.fields).items()}
        made = replace(document, content=_copied(document.content), fields=fields)
        key = (document.namespace, document.id)
        with self._shelf.transaction() as tables:
            there = tables.documents.get(key)
            if (there.revision if there else 0) != document.revision:
                raise overtaken(document)
            tables.document_changes.append(key)
            made = replace(made, revision=len(tables.document_changes))
            tables.documents[key] = made
        return _handed_out(made)

    def get(self, namespace: str, id: str) -> Document | None:
        with self._shelf.reading() as tables:
            found = tables.documents.get((namespace, id))
        return found and _handed_out(found)

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
        with self._shelf.reading() as tables:
            found = {
                _place(document, order): document
                for (space, _), document in tables.documents.items()
                if space == namespace
                and role in (None, document.role)
                and session_id in (None, document.session_id)
                and (order is None or order in document.fields)
                and all(_meets(document, *wanted) for wanted in (where or {}).items())
            }
        places = sorted(found, key=rank, reverse=descending)
        if after is not None:
            last = rank(from_cursor(after))
            places = [p for p in places if (rank(p) < last if descending else rank(p) > last)]
        shown = places[:limit]
        cursor = to_cursor(shown[-1]) if shown and len(places) > len(shown) else None
        return Page(tuple(_handed_out(found[place]) for place in shown), cursor)

    def namespaces(self) -> list[str]:
        with self._shelf.reading() as tables:
            return sorted({namespace for namespace, _ in tables.documents})

    def delete(self, namespace: str, id: str | None = None) -> int:
        with self._shelf.transaction() as tables:
            return remove(tables.documents, lambda k: k[0] == namespace and id in (None, k[1]))

    def erase(self, tells: Callable[[str], bool]) -> int:
        with self._shelf.transaction() as tables:
            gone = {key for key, document in tables.documents.items() if tells(wording(document))}
            return remove(tables.documents, lambda key: key in gone)


def _copied(content: Mapping[str, object]) -> dict[str, object]:
    made: dict[str, object] = json.loads(json.dumps(dict(content), allow_nan=False))
    return made


def _handed_out(document: Document) -> Document:
    """Whoever gets it may change its content: it is his own."""
    return replace(document, content=_copied(document.content))


def _place(document: Document, order: str | None) -> Place:
    return (None if order is None else to_plain(document.fields[order]), document.id)


def _meets(document: Document, name: str, wanted: Field | Span) -> bool:
    if name not in document.fields:
        return False
    value = _ranked(document.fields[name])
    if not isinstance(wanted, Span):
        return value == _ranked(wanted)
    least, below = wanted
    return (least is None or value >= _ranked(least)) and (below is None or value < _ranked(below))


def _ranked(field: Field) -> tuple[bool, Plain, str]:
    return rank((to_plain(field), ""))
