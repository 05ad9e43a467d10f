"""Folders that nobody but their owner can enter."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from errno import EPERM
from pathlib import Path

FOLDER_MODE = 0o700
FILE_MODE = 0o600
_OTHERS = 0o077
_OTHERS_WRITE = 0o022


class NotOurs(PermissionError):
    """A folder or file belongs to another user."""

    def __init__(self, path: Path) -> None:
        super().__init__(EPERM, "it belongs to another user", str(path))


def make_private_folder(folder: Path) -> None:
    """Create ``folder`` and its missing parents for their owner alone; leave existing ones be.

    ``Path.mkdir`` gives its mode to the last one only. Raises OSError.
    """
    if folder.is_dir():
        return
    make_private_folder(folder.parent)
    try:
        folder.mkdir(mode=FOLDER_MODE)
    except FileExistsError:
        if not folder.is_dir():
            raise
        return
    folder.chmod(FOLDER_MODE)


def tighten(folder: Path, files: Iterable[Path], settings: Iterable[Path] = ()) -> list[Path]:
    """Take from others what they may do with a folder and with files of ours; returns those that
    were open to them. Links and what belongs to others are left as they are, and so are
    ``settings`` that others may read but not write: people write those themselves.

    Raises NotOurs when the folder itself is another user's, OSError when a mode cannot be set.
    """
    if os.name != "posix":
        return []
    status = folder.stat()
    if status.st_uid != os.geteuid():
        raise NotOurs(folder)
    opened = []
    if status.st_mode & _OTHERS:
        folder.chmod(FOLDER_MODE)
        opened.append(folder)
    loose = {**dict.fromkeys(files, _OTHERS), **dict.fromkeys(settings, _OTHERS_WRITE)}
    for file, bits in loose.items():
        try:
            status = file.lstat()
        except FileNotFoundError:
            continue
        ours = status.st_uid == os.geteuid() and not stat.S_ISLNK(status.st_mode)
        if ours and status.st_mode & bits:
            file.chmod(FOLDER_MODE if stat.S_ISDIR(status.st_mode) else FILE_MODE)
            opened.append(file)
    return opened
