"""How a section of the prompt is shown: its name for people, its letter, its colour.

The core's have their own; one that somebody else brought (``prompt/table.py``) is told by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from assistant.cli import layout, plain
from assistant.messages import say
from assistant.prompt.table import NAMES

if TYPE_CHECKING:
    from assistant.records import Language


class Marks(NamedTuple):
    """What stands for a section in a bar: a letter where there is no colour, a colour of
    prompt_toolkit's names, and the same as a terminal's own number."""

    letter: str
    colour: str
    code: str


MARKS: Mapping[str, Marks] = {
    "system": Marks("s", "ansibrightblack", "90"),
    "state": Marks("t", "ansicyan", "36"),
    "facts": Marks("f", "ansigreen", "32"),
    "summaries": Marks("m", "ansiyellow", "33"),
    "window": Marks("w", "ansiblue", "34"),
    "tools": Marks("o", "ansimagenta", "35"),
    "fragments": Marks("g", "ansibrightcyan", "96"),
    "message": Marks("q", "ansibrightgreen", "92"),
}
OTHER = Marks("x", "ansibrightmagenta", "95")
OTHER_CLASS = "other"
"""What ``data/report/style.css`` calls the colour of a section without one of its own."""
LONGEST_TITLE = 14
"""Cells of a name that somebody else chose: rows of 36 cells hold it beside its numbers."""


def marks_of(name: str) -> Marks:
    return MARKS.get(name, OTHER)


def css_class(name: str) -> str:
    """What its colour is called on a page; a recorded name never gets there by itself."""
    return name if name in MARKS else OTHER_CLASS


def section_title(
    name: str, language: Language, titles: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Its name for people: the messages' for the core's, else of ``titles`` by language."""
    if name in NAMES:
        return say(f"report_sections.{name}", language)
    return layout.cut(plain.line(titles.get(language, name)), LONGEST_TITLE)
