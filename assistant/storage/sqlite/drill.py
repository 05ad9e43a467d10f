"""Putting a backup to the test without touching what is in use."""

# ruff: noqa: S608 -- the names of tables and columns are constants
from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from assistant.beside import lives
from assistant.storage.base.locations import Compared, Since
from assistant.storage.sqlite import digests
from assistant.storage.sqlite.backups import KEPT, erase
from assistant.storage.sqlite.digests import Digest, read_only_uri
from assistant.storage.sqlite.driver import PLAIN, Driver
from assistant.storage.sqlite.seals import SEALED

_PREFIX = "drill-"


@contextmanager
def temporary_home(data: Path) -> Iterator[Path]:
    """A folder (0700) inside the home, so that it is as private; overwritten and removed."""
    sweep_drills(data)
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=data))
    try:
        yield folder
    finally:
        _remove(folder)


def sweep_drills(data: Path, *, running: bool = False) -> None:
    """Remove what killed drills left; with ``running`` also those that go on."""
    for folder in data.glob(f"{_PREFIX}*-*"):
        if running or not lives(folder.name.removeprefix(_PREFIX).partition("-")[0]):
            _remove(folder)


def compared(copy: Path, made: Digest, driver: Driver = PLAIN) -> Compared:
    """A copy, row by row, with what it was when it was made. Raises what the driver does."""
    now = digests.tables_of(copy, driver, made.sha256)
    sums, known = ({t: rows.digest for t, rows in of.items()} for of in (now, made.tables))
    altered = [table for table in {**known, **sums} if sums.get(table) != known.get(table)]
    return Compared(altered, {table: rows.count or 0 for table, rows in now.items()})


def since(database: Path, copy: Path, driver: Driver = PLAIN) -> Since:
    """What a database has that a copy of it has not, and the other way round; of what is backed
    up at all. Raises what the driver does when either cannot be read."""
    found = Since({}, {})
    with closing(driver.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        driver.attach(connection, read_only_uri(copy), "copied")
        for table, condition in KEPT.items():
            names = ", ".join(SEALED[table])
            lasting = condition.replace("source.", "main.")
            live = f"SELECT {names} FROM main.{table} AS t WHERE {lasting}"
            copied = f"SELECT {names} FROM copied.{table}"
            for told, more, less in ((found.newer, live, copied), (found.gone, copied, live)):
                count = f"SELECT count(*) FROM ({more} EXCEPT {less})"
                (told[table],) = connection.execute(count).fetchone()
    return Since(*({t: n for t, n in told.items() if n} for told in found))


def _remove(folder: Path) -> None:
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            with suppress(OSError):
                erase(file)
    shutil.rmtree(folder, ignore_errors=True)
