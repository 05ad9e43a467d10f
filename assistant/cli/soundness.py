"""Whether what a home stores can be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.cli import plain
from assistant.errors import Damaged

if TYPE_CHECKING:
    from datetime import datetime

    from assistant.storage.base.locations import Backup, Location


def damage_of(location: Location, clock: Callable[[], datetime]) -> list[str]:
    """What is damaged in the stores; [] is sound.

    Raises AssistantError when that cannot be told: another program's, a newer version's, locked.
    """
    from contextlib import closing

    try:
        with closing(location.open(clock)) as stores:
            return list(map(plain.line, stores.check()))
    except Damaged as error:
        return [plain.line(error.message)]


def made_at(backup: Backup) -> str:
    """When a copy was made, as the person's clock has it."""
    return f"{backup.made_at.astimezone():%Y-%m-%d %H:%M}"
