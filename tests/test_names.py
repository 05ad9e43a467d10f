"""What docstrings and CONTRIBUTING name is there: a file that moved takes its mentions along."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_FILE = re.compile(r"(?<![\w/.:<-])(?:[a-z_]+/)*[a-z_]+\.py(?!\w)")
"""``turn.py``, ``session/turn.py``, in quotes or in the middle of a sentence."""
_PLACE = re.compile(r"`((?!tmp/)(?:[a-z_]+/)+(?:[a-z_]+(?:\.[a-z]+)?)?)`")
"""``memory/engine/``, ``session/turn.py``: a word with a slash means a place only in quotes; not in a
temporary folder."""
ELSEWHERE = {
    "tiktoken/_educational.py": "of another package",
    "json.py": "made by the test",
    "folder/name": "stands for any",
    "docs/conversations": "written by what names it",
}
FOLDERS = ("assistant", "tests", "training", "data", "docs")


def places() -> frozenset[str]:
    """Every file and folder from the root on, with and without its ending."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    relative = [path.relative_to(ROOT) for path in (*found, *ROOT.iterdir())]
    return frozenset(f"/{p.as_posix()}" for path in relative for p in (path, path.with_suffix("")))


def missing(text: str, known: frozenset[str]) -> list[str]:
    """What the text names and is nowhere, from whatever folder it is told."""
    named = {*_FILE.findall(text), *(name.rstrip("/") for name in _PLACE.findall(text))}
    gone = named - ELSEWHERE.keys()
    return sorted(n for n in gone if not any(place.endswith(f"/{n}") for place in known))


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of each, also of those under a name of a module or a class."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


@pytest.mark.parametrize("folder", ["assistant", "tests", "training"])
def test_what_a_docstring_names_exists(folder: str) -> None:
    known = places()
    for path in (ROOT / folder).rglob("*.py"):
        for line, text in docstrings(ast.parse(path.read_text("utf-8"))):
            assert not missing(text, known), f"{path.relative_to(ROOT)}:{line}"


def test_what_contributing_names_exists() -> None:
    assert not missing((ROOT / "CONTRIBUTING.md").read_text("utf-8"), places())


def test_a_name_that_is_nowhere_is_found() -> None:
    known = frozenset(("/assistant/session/turn.py", "/assistant/session"))
    told = (
        "See ``session/turn.py``, `session/` and not ``volatile.py``, `memory/engine/` or and/or."
    )
    assert missing(told, known) == ["memory/engine", "volatile.py"]
