"""How a pattern can begin, read off its source without compiling it.

Compiling every pattern of the lists costs more than reading a hundred messages; most patterns begin
with words that a message does not hold. ``beginnings`` finds those words, so that a pattern is
compiled when one of them is there for the first time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

_MARK = re.compile(r"\\.|\[.[^\]]*\]|[()|]")
_LITERAL = re.compile(r"(?:[^\\.^$*+?{}\[\]()|< ]|\\[^\w\s])*")
_FLAT = re.compile(r"\((?:\?:)?([^()\[\]\\?][^()\[\]\\]*)\)")
_WHOLE = re.compile(r"\w+ (?![?*{])")
_LIST = re.compile(r"<([a-z_]+)>")
_ASSERTED = re.compile(r"\(\?(?:<?[!=])")
_QUANTITY = re.compile(r"(?:[?*+]|\{\d+(?:,\d*)?\})[?+]?")
_ANY_WORD = re.compile(r"(?:\\S|\\w|\[a-z\])[+*] ")
_AT_BORDER = re.compile(r"(?:.* (?:,\? \?)?|\^)", re.DOTALL)

Beginnings = frozenset[str] | None
OfList = Callable[[str], Beginnings]


@lru_cache(maxsize=256)
def prefixes(text: str) -> frozenset[str]:
    """Every beginning of every token of a canonical text; a whole token also with a space."""
    tokens = [f"{token} " for token in set(text.split())]
    return frozenset(token[:n] for token in tokens for n in range(1, len(token) + 1))


def beginnings(source: str, of_list: OfList) -> Beginnings:
    """Literal beginnings one of which the first matched token has; None when that is unclear.
    One that ends with a space is the whole token.

    ``of_list`` knows those of the entries of a word list, which stands as ``<name>``.
    """
    source = source.removeprefix("^")
    if whole := _WHOLE.match(source):
        return frozenset({whole[0]}) if "|" not in source or not _bars(source) else None
    if named := _LIST.match(source):
        return _with_rest(of_list(named[1]), source[named.end() :], of_list)
    if source.startswith("(?:") or (source.startswith("(") and source[1:2] != "?"):
        return _of_group(source, of_list)
    if _bars(source):
        return None  # alternatives without a group
    found = _LITERAL.match(source)
    written = found.group() if found else ""
    literal = written.replace("\\", "")
    if source[len(written) : len(written) + 1] in ("?", "*", "{"):
        literal = literal[:-1]  # its last letter may be missing
    return frozenset({literal}) if literal else None


def needed(source: str, of_list: OfList) -> Beginnings:
    """Literal beginnings one of which some token of a matched text has, wherever it stands: those
    of the first part that cannot be missing and says something. None when that is unclear."""
    source = source.removeprefix("^")
    if _bars(source):
        return None  # alternatives without a group
    while passed := _passed(source, of_list):
        source = source[passed:]
    return beginnings(source, of_list)


def _passed(source: str, of_list: OfList) -> int:
    """The length of a first part that may be missing, or be any word, behind which another token
    begins; 0 for a part that says how a text must go on."""
    if found := _ANY_WORD.match(source):
        return found.end()
    marks = _bars(source, within=True) if source.startswith("(") else None
    if marks is None:
        return 0
    *cuts, end = marks
    if _ASSERTED.match(source):
        return end + 1
    opening = 2 if source.startswith("(?:") else 0
    parts = [source[a + 1 : b] for a, b in zip((opening, *cuts), (*cuts, end), strict=True)]
    if not all(_AT_BORDER.fullmatch(part) for part in parts):
        return 0
    quantity = _QUANTITY.match(source, end + 1)
    stop = quantity.end() if quantity else end + 1
    missing = quantity is not None and quantity[0].startswith(("?", "*", "{0"))
    return stop if missing or union(parts, of_list) is None else 0


def _of_group(source: str, of_list: OfList) -> Beginnings:
    """Of the group that a source begins with; where it may be missing, of what follows too."""
    if flat := _FLAT.match(source):
        return _with_rest(union(flat[1].split("|"), of_list), source[flat.end() :], of_list)
    marks = _bars(source, within=True)
    if marks is None:
        return None
    *cuts, end = marks
    opening = 2 if source.startswith("(?:") else 0
    parts = [source[a + 1 : b] for a, b in zip((opening, *cuts), (*cuts, end), strict=True)]
    return _with_rest(union(parts, of_list), source[end + 1 :], of_list)


def _with_rest(first: Beginnings, rest: str, of_list: OfList) -> Beginnings:
    if first is None or rest[:1] == "{" or _bars(rest):
        return None
    if rest[:1] in ("?", "*"):
        following = beginnings(rest.lstrip("?*+ "), of_list)
        return None if following is None else first | following
    return first


def no_lists(name: str) -> Beginnings:
    """For sources that refer to no word list."""
    raise KeyError(name)


def union(sources: Iterable[str], of_list: OfList = no_lists) -> Beginnings:
    """Of alternatives."""
    found: set[str] = set()
    for source in sources:
        if source.isalpha():  # a word, as nine of ten are
            found.add(source)
            continue
        one = beginnings(source, of_list)
        if one is None:
            return None
        found |= one
    return frozenset(found)


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
