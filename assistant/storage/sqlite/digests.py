"""What a copy of the database was when it was made, kept in a small file beside it.

``assistant.db.digest-<name>`` belongs to ``assistant.db.backup-<name>``: size and SHA-256 of the
file, and of every table how many rows it had and a digest of them. It is written before the copy
takes its name, and names the copy that is replaced as well until that is gone: killed at any
instant, a copy fits what is written of it. What is half written, or altered itself, is known by a
digest of its own.

Of an encrypted copy no row can be guessed from what is written: its sums are keyed with the home's
key, for this one file, and nothing is counted.
"""

# ruff: noqa: S608 -- the names of tables and columns are constants
from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.files import Unreadable, read_bytes
from assistant.limits import DIGEST
from assistant.storage.sqlite.driver import PLAIN, Driver
from assistant.storage.sqlite.files import erased_afterwards, make_private_file, sync_folder
from assistant.storage.sqlite.seals import SEALED

if TYPE_CHECKING:
    from assistant.storage.base.locations import Condition


@dataclass(frozen=True, slots=True)
class Rows:
    """What a table held; uncounted in an encrypted copy."""

    count: int | None
    digest: str


@dataclass(frozen=True, slots=True)
class Digest:
    """What a copy was when it was made; ``tables`` by name."""

    size: int
    sha256: str
    tables: Mapping[str, Rows]


class UnreadableDigest(Exception):
    """The file that holds the digest is not what was written."""


SPOILT = Digest(0, "", {})
"""Fits nothing: of a copy that was altered before it was encrypted or decrypted."""


def read_only_uri(path: Path) -> str:
    """Opens a copy that nobody changes without a trace beside it."""
    return f"{path.absolute().as_uri()}?mode=ro&immutable=1"


def seal(path: Path, driver: Driver = PLAIN) -> None:
    """Write down what a copy is now."""
    _write(path, [_digest_of(path, driver)])


def announce(path: Path, arriving: Path, driver: Driver = PLAIN) -> None:
    """Write down what ``arriving`` is, which is about to take the place of ``path``."""
    known: list[Digest] = []
    if path.exists():
        with suppress(UnreadableDigest):
            known = list(_read(path))
    _write(path, [*known, _digest_of(arriving, driver)])


def announce_converted(path: Path, arriving: Path, driver: Driver) -> None:
    """The same for a copy that is encrypted or decrypted, whose condition stays what it is: what
    was altered before is not sound afterwards, nor is what nobody wrote anything of."""
    match check(path):
        case "sound":
            announce(path, arriving, driver)
        case "altered":
            _write(path, [*_read(path), SPOILT])


def settle(path: Path) -> None:
    """``path`` is what was announced last: nothing of the one before it is kept."""
    _write(path, _read(path)[-1:])


def settle_converted(path: Path) -> None:
    """Nothing of what a copy was before it was encrypted or decrypted is kept."""
    try:
        if len(_read(path)) > 1:
            settle(path)
    except UnreadableDigest:  # it may hold a piece of what can be read
        _put(path, "")


def check(path: Path) -> Condition:
    """Whether a copy is, to the last bit, what was made."""
    try:
        known = _read(path)
    except UnreadableDigest:
        return "unreadable"
    if not known:
        return "unsealed"
    return "sound" if recorded(path) else "altered"


def recorded(path: Path) -> Digest | None:
    """What was written of the copy that is there; None when nothing fits it."""
    try:
        known = _read(path)
    except UnreadableDigest:
        return None
    size, sha256 = _identity(path)
    return next((d for d in reversed(known) if (d.size, d.sha256) == (size, sha256)), None)


def last_recorded(path: Path) -> Digest | None:
    """What was written last, whatever the copy is now."""
    with suppress(UnreadableDigest):
        return next(reversed(_read(path)), None)
    return None


def digest_file(path: Path) -> Path:
    """Where the digest of a copy is."""
    return path.with_name(path.name.replace(".backup-", ".digest-", 1))


def tables_of(copy: Path, driver: Driver, of: str) -> dict[str, Rows]:
    """Every table of what was told, for the file whose SHA-256 was ``of``."""
    with closing(driver.connect(read_only_uri(copy), uri=True)) as connection:
        return _tables(connection, driver, of)


def without_counts(tables: Mapping[str, Rows]) -> dict[str, Rows]:
    return {name: replace(rows, count=None) for name, rows in tables.items()}


def _tables(connection: sqlite3.Connection, driver: Driver, of: str) -> dict[str, Rows]:
    """Read as bytes: also what is no text any more can be compared."""
    connection.text_factory = bytes
    present = {bytes(row[0]).decode() for row in connection.execute(_TABLES)}
    found = {}
    for table, names in SEALED.items():
        if table not in present:
            continue
        hashed, count = driver.fingerprint(f"{of} {table}"), 0
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY {', '.join(names)}"):
            hashed.update(repr(row).encode())
            count += 1
        found[table] = Rows(count, hashed.hexdigest())
    return found


_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"


def _digest_of(path: Path, driver: Driver) -> Digest:
    size, sha256 = _identity(path)
    tables = tables_of(path, driver, sha256)
    return Digest(size, sha256, without_counts(tables) if driver.key else tables)


def _identity(path: Path) -> tuple[int, str]:
    with path.open("rb") as file:
        return os.fstat(file.fileno()).st_size, hashlib.file_digest(file, "sha256").hexdigest()


def _write(path: Path, known: Sequence[Digest]) -> None:
    text = json.dumps([asdict(digest) for digest in known])
    _put(path, f"{_own_digest(text)}\n{text}\n")


def _put(path: Path, content: str) -> None:
    """Whole or not at all, for its owner alone; what was there before is overwritten."""
    target = digest_file(path)
    temporary = Path(f"{target}.{os.getpid()}.tmp")
    try:
        temporary.unlink(missing_ok=True)
        make_private_file(temporary)
        with temporary.open("w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with erased_afterwards(target):
            temporary.replace(target)
            sync_folder(target.parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _read(path: Path) -> list[Digest]:
    """[] where nothing was written. Raises UnreadableDigest."""
    try:
        whole = read_bytes(digest_file(path), DIGEST)
        own, _, text = whole.decode("utf-8").rstrip("\n").partition("\n")
    except FileNotFoundError:
        return []
    except (OSError, Unreadable, UnicodeDecodeError):
        raise UnreadableDigest from None
    if own != _own_digest(text):
        raise UnreadableDigest
    return [_digest(one) for one in json.loads(text)]


def _digest(one: dict[str, Any]) -> Digest:
    tables = {name: Rows(**rows) for name, rows in one["tables"].items()}
    return Digest(one["size"], one["sha256"], tables)


def _own_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
