"""What killed processes left half written beside the database, the history and the logs.

It holds what those hold, in plain also where they are encrypted. Every such name ends with the
process that made it; numbers of processes come again, so that a file may be older than its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from assistant.beside import is_left

_OF_DATABASES = r"\.?{name}(?:\..+)??\.(\d+)(?:\.\d+)?\.tmp(?:-\w+)?"
_OF_LINES = r"(?:history|.+\.jsonl)\.(\d+)"


def left_unfinished(database: Path) -> Iterator[Path]:
    """Those whose process no longer lives; what another is writing is not among them."""
    named = re.compile(f"{_OF_DATABASES.format(name=re.escape(database.name))}|{_OF_LINES}")
    for folder in (database.parent, database.parent / "logs"):
        for file in folder.glob("*"):
            found = named.fullmatch(file.name)
            if found and file.is_file() and is_left(file, found[1] or found[2]):
                yield file


def sweep_unfinished(database: Path) -> None:
    from assistant.storage.sqlite.backups import erase

    for file in left_unfinished(database):
        with suppress(FileNotFoundError):  # another program sweeps too
            erase(file)
