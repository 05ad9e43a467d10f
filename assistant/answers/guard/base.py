"""What a reply is judged against, and the words that the judging listens for."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from assistant.answers import vocabulary
from assistant.memory.segments.words import is_common
from assistant.records import Language
from assistant.text.folding import fold
from assistant.text.phrases import tokens

Why = Literal[
    "empty",
    "marker",
    "prompt",
    "echo",
    "loop",
    "language",
    "script",
    "copy",
    "invented",
    "gibberish",
]
"""Why a reply is none: nothing; the mark of a cut; words of the prompt; the question again; the
same again and again; another language; another script; an earlier reply; what nobody told; words
that are none."""

_FENCED = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)


class Said(NamedTuple):
    """An earlier exchange of the conversation."""

    message: str
    reply: str


class Asked(NamedTuple):
    """A message and what went with it.

    ``earlier`` are the turns that are still there word for word, oldest first. ``unquotable`` is
    what the program itself put into the prompt (the static part, the replies of its examples),
    ``known`` the facts that the reply may rest on. ``follow_up``: the message leans on the last
    turn, so that the reply may too. ``states``: it tells something, and asks nothing.
    """

    message: str
    language: Language
    earlier: tuple[Said, ...] = ()
    unquotable: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    follow_up: bool = False
    states: bool = False


def prose(text: str) -> str:
    """A text without its code, which repeats itself and speaks no language."""
    return _FENCED.sub(" ", text)


def words(text: str) -> list[str]:
    """The folded words of a text."""
    return list(tokens(text))


def content(text: str) -> list[str]:
    """The folded words of a text that tell something of a subject."""
    return [word for word in words(text) if not is_common(word)]


def mentions(text: str, section: str) -> bool:
    """Whether one of the words or phrases of that list stands in the text."""
    said = f" {' '.join(words(text))} "
    return any(f" {phrase} " in said for phrase in listed(section))


@cache
def listed(section: str) -> frozenset[str]:
    """A list of what the guard listens for, in all languages, as ``words`` writes them."""
    said = vocabulary.words("guard", section)
    return frozenset(" ".join(words(fold(phrase))) for phrase in said)
