"""What the pack ships as files beside its code. Imports little: what a pack declares is read in
every command that lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent


def shipped(name: str) -> str:
    """The text of one of the pack's own files."""
    path = _FOLDER / name
    return path.read_text("utf-8")


def tables(*names: str) -> Mapping[str, Mapping[str, Any]]:
    """What the files ``NAME.CODE.toml`` say, those of a language together, by its code."""
    found: dict[str, dict[str, Any]] = {}
    for name in names:
        for path in sorted(_FOLDER.glob(f"{name}.*.toml")):
            table = found.setdefault(path.name.split(".")[1], {})
            table.update(tomllib.loads(path.read_text("utf-8")))
    return found
