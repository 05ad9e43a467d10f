"""A whole home from plain to encrypted and back, by steps that a crash may separate.

To encrypt: the database is copied and compared while nothing has changed yet; the key file says
``locking``; the copy takes its place; then backups, history, logs and notes follow, one by one, and
the key file says ``locked``. To decrypt: the key file says ``unlocking``, everything is put back,
and the key file goes. Every step can be repeated, and does nothing where it was done. So whoever
opens a home that is half-way, with its key, finishes what was begun (``finish``).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from assistant.errors import BadData, StorageUnavailable, TryAgainLater
from assistant.folders import make_private_folder
from assistant.homekey import (
    ASIDE_ROLE,
    HISTORY_ROLE,
    LOG_ROLE,
    HomeKey,
    forget_key,
    known_key,
    note_role,
    remember_key,
)
from assistant.paths import Paths
from assistant.storage.encryption import header as key_file
from assistant.storage.encryption.databases import convert_database, opens, remove_with_companions
from assistant.storage.encryption.files import UNFINISHED, alone, erase, replace_file, unfinished
from assistant.storage.encryption.header import Header, State
from assistant.storage.encryption.keys import MARK, DataKey
from assistant.storage.sqlite.backups import backups_of, remove_backup, remove_stray_digests
from assistant.storage.sqlite.digests import announce_converted, settle_converted
from assistant.storage.sqlite.drill import sweep_drills
from assistant.storage.sqlite.driver import PLAIN, Driver, is_plain
from assistant.storage.sqlite.failures import damaged
from assistant.storage.sqlite.unfinished import left_unfinished, sweep_unfinished


@dataclass(frozen=True, slots=True)
class Home:
    """What is encrypted: everything under ``folder`` that holds a person's words."""

    folder: Path
    database: Path
    history: Path
    logs: Path
    notes: Path

    @classmethod
    def of(cls, paths: Paths) -> Home:
        """Notes that the configuration keeps elsewhere are a person's own files, and stay."""
        return cls(paths.data, paths.database, paths.history, paths.logs, paths.notes)

    def texts(self) -> Iterator[tuple[str, Path]]:
        """Files of lines, and what each is for."""
        if self.history.is_file():
            yield HISTORY_ROLE, self.history
        yield from ((LOG_ROLE, file) for file in sorted(self.logs.glob("*.jsonl")))
        for file in sorted(self.notes.rglob("*.md")):
            if file.is_file() and not file.is_symlink():
                yield note_role(file.relative_to(self.notes).as_posix()), file

    def set_aside(self) -> list[Path]:
        """Damaged databases, kept beside a restored one."""
        return sorted(self.folder.glob(f"{self.database.name}.damaged-*"))


def encrypt(home: Home, protect: Callable[[DataKey, State], Header]) -> DataKey:
    """Encrypt a plain home with a new key; ``protect`` wraps it.

    On failure before the database is done the home is as it was. Raises what SQLite does, and
    TryAgainLater while others use the home.
    """
    make_private_folder(home.folder)
    with alone(home.folder):
        if key_file.read(home.folder):
            raise TryAgainLater(f"{home.folder} was encrypted by another program just now", "")
        _remove_unfinished(home)
        _require_ready(home)
        key = DataKey.random()
        header = protect(key, "locking")

        def begin() -> None:
            key_file.write(home.folder, header)

        try:
            if not convert_database(home.database, PLAIN, Driver(key.database), begin):
                begin()
        except BaseException:
            if not _is_encrypted(home.database):
                key_file.remove(home.folder)
            raise
        _go_on(home, header, key)
        remember_key(home.folder, key)
        return key


def _require_ready(home: Home) -> None:
    """Raises Damaged, and StorageUnavailable where there is no room: broken off half-way, a home
    opens no more until there is."""
    if _is_encrypted(home.database):  # by no key that there is
        raise damaged(home.database, "it does not begin as one")
    texts = [file for _, file in home.texts()]
    files = [home.database, *backups_of(home.database), *home.set_aside(), *texts]
    sizes = [file.stat().st_size for file in files if file.exists()]
    needed = sum(sizes) + max(sizes, default=0)
    if shutil.disk_usage(home.folder).free < needed:
        raise StorageUnavailable(
            f"Encrypting {home.folder} needs {needed // 1_000_000 + 1} MB of free space",
            "Free some space and repeat; nothing was changed.",
        )


def _is_encrypted(database: Path) -> bool:
    return database.exists() and bool(database.stat().st_size) and not is_plain(database)


def decrypt(home: Home, header: Header, key: DataKey) -> None:
    """Put everything back as plain files. On failure before the database the home stays locked."""
    with alone(home.folder):
        key_file.write(home.folder, replace(header, state="unlocking"))
        try:
            convert_database(home.database, Driver(key.database), PLAIN)
        except BaseException:
            with suppress(OSError):
                key_file.write(home.folder, header)
            raise
        _go_on(home, replace(header, state="unlocking"), key)


