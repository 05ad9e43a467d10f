"""A pack's own collections: documents in the home's stores, under names that nobody else has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.packs.base import Pack
from assistant.storage.base import Collections, Document, Field, Page, Span


class Documents:
    """One collection of a pack. What is erased from the home's memory goes from here too, and the
    documents of a conversation (``session_id``) go with it."""

    def __init__(self, collections: Collections, namespace: str) -> None:
        self._collections = collections
        self._namespace = namespace

    def put(
        self,
        id: str,
        content: Mapping[str, Any],
        fields: Mapping[str, Field] | None = None,
        *,
        revision: int = 0,
        role: str | None = None,
        session_id: str | None = None,
    ) -> Document:
        """Keep a document in the place of that revision of it; 0: it is a new one.

        ``fields`` are what it is found and ordered by. Raises TryAgainLater where another program
        was faster, TypeError or ValueError for what cannot be kept.
        """
        given = Document(
            self._namespace, id, content, fields or {}, role, session_id, revision
        )  # fmt: skip
        return self._collections.put(given)

    def get(self, id: str) -> Document | None:
        return self._collections.get(self._namespace, id)

    def find(
        self,
        where: Mapping[str, Field | Span] | None = None,
        *,
        role: str | None = None,
        session_id: str | None = None,
        order: str | None = None,
        descending: bool = False,
        limit: int | None = None,
        after: str | None = None,
    ) -> Page:
        """As ``Collections.find``, of this collection."""
        return self._collections.find(
            self._namespace,
            where,
            role=role,
            session_id=session_id,
            order=order,
            descending=descending,
            limit=limit,
            after=after,
        )

    def delete(self, id: str) -> bool:
        """Whether it was there."""
        return bool(self._collections.delete(self._namespace, id))


def documents_of(pack: Pack, name: str, collections: Collections) -> Documents:
    """The pack's collection of that name. Raises ValueError for one that it does not declare."""
    if name not in {collection.name for collection in pack.collections}:
        raise ValueError(f"the pack '{pack.name}' declares no collection '{name}'")
    return Documents(collections, f"{pack.name}/{name}")
