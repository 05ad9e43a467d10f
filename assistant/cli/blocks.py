"""Where a Markdown text that is still growing can be cut: what no later word can change."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"[-*+] |\d{1,9}[.)] ")


def split(text: str) -> tuple[str, str]:
    """(finished, rest): ``text`` cut after its last block that is surely over.

    A block ends at a blank line outside code, once the next line has shown that it is not part of
    the same list or quote. ``finished + rest == text``.
    """
    lines = text.splitlines(keepends=True)
    cut, position = 0, 0
    fence = ""
    listing = blank = False
    for number, line in enumerate(lines):
        whole = line.endswith("\n")
        if not fence and blank and line.strip() and _begins_block(line, listing, whole):
            cut = position
            listing = False
        mark = _FENCE.match(line)
        if fence:
            closes = mark is not None and mark[1].startswith(fence) and whole
            fence = "" if closes and not line.strip().strip(fence[0]) else fence
            blank = False
        elif mark is not None:
            fence, blank = mark[1], False
        else:
            listing = listing or (_ITEM.match(line.lstrip()) is not None and (blank or number == 0))
            listing = listing or _ITEM.match(line) is not None
            blank = not line.strip() and whole
        position += len(line)
    return text[:cut], text[cut:]


def _begins_block(line: str, listing: bool, whole: bool) -> bool:
    if line[0] in " \t":
        return False  # goes on inside the item, or may
    if not listing:
        return True
    if not whole and len(line.rstrip()) < 3:
        return False  # "1" may still become "1. "
    return _ITEM.match(line) is None
