"""The files of ``data/``, beside the package in a checkout, inside it in a wheel; and its lists."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from assistant.text.folding import fold

_PACKAGE = Path(__file__).parent


def data_path(*parts: str) -> Path:
    """The path of a file or folder under ``data/``."""
    inside = _PACKAGE / "data"
    return (inside if inside.is_dir() else _PACKAGE.parent / "data").joinpath(*parts)


@cache
def lines_of(*parts: str) -> tuple[str, ...]:
    """The lines of a list, without blank ones and comments."""
    lines = data_path(*parts).read_text("utf-8").splitlines()
    return tuple(line for line in lines if line.strip() and not line.startswith("#"))


@cache
def sections_of(*parts: str) -> Mapping[str, tuple[str, ...]]:
    """``[section]`` headers over entries separated by commas, folded."""
    sections: dict[str, list[str]] = {}
    current = sections.setdefault("", [])
    for line in lines_of(*parts):
        if line.startswith("["):
            current = sections.setdefault(line.strip("[] "), [])
        else:
            current.extend(fold(entry.strip()) for entry in line.split(",") if entry.strip())
    return {name: tuple(entries) for name, entries in sections.items()}


@cache
def toml_of(*parts: str) -> Mapping[str, Any]:
    """A TOML file."""
    import tomllib

    return tomllib.loads(data_path(*parts).read_text("utf-8"))
