"""Copies of the database that lie beside it, and how one comes back.

- before a migration: everything, ``assistant.db.backup-v<old version>``, kept for a week;
- once a day of use: ``assistant.db.backup-<date>``, the newest two. It holds what is meant to last;
  raw dialogue (C4), caches and vectors, which can be made again, stay out.

Scrubbing removes them all: a forgotten text must be in no file. Beside each lies a digest of it
(``digests``), written in the same step.

Copies are made and removed under the database's write lock, by one process at a time: whoever
finds an unfinished one while it holds the lock knows that its maker is dead.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

from assistant.clock import AHEAD
from assistant.errors import BadData
from assistant.storage.sqlite import digests
from assistant.storage.sqlite.changes import ALL
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.driver import PLAIN, Driver, database_errors
from assistant.storage.sqlite.failures import damaged
from assistant.storage.sqlite.files import (
    COMPANIONS,
    make_private_file,
    second_name,
    sync_folder,
)
from assistant.storage.sqlite.migrations import migrate
from assistant.storage.sqlite.seals import broken_seals

DAILY_KEPT = 2
MIGRATION_KEPT = timedelta(days=7)

# table -> which of its rows outlive a backup; the order satisfies the foreign keys
KEPT = {
    "conversations": "1",
    "turns": "NOT EXISTS (SELECT 1 FROM source.messages AS m WHERE m.session_id = t.session_id"
    " AND m.turn_number = t.number AND m.summarized_at IS NULL)",
    "messages": "t.summarized_at IS NOT NULL",
    "facts": "1",
    "fact_uses": "1",
    "tombstones": "1",
    "segments": "1",
    "documents": "1",
    "document_fields": "1",
    "keyvalue": "t.expires_at IS NULL",
    "turn_metrics": "1",
    "errors": "1",
}


_COMPLETE = re.compile(r"backup-(?:v\d+|\d{4}-\d\d-\d\d)")


def backups_of(path: Path) -> list[Path]:
    """The complete ones, newest first."""
    made: dict[Path, float] = {}
    for file in path.parent.glob(f"{path.name}.backup-*"):
        if _COMPLETE.fullmatch(file.name.removeprefix(f"{path.name}.")):
            with suppress(FileNotFoundError):  # another program may be removing it
                made[file] = made_at(file)
    return sorted(made, key=made.__getitem__, reverse=True)


def made_at(file: Path) -> float:
    """When a copy was made, in seconds since 1970; by a clock that was ahead then, when its file
    last changed."""
    status = file.stat()
    ahead = status.st_mtime > time.time() + AHEAD.total_seconds()
    return status.st_ctime if ahead else status.st_mtime


def lying_beside(path: Path) -> Path | None:
    """What a database that is not there left: its newest backup, or itself, set aside."""
    return newest_backup(path) or max(path.parent.glob(f"{path.name}.damaged-*"), default=None)


def newest_backup(path: Path) -> Path | None:
    return next(iter(backups_of(path)), None)


def back_up_before_migration(database: Database, version: int, now: datetime) -> Path:
    """Copy everything, page by page."""
    target = Path(f"{database.path}.backup-v{version}")
    with (
        _arriving(target, now, database.driver) as temporary,
        closing(database.connect()) as source,
        closing(database.driver.connect(temporary)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    return target


def back_up_daily(database: Database, now: datetime) -> Path | None:
    """Today's copy, unless it is there already; older ones beyond the newest two go.

    Raises Damaged, and leaves the older copies, when a row is not what was written.
    """
    target = Path(f"{database.path}.backup-{now:%Y-%m-%d}")
    if target.exists():
        return None
    with database.transaction() as connection:
        if target.exists():  # made while this program waited for the lock
            return None
        _remove_unfinished(database.path)
        if broken := broken_seals(connection):
            raise damaged(database.path, broken[0])
        with _arriving(target, now, database.driver) as temporary:
            _copy_lasting_rows(database.path, temporary, database.driver)
        _prune(database.path, target, now)
    return target


def remove_copies(database: Database) -> None:
    """Remove every backup, unfinished ones and damaged databases set aside included."""
    from assistant.storage.sqlite.drill import sweep_drills
    from assistant.storage.sqlite.unfinished import sweep_unfinished

    with database.transaction():
        for pattern in ("backup-*", "digest-*", "damaged-*"):
            for file in database.path.parent.glob(f"{database.path.name}.{pattern}"):
                erase(file)
        sweep_drills(database.path.parent, running=True)
        sweep_unfinished(database.path)


def _remove_unfinished(path: Path) -> None:
    from assistant.storage.sqlite.unfinished import sweep_unfinished

    sweep_unfinished(path)
    for file in path.parent.glob(f"{path.name}.backup-*.tmp*"):
        erase(file)
    remove_stray_digests(path)


def remove_stray_digests(path: Path) -> None:
    """Those of copies that are not there, and half-written ones."""
    there = {digests.digest_file(backup) for backup in backups_of(path)}
    for file in path.parent.glob(f"{path.name}.digest-*"):
        if file not in there:
            erase(file)


def remove_backup(backup: Path) -> None:
    """A copy, and what is written of it."""
    erase(backup)
    with suppress(FileNotFoundError):
        erase(digests.digest_file(backup))


def restore(path: Path, backup: Path, now: datetime, driver: Driver = PLAIN) -> Path | None:
    """Put ``backup`` in the place of the database, which is set aside and returned.

    Nobody may have the database open. Raises BadData when the backup itself is unreadable, or not
    what was made.
    """
    import shutil  # 3 ms that no other use of this module needs

    if digests.check(backup) == "altered":
        why = "it is not what was written when it was made"
        raise BadData(f"The backup {backup} is damaged too ({why})", "Try an older one.")
    source = f"{backup.absolute().as_uri()}?mode=ro"
    with closing(driver.connect(source, uri=True)) as connection:
        try:
            problems = [row[0] for row in connection.execute("PRAGMA quick_check")]
        except database_errors() as error:
            problems = [str(error)]
    if problems != ["ok"]:
        raise BadData(f"The backup {backup} is damaged too ({problems[0]})", "Try an older one.")
    with _arriving(path, now) as temporary:
        shutil.copyfile(backup, temporary)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())  # before anything changes in what it is to replace
        return _set_aside(path, now)


def _set_aside(path: Path, now: datetime) -> Path | None:
    """Give a database a second name, and its log that name alone: until another takes its place it
    keeps its own, since what is missing would be begun anew."""
    aside = Path(f"{path}.damaged-{now:%Y-%m-%dT%H%M%S}") if path.exists() else None
    if aside:
        aside = next(name for name in _names(aside) if not name.exists())
        second_name(path, aside)
    for suffix in COMPANIONS:  # a log beside another database would be written into it
        file = Path(f"{path}{suffix}")
        if file.exists():
            file.rename(f"{aside}{suffix}") if aside else file.unlink()
    sync_folder(path.parent)
    return aside


def _names(first: Path) -> Iterator[Path]:
    yield first
    yield from (Path(f"{first}-{number}") for number in count(2))


@contextmanager
def _arriving(target: Path, now: datetime, sealed: Driver | None = None) -> Iterator[Path]:
    """A private file to be filled, which takes its final name only when it is complete; and, of one
    that ``sealed`` opens, its digest known."""
    temporary = Path(f"{target}.{os.getpid()}.tmp")
    temporary.unlink(missing_ok=True)
    make_private_file(temporary)
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        os.utime(temporary, (now.timestamp(), now.timestamp()))
        if sealed:
            digests.announce(target, temporary, sealed)
        temporary.replace(target)
        sync_folder(target.parent)
        if sealed:
            digests.settle(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _copy_lasting_rows(path: Path, target: Path, driver: Driver) -> None:
    with closing(driver.connect(target, isolation_level=None)) as copy:
        migrate(copy, target)
        copy.execute("PRAGMA journal_mode = MEMORY")
        driver.attach(copy, path, "source")
        copy.execute("BEGIN")
        for table, condition in KEPT.items():
            named = copy.execute(f"PRAGMA source.table_info({table})").fetchall()
            columns = ", ".join(row[1] for row in named)
            copy.execute(
                f"INSERT INTO main.{table} ({columns})"
                f" SELECT {columns} FROM source.{table} AS t WHERE {condition}"
            )
        # Revisions never repeat, not even after a restore: what was built on them is recognised.
        for changes in ALL:
            (known,) = copy.execute(f"SELECT latest FROM source.{changes.kind}_revision").fetchone()
            changes.clear(copy, known + 1)
        copy.execute("COMMIT")
        copy.execute("DETACH source")


def _prune(path: Path, made: Path, now: datetime) -> None:
    daily = 0
    for backup in backups_of(path):
        if backup.name.startswith(f"{path.name}.backup-v"):
            too_old = now.timestamp() - backup.stat().st_mtime > MIGRATION_KEPT.total_seconds()
        else:
            daily += 1
            too_old = daily > DAILY_KEPT
        if too_old and backup != made:
            remove_backup(backup)


def erase(file: Path) -> None:
    """Overwrite, then remove: cheap, and some file systems give the bytes back otherwise. What has
    another name too (``restore``) stays as it is under that."""
    with file.open("rb+") as stream:
        status = os.fstat(stream.fileno())
        if status.st_nlink == 1:
            stream.write(bytes(status.st_size))
            stream.flush()
            os.fsync(stream.fileno())
    file.unlink()
