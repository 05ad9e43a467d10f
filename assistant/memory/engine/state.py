"""The structured state of conversations, kept and overwritten by confirmation alone (C8, T8)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, cast

from assistant.memory.matching import Meaning, relate
from assistant.memory.state import MOST_LINES, Confirmed, namespace_of
from assistant.records import Language
from assistant.storage.base import Stores

SAME_THING = 0.5
"""Belief that two results are about the same thing from which the new one takes its place."""


class StateKeeper:
    """Entries are in the order in which they were confirmed."""

    def __init__(self, stores: Stores, meaning: Callable[[], Meaning]) -> None:
        self._stores = stores
        self._meaning = meaning

    def lines(self, conversation_id: str, now: datetime) -> tuple[str, ...]:
        """What a prompt may be told, oldest first."""
        return tuple(entry.text for _, entry in self._entries(conversation_id, now))

    def confirm(
        self, conversation_id: str, results: Iterable[str], language: Language, now: datetime
    ) -> tuple[str, ...]:
        """Write results down, each in the place of what was confirmed of the same thing before."""
        namespace = namespace_of(conversation_id)
        written = tuple(results)
        for text in written:
            kept = self._entries(conversation_id, now)
            gone = [key for key, entry in kept if self._replaces(text, language, entry)]
            others = [key for key, _ in kept if key not in gone]
            over = max(0, len(others) + 1 - MOST_LINES)
            for key in (*gone, *others[:over]):
                self._stores.keyvalue.delete(namespace, key)
            value = {"text": text, "language": language, "at": now.isoformat()}
            self._stores.keyvalue.put(namespace, uuid.uuid4().hex, value)
        return written

    def _entries(self, conversation_id: str, now: datetime) -> list[tuple[str, Confirmed]]:
        found = self._stores.keyvalue.items(namespace_of(conversation_id), now=now)
        return [(key, _entry(cast("dict[str, Any]", value))) for key, value in found]

    def _replaces(self, text: str, language: Language, entry: Confirmed) -> bool:
        relation = relate(entry.text, entry.language, text, language, self._meaning())
        return relation.same + relation.changed > SAME_THING


def _entry(value: dict[str, Any]) -> Confirmed:
    return Confirmed(value["text"], value["language"], datetime.fromisoformat(value["at"]))
