"""What storage tells of its own accord: it has no voice but the observer it is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class StorageEvent:
    """Something that was done on the side.

    ``detail`` is the file it was done to; for ``postponed``, why upkeep waits for the next time;
    for ``set_aside``, the table and the row that cannot be used, and ``why``; for ``link``, whose
    target others can read (``why`` names it).
    """

    kind: Literal["migrated", "backed_up", "scrubbed", "postponed", "set_aside", "link"]
    detail: str
    why: str = ""


Observer = Callable[[StorageEvent], None]


def silent(event: StorageEvent) -> None:
    """The observer that says nothing."""
