"""The rows that cannot be used: the person is told of each once in the life of a home."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime

from assistant.errors import AssistantError
from assistant.storage.base import Stores

_NAMESPACE = "set_aside"


def tell_once(
    rows: Mapping[str, str], stores: Stores, now: datetime, tell: Callable[..., None]
) -> None:
    """Name those of the rows that were never named before, each with the reason why."""
    with suppress(AssistantError):
        told = {row for row, _ in stores.keyvalue.items(_NAMESPACE, now=now)}
        for row, why in rows.items():
            if row not in told:
                tell("set_aside", rows=row, why=why)
                stores.keyvalue.put(_NAMESPACE, row, why)
