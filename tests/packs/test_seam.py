"""Nothing outside a pack's folder names it (K1): neither the core nor another pack."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.packs.finding import PROJECT, in_folder

ROOT = Path(__file__).parent.parent.parent
CORE = ROOT / "assistant"
SHIPPED = CORE / "packs"
WRITTEN = (ROOT / "data" / "messages", ROOT / "config.example.toml", ROOT / "pyproject.toml")
"""What the program says and what configures it; the word lists of ``data`` hold ordinary words."""


def packs() -> dict[str, Path]:
    """Every pack of this repository: the shipped ones, and those with a project of their own."""
    found = {
        folder.name: folder for folder in SHIPPED.iterdir() if (folder / "__init__.py").is_file()
    }
    places = [*ROOT.glob("tests/packs/*"), *ROOT.glob("examples/*")]
    return found | {
        p.name: place for place in places if (place / PROJECT).is_file() for p in in_folder(place)
    }


def of_core() -> Iterator[Path]:
    """The program's files that belong to no pack."""
    own = {folder for folder in packs().values() if folder.is_relative_to(CORE)}
    for place in (CORE, *WRITTEN):
        for file in [place] if place.is_file() else place.rglob("*"):
            if file.suffix in (".py", ".toml") and not any(file.is_relative_to(f) for f in own):
                yield file


def named(name: str, file: Path) -> list[int]:
    """The lines of a file in which a pack is named: as a word of the text, or in a name or a string
    of the code (``assistant_NAME``, ``NAME_of``)."""
    text = file.read_text("utf-8")
    if name.casefold() not in text.casefold():  # then in no name of the code either
        return []
    word = re.compile(rf"(?<![a-z]){re.escape(name)}(?![a-z])", re.IGNORECASE)
    lines = {text.count("\n", 0, found.start()) + 1 for found in word.finditer(text)}
    if file.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            words = [
                getattr(node, field, None) for field in ("id", "attr", "name", "module", "arg")
            ]
            words += [
                alias.name for alias in getattr(node, "names", ()) if isinstance(alias, ast.alias)
            ]
            if any(isinstance(w, str) and word.search(w) for w in words):
                lines.add(getattr(node, "lineno", 0))
    return sorted(lines)


def extra_of(name: str) -> dict[str, list[int]]:
    """Where the project names what a shipped pack has to have installed: an extra of its name, the
    one thing that a distribution cannot say in the pack's folder."""
    lines = (ROOT / "pyproject.toml").read_text("utf-8").splitlines()
    found = [number for number, line in enumerate(lines, 1) if line.startswith(f"{name} = [")]
    return {"pyproject.toml": found} if found else {}


PACKS = packs()


def test_there_is_a_pack_to_look_for() -> None:
    assert PACKS["garden"] == ROOT / "tests" / "packs" / "garden"


def test_the_search_finds_what_it_looks_for() -> None:
    inside = PACKS["garden"] / "assistant_garden"
    assert named("garden", inside / "__init__.py")
    assert named("garden", inside / "commands.py")


@pytest.mark.parametrize("name", PACKS)
def test_the_core_does_not_name_it(name: str) -> None:
    found = {
        str(file.relative_to(ROOT)): lines for file in of_core() if (lines := named(name, file))
    }
    assert found == extra_of(name)


@pytest.mark.parametrize("name", PACKS)
def test_no_other_pack_names_it(name: str) -> None:
    for other, folder in PACKS.items():
        for file in folder.rglob("*.py"):
            assert other == name or not named(name, file), file
