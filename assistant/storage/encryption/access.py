"""How a process comes by the key of a home: keyring, command, or a person at the terminal."""

from __future__ import annotations

import os
from pathlib import Path

from assistant.errors import ConfigurationError, NotAuthorised
from assistant.homekey import asker, forget_key, known_key, locked_home, remember_key
from assistant.paths import Paths
from assistant.secret_command import printed_by
from assistant.storage.encryption import header as key_file
from assistant.storage.encryption.conversion import Home, encrypt_stragglers, finish
from assistant.storage.encryption.extra import require_extra
from assistant.storage.encryption.header import Header
from assistant.storage.encryption.keys import KEY_BYTES, RECOMMENDED, DataKey

ATTEMPTS = 3
SHORTEST = 8
"""Characters of a passphrase."""
COST = RECOMMENDED


def unlock(home: Home, command: str, passphrase: str | None = None) -> DataKey | None:
    """Have this process read the home; None when it is a plain one by now.

    The key comes from the keyring where it lies there, else from ``passphrase``, else from the one
    that ``command`` prints, else from a person, three times at most. A conversion that was broken
    off is finished first. Raises NotAuthorised, which says which of these failed; BadData for a
    damaged key file; ConfigurationError where the packages are missing or the command fails.
    """
    header = key_file.read(home.folder)
    if header is None:
        forget_key(home.folder)
        return None
    require_extra()
    key = key_for(home.folder, header, command, passphrase)
    if header.state == "locked":
        key_file.mend_copy(home.folder, header)
    elif finish(home, header, key) is None:
        leave_keyring(header)
        return None
    remember_key(home.folder, key)
    return key


def encrypt_what_is_plain(paths: Paths) -> None:
    """Encrypt what lies in plain in a home that this process has unlocked."""
    key = known_key(paths.data)
    if isinstance(key, DataKey):
        encrypt_stragglers(Home.of(paths), key)


def key_for(folder: Path, header: Header, command: str, passphrase: str | None = None) -> DataKey:
    """The data key of a home with this header, by whatever there is."""
    known = known_key(folder)
    if isinstance(known, DataKey) and known.id == header.id:
        return known
    if header.by_keyring:
        return from_keyring(header)
    if passphrase is not None:
        try:
            return header.open_with_passphrase(passphrase)
        except ValueError:
            raise wrong_passphrase() from None
    if command:
        try:
            return header.open_with_passphrase(passphrase_of(command))
        except ValueError:
            raise NotAuthorised(
                "The passphrase that encryption.unlock_command prints does not open this home",
                "Run the command in a shell, and compare.",
            ) from None
    return from_person(folder, header)


def from_keyring(header: Header) -> DataKey:
    from assistant.storage.encryption import ring

    try:
        return header.open_with_secret(ring.load(header.account))
    except ValueError:
        raise NotAuthorised(
            "What the system's keyring holds does not open this home",
            "Put back lock.json from a copy of the folder, or the keyring from a copy of yours.",
        ) from None


def from_person(folder: Path, header: Header) -> DataKey:
    """Ask at most three times. Raises NotAuthorised, also where nobody can be asked."""
    ask = asker()
    for attempt in range(ATTEMPTS):
        passphrase = ask(attempt) if ask else None
        if passphrase is None:
            raise locked_home(folder)
        try:
            return header.open_with_passphrase(passphrase)
        except ValueError:
            continue
    raise wrong_passphrase()


def wrong_passphrase() -> NotAuthorised:
    return NotAuthorised("The passphrase is wrong", "Nothing was read, and nothing was changed.")


def passphrase_of(command: str) -> str:
    """What ``encryption.unlock_command`` prints. Raises ConfigurationError."""
    return printed_by(command, "encryption.unlock_command", "passphrase")


def read_descriptor(number: int) -> str:
    """The first line that comes from a descriptor. Raises ConfigurationError."""
    data = b""
    try:
        while b"\n" not in data and (read := os.read(number, 4096)):
            data += read
        return data.partition(b"\n")[0].decode().rstrip("\r")
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"No passphrase can be read from descriptor {number} ({type(error).__name__})",
            "Give one that is open for reading, such as 3 with 3< file.",
        ) from None


def by_passphrase(key: DataKey, passphrase: str, state: key_file.State) -> Header:
    """Raises ConfigurationError for one that is too short to protect anything."""
    if len("".join(passphrase.split())) < SHORTEST:
        raise ConfigurationError(
            f"A passphrase has at least {SHORTEST} characters", "Several words are easy to keep."
        )
    return Header.for_passphrase(key, passphrase, state, COST)


def by_keyring(key: DataKey, state: key_file.State) -> Header:
    """With a new random secret in the system's keyring. Raises NotAuthorised without one."""
    from assistant.storage.encryption import ring

    account, secret = f"{key.id}-{os.urandom(4).hex()}", os.urandom(KEY_BYTES)
    ring.store(account, secret)
    return Header.for_keyring(key, secret, account, state)


def leave_keyring(header: Header) -> None:
    """Remove the keyring's entry of a header that nothing uses any more."""
    if header.by_keyring:
        from assistant.storage.encryption import ring

        ring.remove(header.account)
