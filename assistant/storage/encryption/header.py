"""The key file of an encrypted home: its wrapped key, and how far a conversion has come.

It stands twice in the home, since nothing can be read without it. It holds no secret by itself:
the key in it is encrypted by one from a passphrase or from the system's keyring.
"""

from __future__ import annotations

import binascii
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from assistant.errors import BadData
from assistant.files import Unreadable, read_bytes
from assistant.homekey import KEY_FILE, KEY_FILE_COPY
from assistant.limits import KEY_FILE_SIZE
from assistant.storage.encryption.files import replace_file
from assistant.storage.encryption.keys import (
    RECOMMENDED,
    SALT_BYTES,
    Cost,
    DataKey,
    from_passphrase,
)
from assistant.storage.sqlite.files import sync_folder

FORMAT = 1
HIGHEST = Cost(iterations=64, memory_kib=4 * 1024 * 1024, lanes=64)
"""Costs beyond these are refused: an altered file must not take all memory."""

State = Literal["locking", "locked", "unlocking"]


@dataclass(frozen=True, slots=True)
class Header:
    """``account`` names the keyring's entry; "": a passphrase, which has ``salt`` and ``cost``."""

    id: str
    wrapped: bytes
    state: State = "locked"
    account: str = ""
    salt: bytes = b""
    cost: Cost = RECOMMENDED

    @property
    def by_keyring(self) -> bool:
        return bool(self.account)

    @classmethod
    def for_passphrase(cls, key: DataKey, passphrase: str, state: State, cost: Cost) -> Header:
        salt = os.urandom(SALT_BYTES)
        wrapped = key.wrapped(from_passphrase(passphrase, salt, cost), _bound(salt, cost))
        return cls(key.id, wrapped, state, salt=salt, cost=cost)

    @classmethod
    def for_keyring(cls, key: DataKey, secret: bytes, account: str, state: State) -> Header:
        return cls(key.id, key.wrapped(secret, account.encode()), state, account=account)

    def open_with_passphrase(self, passphrase: str) -> DataKey:
        """Raises ValueError when it is wrong."""
        outer = from_passphrase(passphrase, self.salt, self.cost)
        return DataKey.unwrap(self.id, self.wrapped, outer, _bound(self.salt, self.cost))

    def open_with_secret(self, secret: bytes) -> DataKey:
        """Raises ValueError when it is not the keyring's own."""
        return DataKey.unwrap(self.id, self.wrapped, secret, self.account.encode())


def read(folder: Path) -> Header | None:
    """The key file of a home, else its copy; None for a plain home. Raises BadData."""
    problem = ""
    for name in (KEY_FILE, KEY_FILE_COPY):
        try:
            return _parsed(read_bytes(folder / name, KEY_FILE_SIZE))
        except FileNotFoundError:
            continue
        except OSError as error:
            problem = problem or error.strerror or str(error)
        except (Unreadable, ValueError, KeyError, TypeError, RecursionError) as error:
            problem = problem or f"{type(error).__name__}: {error}"
    if not problem:
        return None
    raise BadData(
        f"The key file {folder / KEY_FILE} cannot be read ({problem})",
        "Nothing in this home opens without it: put it back from a copy of the folder.",
    )


def write(folder: Path, header: Header) -> None:
    """Both copies, each whole or not at all."""
    data = json.dumps(_object(header), indent=1).encode() + b"\n"
    for name in (KEY_FILE, KEY_FILE_COPY):
        replace_file(folder / name, data)


def mend_copy(folder: Path, header: Header) -> None:
    """Write both anew where one is missing or stale."""
    try:
        one, other = (read_bytes(folder / n, KEY_FILE_SIZE) for n in (KEY_FILE, KEY_FILE_COPY))
        stale = one != other
    except (OSError, Unreadable):
        stale = True
    if stale:
        write(folder, header)


def remove(folder: Path) -> None:
    for name in (KEY_FILE_COPY, KEY_FILE):
        (folder / name).unlink(missing_ok=True)
    sync_folder(folder)


def _bound(salt: bytes, cost: Cost) -> bytes:
    """What a wrapped key is bound to, so that no cheaper derivation can be put in its place."""
    return b"argon2id " + salt + repr(tuple(cost)).encode()


def _object(header: Header) -> dict[str, Any]:
    common = {
        "format": FORMAT,
        "id": header.id,
        "state": header.state,
        "key": b64encode(header.wrapped).decode(),
    }
    if header.by_keyring:
        return {**common, "keyring": header.account}
    salt = b64encode(header.salt).decode()
    return {**common, "argon2id": {"salt": salt, **header.cost._asdict()}}


def _parsed(data: bytes) -> Header:
    found = json.loads(data)
    if not isinstance(found, Mapping) or found["format"] != FORMAT:
        raise ValueError("it is of another version")
    if found["state"] not in get_args(State):
        raise ValueError("its state is unknown")
    header = Header(str(found["id"]), _bytes(found["key"]), found["state"])
    if "keyring" in found:
        account = str(found["keyring"])
        return Header(header.id, header.wrapped, header.state, account=account or "?")
    about = dict(found["argon2id"])
    salt = _bytes(about.pop("salt"))
    cost = Cost(**{name: _whole(value) for name, value in about.items()})
    if any(not 1 <= one <= most for one, most in zip(cost, HIGHEST, strict=True)):
        raise ValueError("its cost is out of bounds")
    return Header(header.id, header.wrapped, header.state, salt=salt, cost=cost)


def _bytes(value: object) -> bytes:
    try:
        return b64decode(str(value), validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError("its cost is no number")
    return value
