"""Where profiles are kept: a collection of the home for each pack, a document for each entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from assistant.profile.entries import Entry, as_content, of_content
from assistant.storage.base import Document, Field, Stores

NAMESPACE = "profile"
"""How the names of the collections begin; no pack can be called so."""


class ProfileStore:
    """Reads and writes whole profiles; writes are the caller's transaction."""

    def __init__(self, stores: Callable[[], Stores]) -> None:
        self._stores = stores

    def load(self, pack: str) -> tuple[Entry, ...]:
        """Every entry, the first learned first."""
        page = self._stores().collections.find(f"{NAMESPACE}/{pack}")
        found = (of_content(d.id, d.content) for d in page.documents)
        return tuple(sorted(filter(None, found), key=lambda entry: (entry.since, entry.id)))

    def write(self, pack: str, before: Iterable[Entry], after: Iterable[Entry]) -> None:
        """Put down what has changed, and remove what is no longer there."""
        collections, namespace = self._stores().collections, f"{NAMESPACE}/{pack}"
        known = {entry.id: entry for entry in before}
        for entry in after:
            if known.pop(entry.id, None) == entry:
                continue
            there = collections.get(namespace, entry.id)
            fields: dict[str, Field] = {"field": entry.field, "last": entry.last}
            revision = there.revision if there else 0
            collections.put(
                Document(namespace, entry.id, as_content(entry), fields, revision=revision)
            )
        for identity in known:
            collections.delete(namespace, identity)
