"""Encrypted homes for tests: made fast where the passphrase does not matter, opened by a command
where other processes are to open them."""

from __future__ import annotations

import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from assistant.homekey import remember_key
from assistant.paths import resolve_paths
from assistant.storage.encryption.extra import PACKAGES

PASSPHRASE = "caballo correcto pila grapa"
MISSING = [name for name in PACKAGES if find_spec(name) is None]
needs_extra = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")


def begin_encrypted(folder: Path) -> None:
    """Make a new home encrypted from its first byte on, unlocked in this process."""
    from assistant.storage.encryption import header
    from assistant.storage.encryption.keys import Cost, DataKey

    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = DataKey.random()
    cheap = Cost(iterations=1, memory_kib=64, lanes=1)
    header.write(folder, header.Header.for_passphrase(key, PASSPHRASE, "locked", cheap))
    remember_key(folder, key)


def open_by_command(folder: Path) -> None:
    """Have every process open the home by ``encryption.unlock_command``."""
    command = shlex.join(["printf", "%s", PASSPHRASE])
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    config = resolve_paths(folder).config
    config.write_text(f'[encryption]\nunlock_command = "{command}"\n', "utf-8")
    config.chmod(0o600)
