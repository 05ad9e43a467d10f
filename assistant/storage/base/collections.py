"""What packs keep: JSON documents in collections of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, Protocol

Field = float | datetime | str
"""What a document is filtered and ordered by: a number, an instant or a text."""


class Span(NamedTuple):
    """Fields from ``least`` on, up to ``below`` and without it; None leaves that end open."""

    least: Field | None = None
    below: Field | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """One thing that a pack keeps: ``content`` is an object that JSON can hold.

    ``namespace`` names the pack and the collection ("PACK/COLLECTION"), ``id`` the document in it.
    ``fields`` are what it is found by: finite numbers, aware instants (to the microsecond) and
    texts, by name. It belongs to a role and to a conversation where those are given: a
    conversation's documents go with it. ``revision`` is 0 until it is stored.
    """

    namespace: str
    id: str
    content: Mapping[str, Any]
    fields: Mapping[str, Field] = field(default_factory=dict)
    role: str | None = None
    session_id: str | None = None
    revision: int = 0


class Page(NamedTuple):
    """Documents as asked for; ``cursor`` is where the next page begins, None after the last."""

    documents: tuple[Document, ...] = ()
    cursor: str | None = None


class Collections(Protocol):
    """Documents, by (namespace, id).

    Whatever tells of something that is forgotten goes, and a document goes whole: what is to
    outlive its neighbours is a document of its own.
    """

    def put(self, document: Document) -> Document:
        """Store it in the place of the revision that it carries (0: it is a new one); returns it
        with its own, a number that grows with every change in any collection and never repeats.

        Raises TryAgainLater when another program has written or deleted it meanwhile, ValueError
        or TypeError for a content or a field that cannot be kept.
        """

    def get(self, namespace: str, id: str) -> Document | None: ...

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
        """The documents whose fields equal those values or lie in those spans, by the field
        ``order`` and then by id; those without it are left out. Numbers and instants (as
        microseconds since 1970) come before texts, and texts go by code point.

        ``after`` is the cursor of the page before, of the same question: what came or went
        meanwhile neither repeats nor hides another document. Raises ValueError for what is no
        cursor.
        """

    def namespaces(self) -> list[str]:
        """Those that hold a document, sorted."""

    def delete(self, namespace: str, id: str | None = None) -> int:
        """Remove one document, or the whole namespace; returns how many went."""

    def erase(self, tells: Callable[[str], bool]) -> int:
        """Remove every document that ``tells`` of something forgotten, its id, names and fields
        included; returns how many."""
