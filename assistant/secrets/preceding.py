"""The value before a name: "hunter2b is the wifi password", "uso tortuga como clave"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.secrets import values
from assistant.secrets.following import names_another
from assistant.secrets.scan import LOOK_BACK, Named, Scan, letters
from assistant.secrets.values import trimmed

LOOK_AHEAD = 24
"""Characters after a name that are read for what it opens: "… is the password of the wifi"."""

_BEGINS = re.compile(
    r"(?:^|[^\w\s'’-]|\n|(?:[^\w\s]|\s[-–—])[ ]|\b(?:that|says?|said|so|and|but|que|dice[ns]?|dijo|dijiste|y|pero)[ ])\Z"
)
"""What stands before a word with which a statement begins."""
_BREAK = re.compile(r"[\n.;?!](?=[ \n])")
_BETWEEN = " ,—–-\n"
_PIECE = re.compile(r"\S{3,80}\Z")
_DIGITS = re.compile(r"[#\d][\d #*.-]{1,20}[\d#*]?[A-Za-z]?")


def before_name(source: Scan, found: Named) -> Iterator[tuple[int, int]]:
    """The span of the value before a name, where a verb links the two."""
    link = None if names_another(source, found) else _link(source, found)
    if not link:
        return
    text, low, words = source
    start = link.start()
    window = max(0, found.start - LOOK_BACK, start - 80)
    piece = _PIECE.search(text[window:start].rstrip(_BETWEEN))
    if not piece:
        return
    begin, end = trimmed(text, window + piece.start(), window + piece.end())
    value = text[begin:end]
    if (
        len(value) >= 3
        and low[begin:end] not in words.not_values
        and not values.placeholder(value)
        and not values.code(value)
        and _fits(source, begin, end, found, link)
    ):
        yield begin, end


def _link(source: Scan, found: Named) -> re.Match[str] | None:
    """The nearest verb that links what stands before it to the name, in the same sentence."""
    low, window = source.low, max(0, found.start - LOOK_BACK)
    for stop in _BREAK.finditer(low, window, found.start):
        window = stop.start()
    for verb in reversed(list(source.words.verbs.finditer(low, window + 2, found.start))):
        if link := source.words.before.match(low, verb.start() - 1, found.start):
            return link
    return None


def _fits(source: Scan, begin: int, end: int, found: Named, link: re.Match[str]) -> bool:
    """Whether the value is of the kind that the name takes."""
    low, words = source.low, source.words
    value, takes = source.text[begin:end], found.name.takes
    if takes in ("digits", "number", "account", "codes", "card"):
        return bool(_DIGITS.fullmatch(value)) and link["owner"] is not None
    if takes == "opaque":
        return values.opaque(value)
    if values.odd(value) and len(value) >= 4:
        return True
    around = [*link.group().split(), *letters(low, found.end, found.end + LOOK_AHEAD)]
    owned = link["owner"] in words.possessives or not words.locked.isdisjoint(around)
    begins = _BEGINS.search(low, max(0, begin - LOOK_AHEAD), begin) is not None
    if not (owned and values.plain(value)):
        return False
    return (begins and not values.predicate(low[begin:end])) or values.made_up(value)