def finish(home: Home, header: Header, key: DataKey) -> State | None:
    """Go on with what a crash broke off. Returns what the home is now: "locked", or None: plain."""
    with alone(home.folder):
        found = key_file.read(home.folder)  # another program may have finished it meanwhile
        if found is None or found.id != header.id:
            return None
        _remove_unfinished(home)
        if found.state == "unlocking":
            convert_database(home.database, Driver(key.database), PLAIN)
        else:
            convert_database(home.database, PLAIN, Driver(key.database))
        return _go_on(home, found, key)


def _go_on(home: Home, header: Header, key: DataKey) -> State | None:
    """Everything but the database, which is done; then the key file says so, or goes."""
    if header.state == "unlocking":
        _decrypt_rest(home, key)
        key_file.remove(home.folder)
        forget_key(home.folder)
        return None
    _encrypt_rest(home, key)
    key_file.write(home.folder, replace(header, state="locked"))
    return "locked"


def encrypt_stragglers(home: Home, key: DataKey) -> list[Path]:
    """Files of an encrypted home that another program left in plain; they are encrypted now."""
    with alone(home.folder):
        found = plain_files(home)
        _encrypt_rest(home, key)
        return found


def plain_files(home: Home) -> list[Path]:
    """What can be read in the home without its key, though it should not; with the key known, also
    backups that are not surely encrypted with it."""
    key = known_key(home.folder)
    copies = backups_of(home.database)
    unsure = [file for file in copies if key and not opens(file, Driver(key.database))]
    texts = [
        file
        for _, file in home.texts()
        if any(line.strip() and not line.startswith(MARK) for line in _lines(file))
    ]
    aside = [path for path in home.set_aside() if not path.read_bytes().startswith(MARK.encode())]
    databases = [file for file in (home.database, *copies) if is_plain(file) or file in unsure]
    return [*databases, *aside, *texts, *left_unfinished(home.database)]


def _encrypt_rest(home: Home, key: DataKey) -> None:
    sweep_unfinished(home.database)
    _set_unreadable_aside(home, key)
    _convert_backups(home, PLAIN, Driver(key.database))
    for path in home.set_aside():
        data = path.read_bytes()
        if not data.startswith(MARK.encode()):
            replace_file(path, key.encrypt_bytes(ASIDE_ROLE, data).encode())
    _rewrite_texts(home, lambda role, line: _encrypted(key, role, line))


def _decrypt_rest(home: Home, key: DataKey) -> None:
    _convert_backups(home, Driver(key.database), PLAIN)
    for path in home.set_aside():
        with suppress(ValueError):  # plain already, or altered: it was damaged before
            replace_file(path, key.decrypt_bytes(ASIDE_ROLE, path.read_bytes().decode("ascii")))
    _rewrite_texts(home, lambda role, line: _decrypted(key, role, line))


def _rewrite_texts(home: Home, line_as: Callable[[str, str], str]) -> None:
    for role, file in home.texts():
        before = _lines(file)
        after = [line_as(role, line) for line in before]
        if after != before:
            replace_file(file, "\n".join(after).encode("utf-8", "surrogateescape"))


def _convert_backups(home: Home, source: Driver, target: Driver) -> None:
    """With what is written of them. One that cannot be read is of no use, and goes rather than stay
    as it is; so do the copies of a drill."""
    for backup in backups_of(home.database):
        try:
            _convert_backup(backup, source, target)
        except BadData:
            remove_backup(backup)
    remove_stray_digests(home.database)
    sweep_drills(home.folder, running=True)


def _set_unreadable_aside(home: Home, key: DataKey) -> None:
    """A backup that is neither plain nor opens with the key may be plain but for a few bytes."""
    for backup in backups_of(home.database):
        if not is_plain(backup) and not opens(backup, Driver(key.database)):
            name = backup.name.removeprefix(f"{home.database.name}.")
            backup.rename(f"{home.database}.damaged-{name}")


def _convert_backup(backup: Path, source: Driver, target: Driver) -> None:
    def announce() -> None:
        announce_converted(backup, unfinished(backup.resolve()), target)

    convert_database(backup, source, target, announce)
    settle_converted(backup)


def _encrypted(key: HomeKey, role: str, line: str) -> str:
    """The line encrypted, unless it is blank or is so already (not merely looks like it)."""
    if line.startswith(MARK):
        with suppress(ValueError):
            key.decrypt(role, line)
            return line
    return key.encrypt(role, line) if line.strip() else line


def _decrypted(key: HomeKey, role: str, line: str) -> str:
    """A line that was altered stays as it is: nothing is lost by decrypting."""
    with suppress(ValueError):
        return key.decrypt(role, line)
    return line


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8", "surrogateescape").split("\n")
    except FileNotFoundError:
        return []


def _remove_unfinished(home: Home) -> None:
    """Copies on their way when a program was killed."""
    for folder in {home.folder, home.logs, home.notes, home.database.resolve().parent}:
        for file in folder.glob(f"*{UNFINISHED}"):
            with suppress(OSError):
                erase(file)
            remove_with_companions(file)
