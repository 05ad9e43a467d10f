"""The keys of the encrypted homes that this process has unlocked.

A home is encrypted when its folder holds a key file (``storage/encryption``). Whoever reads or
writes a file of a home asks ``key_of`` for what to do it with, so that nothing is written in plain
by one who did not know. How a person is asked for a passphrase is told once by the program that
talks to one (``ask_with``); a library never asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from assistant.errors import NotAuthorised
from assistant.files import read_bytes
from assistant.limits import KEY_FILE_SIZE

KEY_FILE = "lock.json"
KEY_FILE_COPY = "lock.json.copy"

HISTORY_ROLE, LOG_ROLE, ASIDE_ROLE = "history", "log", "aside"
"""What a file is for: bound to each of its encrypted lines, which mean nothing elsewhere."""

Asker = Callable[[int], str | None]
"""The passphrase that a person types at the attempt of that number; None: nobody is there."""


class HomeKey(Protocol):
    """What reads and writes the files of one encrypted home."""

    @property
    def id(self) -> str:
        """The home's; another one after it was encrypted anew."""

    @property
    def database(self) -> bytes:
        """The raw key of its databases, 32 bytes."""

    def encrypt(self, role: str, text: str) -> str:
        """``text`` as one line that only this key reads, and only as of the same ``role``."""

    def decrypt(self, role: str, line: str) -> str:
        """The text of such a line. Raises ValueError for one that is not, or was altered."""


def note_role(name: str) -> str:
    """What the lines of a note are for; ``name`` is its path in the folder of notes."""
    return f"note {name}"


_unlocked: dict[Path, HomeKey] = {}
_ask: list[Asker] = []


def is_encrypted(folder: Path) -> bool:
    """Whether the home in ``folder`` cannot be read without a key: a look at the disk."""
    return (folder / KEY_FILE).exists() or (folder / KEY_FILE_COPY).exists()


def key_of(folder: Path) -> HomeKey | None:
    """The key of the home in ``folder``; None for a plain one. Raises NotAuthorised where it is
    encrypted and was not unlocked."""
    if not is_encrypted(folder):
        return None
    key = _unlocked.get(folder)
    if key is None:
        raise locked_home(folder)
    return key


def home_of(file: Path, role: str) -> Path:
    """The folder of the home that a file of lines lies in."""
    return file.parent.parent if role == LOG_ROLE else file.parent


def opened_line(folder: Path, role: str, line: str) -> str:
    """The text of a line as it stands in a file of the home; "" where it cannot be read."""
    key = key_of(folder)
    if key is None:
        return line
    try:
        return key.decrypt(role, line.rstrip("\n"))
    except ValueError:
        return ""


def known_key(folder: Path) -> HomeKey | None:
    """The key that this process has, whatever the disk says by now."""
    return _unlocked.get(folder)


def remember_key(folder: Path, key: HomeKey) -> None:
    """The home was unlocked: from now on this process reads and writes it."""
    _unlocked[folder] = key


def forget_key(folder: Path) -> None:
    _unlocked.pop(folder, None)


@contextmanager
def lent_key(folder: Path, other: Path) -> Iterator[None]:
    """For a while ``other`` is a home with the key of the one in ``folder``: as encrypted, and as
    unlocked. Nothing for a plain home."""
    key = key_of(folder)
    if key is None:
        yield
        return
    for name in (KEY_FILE, KEY_FILE_COPY):
        if (folder / name).exists():
            (other / name).touch(0o600)
            (other / name).write_bytes(read_bytes(folder / name, KEY_FILE_SIZE))
    remember_key(other, key)
    try:
        yield
    finally:
        forget_key(other)


def ask_with(asker: Asker) -> None:
    """From now on a person may be asked for passphrases."""
    _ask[:] = [asker]


def asker() -> Asker | None:
    return _ask[0] if _ask else None


def locked_home(folder: Path) -> NotAuthorised:
    return NotAuthorised(
        f"The home in {folder} is encrypted, and there is no key for it here",
        "Run it at a terminal, where the passphrase is asked for, or set encryption.unlock_command"
        " to a command that prints it.",
    )
