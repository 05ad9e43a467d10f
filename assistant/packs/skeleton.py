"""A working pack to begin with: ``data/packs/sample``, under another name."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from assistant.folders import make_private_folder
from assistant.packs import names
from assistant.resources import data_path

SAMPLE = "sample"
"""The name that the shipped one has, in its files and in what they hold."""
KINDS = (".py", ".md", ".toml")
"""What it is made of; what tools leave beside it is none of it."""
_WORD = re.compile("sample", re.IGNORECASE)


def may_be_called(name: str) -> bool:
    """Whether a new pack can have that name."""
    taken = {*names.COMMANDS, *names.PLANNED, *names.CATEGORIES, *keyword.kwlist}
    return bool(re.fullmatch(names.NAME, name)) and name not in taken


def write(name: str, folder: Path) -> list[Path]:
    """Write the pack's files into a folder, which is made; returns them. Raises OSError."""
    written = []
    for path, text in files(name):
        file = folder / path
        make_private_folder(file.parent)
        file.write_text(text, "utf-8")
        written.append(file)
    return written


def files(name: str) -> Iterator[tuple[Path, str]]:
    """Every file of the skeleton with the text it gets, by its path in the folder."""
    root = data_path("packs", SAMPLE)
    for file in sorted(root.rglob("*")):
        if file.suffix in KINDS:
            path = str(file.relative_to(root))
            text = data_path("packs", SAMPLE, path).read_text("utf-8")
            yield Path(_renamed(path, name)), _renamed(text, name)


def _renamed(text: str, name: str) -> str:
    """The sample's name is replaced wherever it stands, its capital too."""
    return _WORD.sub(lambda found: name if found[0].islower() else name.capitalize(), text)
