"""Where a Markdown text that is still growing can be cut: what no later word can change."""

from __future__ import annotations

import re

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"\s*([-*+]|\d{1,9}[.)]) ")


def split(text: str) -> tuple[list[str], str]:
    """(finished blocks, the rest). Joined, they are ``text``.

    A block ends at a blank line outside code, once the next line has shown that it does not go on
    with the same list.
    """
    finished: list[str] = []
    block = ""
    fence = ""
    after_blank = False
    for line in text.splitlines(keepends=True):
        if after_blank and not fence and line.strip() and _begins_block(line, block):
            finished.append(block)
            block = ""
        fence = _fence_after(line, fence)
        after_blank = not line.strip()
        block += line
    return finished, block


def _begins_block(line: str, block: str) -> bool:
    """Whether a line after a blank one starts something new, as far as its letters tell."""
    if line[0] in " \t":
        return False  # it may go on inside an item
    if not _ITEM.match(block):
        return True
    if not line.endswith("\n") and len(line) < 4:
        return False  # "1" may still become "1. "
    return not _ITEM.match(line)


def _fence_after(line: str, fence: str) -> str:
    """The fence that is open after this line, empty outside code."""
    mark = _FENCE.match(line)
    if not fence:
        return mark[1] if mark else ""
    closes = mark is not None and mark[1].startswith(fence) and line.strip() == mark[1]
    return "" if closes else fence
