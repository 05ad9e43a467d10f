"""The names of secrets in a text, each with all that is written as one word with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from assistant.secrets.vocabulary import Name, Vocabulary, vocabulary
from assistant.text.folding import fold_in_place

LOOK_AROUND = 60
"""Characters before a name that are read for whose or what it is."""
LOOK_BACK = 160
"""Characters before a name in which its value may stand, or the network that it opens."""

_JOINED_BEFORE = re.compile(r"[\w$-]{0,60}\Z")
_JOINED_AFTER = re.compile(r"(?:[\w-]{0,48}\w)?")
_PARTS = re.compile(r"[a-z]+|\d+|[A-Z]+(?![a-z])|[A-Z][a-z]*", re.ASCII)
_TOLD = re.compile(r"[ ]?[:=]|[ ](?:is|es)[ ]")
_LONG = re.compile(r"\S{20}")
_LETTERS = re.compile(r"[a-z]+")


class Scan(NamedTuple):
    """A text that is looked through, folded once, with the vocabulary."""

    text: str
    low: str
    words: Vocabulary


class Named(NamedTuple):
    """A name in the text: ``start`` and ``end`` of all that is written as one word with it.

    ``flag``: it is an option of a command; ``upper``: in capitals; ``possessed``: somebody's, or of
    a thing that is locked; ``thing``: of one that is not ("la clave de la materia").
    """

    name: Name
    start: int
    end: int
    flag: bool
    upper: bool
    possessed: bool
    thing: bool = False


def scan(text: str) -> Scan:
    return Scan(text, fold_in_place(text), vocabulary())


def letters(low: str, start: int = 0, end: int | None = None) -> list[str]:
    """The words of a folded text between two places."""
    return _LETTERS.findall(low, max(0, start), len(low) if end is None else end)


def account_before(source: Scan, found: Named) -> re.Match[str] | None:
    """Who signs in, right before the name: "user info, password …"."""
    window = max(0, found.start - LOOK_BACK)
    return source.words.accounts.search(source.low, window, found.start)


def joined_names(source: Scan) -> Iterator[Named]:
    """Names that are written into another word: ``dbPassword``, ``PGPASSWORD``."""
    words = source.words
    for match in words.joined.finditer(source.low):
        inner = words.named.match(match.group())
        name = words.names[(inner.lastindex or 1) - 1] if inner else Name("password", "any")
        if found := whole_name(source, *match.span(), name):
            yield found


def whole_name(source: Scan, start: int, end: int, name: Name) -> Named | None:
    """The identifier around a name, where it is one: no part of another word, nor the name of
    something about a secret."""
    text, words = source.text, source.words
    left = _JOINED_BEFORE.search(text, max(0, start - LOOK_AROUND), start)
    right = _JOINED_AFTER.match(text, end)
    before = left.group() if left else ""
    after = right.group() if right else ""
    if after[:1].isalpha() and not (after[0].isupper() and text[end - 1].islower()):
        return None
    if before[-1:].isalpha() and not _capital_begins(text, start, before, name):
        return None
    if not words.counting.isdisjoint(_parts(before)):
        return None
    if any(part in words.about or part.startswith("hash") for part in _parts(after)):
        return None
    begin, close = start - len(before), end + len(after)
    if name.takes == "drawn" and not before:
        return _bare_key(source, begin, close, name)
    whole = text[begin:close]
    return Named(
        name,
        begin,
        close,
        before.startswith("-") and not text[max(0, begin - 1) : begin].strip(),
        whole.isupper() and len(whole) > 5,
        _possessed(source, begin),
    )


def _bare_key(source: Scan, begin: int, end: int, name: Name) -> Named | None:
    """The word "key" by itself: of a network that was named before it, or of what looks drawn."""
    _, low, words = source
    window = max(0, begin - LOOK_BACK)
    line = low.rfind("\n", window, begin) + 1 or window
    if _TOLD.match(low, end) and words.networks.search(low, line, begin):
        return Named(Name("password", "own"), begin, end, False, False, True)
    if not _LONG.search(low, end, end + LOOK_BACK):
        return None
    if not words.counting.isdisjoint(low[line:begin].split()[-1:]):
        return None
    return Named(name, begin, end, False, False, False)


def _possessed(source: Scan, at: int) -> bool:
    before = letters(source.low, at - LOOK_AROUND, at)
    owned = source.low[at - 1 : at].isspace() and before[-1:]
    return bool(owned) and (
        before[-1] in source.words.possessives or not source.words.locked.isdisjoint(before)
    )


def _capital_begins(text: str, start: int, before: str, name: Name) -> bool:
    """``dbPassword``, ``PGPASSWORD``."""
    if text[start].isupper() and before[-1].islower():
        return True
    return name.takes in ("any", "opaque") and before.isupper() and text[start].isupper()


@lru_cache(maxsize=1024)
def _parts(identifier: str) -> tuple[str, ...]:
    """``dbPassword2`` has the parts db, password and 2."""
    return tuple(part.lower() for part in _PARTS.findall(identifier))
