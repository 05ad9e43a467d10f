"""What was typed at the prompt, kept across runs for the arrow keys.

The file is for the person's eyes alone (0600), bounded, and never read by the assistant: nothing in
it can reach a prompt of a model, and no secret gets into it (F4). What is forgotten goes from it
too (``session/leftovers.py``).
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from pathlib import Path

from assistant.characters import whole
from assistant.errors import NotAuthorised
from assistant.folders import make_private_folder
from assistant.homekey import HISTORY_ROLE, key_of, opened_line
from assistant.limits import HISTORY, HISTORY_ENTRY, HISTORY_FILE
from assistant.secrets import find, speaks_of_phrase
from assistant.session.lines import rewrite

KEPT = HISTORY.value
"""Entries. Older ones go when the program starts."""


def read(path: Path) -> list[str]:
    """Entries, oldest first; lines that are damaged are passed over."""
    try:
        key_of(path.parent)  # without it, there is nothing to read
        lines = _tail(path).decode("utf-8", "replace").split("\n")
    except (OSError, NotAuthorised):
        return []
    opened = (opened_line(path.parent, HISTORY_ROLE, line) for line in lines)
    return [entry for entry in map(_entry, opened) if entry is not None]


def _tail(path: Path) -> bytes:
    """The last part of the file, of whole lines; nothing of what is no file."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return b""
        if status.st_size > HISTORY_FILE.value:
            file.seek(-HISTORY_FILE.value, os.SEEK_END)
            file.readline()
        return file.read(HISTORY_FILE.value)


def append(path: Path, entry: str, conversation: str = "") -> None:
    """Add one entry in one write, so that two terminals do not mix. A failure loses only it, and
    one that is longer than anybody types, or that holds a secret or may tell a passphrase (F4), is
    not kept.

    ``conversation`` is the one that it was typed in, with which it goes.
    """
    typed = whole(entry)
    value = {"typed": typed, "conversation": conversation} if conversation else typed
    text = json.dumps(value, ensure_ascii=False)
    if len(text.encode()) >= HISTORY_ENTRY.value or find(entry) or speaks_of_phrase(entry):
        return
    try:
        make_private_folder(path.parent)
        key = key_of(path.parent)
        data = (key.encrypt(HISTORY_ROLE, text) if key else text) + "\n"
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o600)
        try:
            os.write(descriptor, data.encode())
        finally:
            os.close(descriptor)
    except (OSError, NotAuthorised):
        return


def trim(path: Path) -> None:
    """Keep the latest entries; another time where another process is at them."""
    if len(read(path)) > KEPT:
        with suppress(OSError):
            rewrite(path, lambda line: _entry(line) is not None, HISTORY_ROLE, most=KEPT)


def _entry(line: str) -> str | None:
    """What was typed; None for a damaged line."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    typed = entry.get("typed") if isinstance(entry, dict) else entry
    return typed if isinstance(typed, str) else None
