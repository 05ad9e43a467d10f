"""Folders that nobody but their owner can enter."""

from __future__ import annotations

from pathlib import Path

FOLDER_MODE = 0o700


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
