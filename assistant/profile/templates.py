"""A question without its amounts, dates and names: what makes two of them one (K5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from assistant.characters import one_line
from assistant.languages import pattern
from assistant.memory.dedup.text import tokens
from assistant.packs.profile import Mention
from assistant.text.folding import fold_in_place

ALIKE = 0.8
"""Overlap of their words (Jaccard) above which two templates are one."""
LONGEST = 160
"""Characters of a template; a longer question is no question that comes again."""
DATE, AMOUNT = "{date}", "{n}"
UNNAMED = frozenset((DATE[1:-1], AMOUNT[1:-1]))
"""Kinds that stand for nothing which the pack recognises."""

_AMOUNT = re.compile(
    r"(?<![\w{.,])[-+]?(?:(?:us|u|ar)?[$€£¥] ?)?\d+(?:[.,:]\d+)*(?: ?%|[a-z]{1,3}(?!\w))?"
    r"(?![\w}])"
)
_DAY = re.compile(r"(?<![\w/-])(?:\d{4}-\d\d?-\d\d?|\d\d?[/-]\d\d?(?:[/-]\d{2,4})?)(?![\w/-])")
_HOLE = re.compile(r"\{[a-z][a-z0-9_]*\}")
_EDGES = " \t,;:.…!?¡¿-–—()\"'"


def template(text: str, mentions: Iterable[Mention] = ()) -> str:
    """The question as it would be asked of anything else; "" for one that is too long to come
    again. ``mentions`` are those of ``text``, none overlapping another."""
    for mention in sorted(mentions, key=lambda found: -found.start):
        text = f"{text[: mention.start]}{{{mention.kind}}}{text[mention.end :]}"
    for found, hole in _replacements():
        text = _replaced(text, found, hole)
    plain = _bare(one_line(text))
    return plain if 0 < len(plain) <= LONGEST else ""


def words_of(made: str) -> frozenset[str]:
    """The words by which templates are compared."""
    return frozenset(tokens(made))


def alike(one: str, other: str) -> bool:
    """Whether two templates are one."""
    mine, theirs = words_of(one), words_of(other)
    return one == other or len(mine & theirs) > ALIKE * len(mine | theirs)


def same_as(made: str, known: Iterable[str]) -> str:
    """The template among those known that is this one; itself where none is."""
    return next((other for other in known if alike(made, other)), made)


def holes(made: str) -> list[tuple[str, int]]:
    """What a template leaves open, in order: the kind, and where it stands."""
    return [(found.group()[1:-1], found.start()) for found in _HOLE.finditer(made)]


def said_in(made: str) -> list[str]:
    """What stands between its holes; a value that is no template, whole."""
    return [part.strip(_EDGES) for part in _HOLE.split(made) if part.strip(_EDGES)]


def filled(made: str, names: Sequence[str]) -> str:
    """The question with the first of those names in the place of what it names; up to where it
    leaves something open that no name fills, such as an amount."""
    for kind in names and dict.fromkeys(kind for kind, _ in holes(made)):
        if kind not in UNNAMED:
            made = made.replace(f"{{{kind}}}", names[0])
    found = _HOLE.search(made)
    return made[: found.start()] if found else made


@cache
def _replacements() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is replaced, in this order, and by what."""
    named = {key: pattern("profile", "templates", key).pattern for key in ("number", "scale")}
    written = re.compile(rf"(?:{named['number']})(?!\w)")
    scaled = re.compile(rf"{re.escape(AMOUNT)} (?:{named['scale']})(?!\w)")
    dates = pattern("profile", "templates", "date")
    return ((_DAY, DATE), (dates, DATE), (_AMOUNT, AMOUNT), (scaled, AMOUNT), (written, AMOUNT))


def _replaced(text: str, wanted: re.Pattern[str], hole: str) -> str:
    """Matches of the folded text, which has the length of the text as it is; none inside of what
    was replaced already."""
    taken = [found.span() for found in _HOLE.finditer(text)]
    for found in reversed(list(wanted.finditer(fold_in_place(text)))):
        start, end = found.span()
        inside = any(a < start < b or a < end < b for a, b in taken)
        if not inside and not (start and text[start - 1].isalnum()):
            text = f"{text[:start]}{hole}{text[end:]}"
    return text


def _bare(text: str) -> str:
    """Without the greeting before it and what trails behind it."""
    before = ""
    lead, trail = (pattern("profile", "templates", end) for end in ("lead", "trail"))
    while text and text != before:
        before = text = text.strip(_EDGES)
        folded = fold_in_place(text)
        first = lead.match(folded)
        if first and first.end() < len(text) and not folded[first.end()].isalnum():
            text = text[first.end() :]
            continue
        ends = [m for m in trail.finditer(folded) if m.end() == len(folded)]
        if ends and ends[0].start() and not folded[ends[0].start() - 1].isalnum():
            text = text[: ends[0].start()]
    return text
