"""Whether a database and its copies can be read."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.cli import plain
from assistant.errors import Damaged

if TYPE_CHECKING:
    from datetime import datetime


def damage_of(database: Path, clock: Callable[[], datetime]) -> list[str]:
    """What is damaged in a database; [] is sound.

    Raises AssistantError when that cannot be told: another program's, a newer version's, locked.
    """
    from contextlib import closing

    from assistant.storage.open import open_stores
    from assistant.storage.sqlite.files import loose_modes

    try:
        with closing(open_stores(database, clock=clock)) as stores:
            return [plain.line(p) for p in stores.check() if p not in loose_modes(database)]
    except Damaged as error:
        return [plain.line(error.message)]


def made_at(backup: Path) -> str:
    """When a copy was made, as the person's clock has it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(backup.stat().st_mtime))


def readable(backup: Path) -> bool:
    """Whether a copy is a sound database, and what was made. Raises NotAuthorised in a home that is
    not unlocked."""
    from contextlib import closing

    from assistant.storage.open import driver_for
    from assistant.storage.sqlite import digests
    from assistant.storage.sqlite.driver import database_errors

    if digests.check(backup) == "altered":
        return False
    source = f"{backup.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(driver_for(backup).connect(source, uri=True)) as connection:
            return bool(connection.execute("PRAGMA quick_check").fetchone() == ("ok",))
    except database_errors():
        return False
