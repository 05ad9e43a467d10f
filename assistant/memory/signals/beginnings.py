"""How a pattern can begin, read off its source without compiling it.

Compiling every pattern of the lists costs more than reading a hundred messages; most patterns begin
with words that a message does not hold. ``beginnings`` finds those words, so that a pattern is
compiled when one of them is there for the first time.
"""

from __future__ import annotations

import re
from functools import lru_cache

_MARK = re.compile(r"\\.|\[.[^\]]*\]|[()|]")
_LITERAL = re.compile(r"(?:[^\\.^$*+?{}\[\]()| ]|\\[^\w\s])*")


@lru_cache(maxsize=256)
def prefixes(text: str) -> frozenset[str]:
    """Every beginning of every token of a canonical text."""
    return frozenset(token[:n] for token in set(text.split()) for n in range(1, len(token) + 1))


def beginnings(source: str) -> frozenset[str] | None:
    """Literal beginnings one of which the first matched token has; None when that is unclear."""
    source = source.removeprefix("^")
    if source.startswith("(?:"):
        return _of_group(source)
    if _bars(source):
        return None  # alternatives without a group
    found = _LITERAL.match(source)
    written = found.group() if found else ""
    literal = written.replace("\\", "")
    if source[len(written) : len(written) + 1] in ("?", "*", "{"):
        literal = literal[:-1]  # its last letter may be missing
    return frozenset({literal}) if literal else None


def _of_group(source: str) -> frozenset[str] | None:
    """Of the group that a source begins with; where it may be missing, of what follows too."""
    marks = _bars(source, within=True)
    if marks is None:
        return None
    *cuts, end = marks
    rest = source[end + 1 :]
    if rest[:1] == "{" or _bars(rest):
        return None
    parts = [source[a + 1 : b] for a, b in zip((2, *cuts), (*cuts, end), strict=True)]
    if rest[:1] in ("?", "*"):
        parts.append(rest.lstrip("?*+ "))
    found = [beginnings(part) for part in parts]
    known = [one for one in found if one is not None]
    return frozenset().union(*known) if len(known) == len(found) else None


def _bars(source: str, *, within: bool = False) -> list[int] | None:
    """Places of the bars outside all groups; ``within``: of the first group's own bars and of its
    end, None where it has no end."""
    if not within and "|" not in source:
        return []
    depth, places = 0, []
    for mark in _MARK.finditer(source):
        sign = mark.group()
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and depth == within:
            places.append(mark.start())
        elif sign == ")" and within and depth == 0:
            return [*places, mark.start()]
    return None if within else places
