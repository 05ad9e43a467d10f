"""What was typed at the prompt, kept across runs for the arrow keys.

The file is for the person's eyes alone (0600), bounded, and never read by the assistant: nothing in
it can reach a prompt of a model, and no secret gets into it (F4). ``erase`` takes out what is to be
forgotten.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

from assistant.characters import whole
from assistant.folders import make_private_folder
from assistant.limits import HISTORY, HISTORY_ENTRY, HISTORY_FILE
from assistant.secrets import find

KEPT = HISTORY.value
"""Entries. Older ones go when the program starts."""


def read(path: Path) -> list[str]:
    """Entries, oldest first; lines that are damaged are passed over."""
    try:
        lines = _tail(path).decode("utf-8", "replace").split("\n")
    except OSError:
        return []
    entries = []
    for line in lines:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, str):
            entries.append(entry)
    return entries


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


def append(path: Path, entry: str) -> None:
    """Add one entry in one write, so that two terminals do not mix. A failure loses only it, and
    one that is longer than anybody types, or holds a secret (F4), is not kept."""
    line = (json.dumps(whole(entry), ensure_ascii=False) + "\n").encode()
    if len(line) > HISTORY_ENTRY.value or find(entry):
        return
    try:
        make_private_folder(path.parent)
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o600)
        try:
            os.write(descriptor, line)
        finally:
            os.close(descriptor)
    except OSError:
        return


def trim(path: Path) -> None:
    """Keep the latest entries."""
    entries = read(path)
    if len(entries) > KEPT:
        _replace(path, entries[-KEPT:])


def erase(path: Path, tells: Callable[[str], bool]) -> int:
    """Remove the entries that tell of what was forgotten; returns how many went.

    ``tells`` is the memory's own judgement, by which summaries and turns go too.
    """
    entries = read(path)
    kept = [entry for entry in entries if not tells(entry)]
    if len(kept) < len(entries):
        _replace(path, kept)
    return len(entries) - len(kept)


def _replace(path: Path, entries: list[str]) -> None:
    """Write anew beside and move over, so that a crash leaves the old file or the new one."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
