"""Results of read-only tools, kept for a while (T5, A2, A3)."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

from assistant.limits import TOOL_CACHE
from assistant.storage.base import KeyValue
from assistant.tools.base import Arguments, Tool

OTHERS = 30
"""Seconds, where a tool's declaration says nothing of it."""
IDEMPOTENT = 3600
LARGEST = TOOL_CACHE.value
"""Characters of JSON: a larger result is not worth a place in the database."""


def lifetime(tool: Tool) -> timedelta:
    """How long a result of the tool is good; zero: it is never kept."""
    if tool.side_effect:
        return timedelta(0)
    otherwise = IDEMPOTENT if tool.idempotent else OTHERS
    return timedelta(seconds=otherwise if tool.kept is None else tool.kept)


def key_of(tool: Tool, user: str, arguments: Arguments, fingerprint: str = "") -> str:
    """``tool:{id}:{user}:{hash of parameters}``; equal arguments in any order, equal keys."""
    text = json.dumps(arguments, sort_keys=True, ensure_ascii=False, default=str)
    digest = hashlib.sha256(f"{text}\n{fingerprint}".encode()).hexdigest()[:32]
    return f"tool:{tool.id}:{user}:{digest}"


class ResultCache:
    """Kept results, a namespace for each category."""

    def __init__(self, keyvalue: KeyValue) -> None:
        self._keyvalue = keyvalue

    def get(self, tool: Tool, key: str, now: datetime) -> tuple[Any] | None:
        """The data, in a tuple since it may be None."""
        if not lifetime(tool):
            return None
        found = self._keyvalue.get(_namespace(tool), key, now=now)
        return (found["data"],) if isinstance(found, dict) and "data" in found else None

    def put(self, tool: Tool, key: str, data: Any, now: datetime) -> None:
        """Keep what may be kept."""
        life = lifetime(tool)
        if life and len(json.dumps(data)) <= LARGEST:
            self._keyvalue.put(_namespace(tool), key, {"data": data}, expires_at=now + life)

    def forget(self, tool: Tool) -> None:
        """After a side effect: what its category had read may no longer be so."""
        self._keyvalue.delete(_namespace(tool))


def _namespace(tool: Tool) -> str:
    return f"tools/{tool.category}"
