"""Shortening a text in its middle, with a mark that says how much is gone."""

from __future__ import annotations

import re
from collections.abc import Callable

from assistant.llm.base import TokenCounter

HEAD_SHARE = 0.6
"""Of what is kept, how much comes from the beginning; endings hold conclusions and questions."""

_SENTENCE_END = re.compile(r"[.!?…](?=\s)|\n")
_MARK_TOKENS = 12  # "\n[… 12345 tokens elided …]\n", with some slack


def mark(tokens: int) -> str:
    return f"[… {tokens} tokens elided …]"


def elide(text: str, tokens: int, counter: TokenCounter, size: int | None = None) -> str:
    """``text`` in at most ``tokens`` tokens: whole, or its beginning, a mark, and its end.

    ``size`` is the text's count where it is known. Under about 15 tokens only the mark fits; it is
    then returned alone, whatever it counts.
    """
    size = counter.count(text) if size is None else size
    if size <= tokens:
        return text
    keep = tokens - _MARK_TOKENS
    while keep > 2:
        shorter = _ends(text, keep, size, counter)
        if counter.count(shorter) <= tokens:
            return shorter
        keep = keep * 3 // 4
    return mark(size)


def shorten(text: str, tokens: int, counter: TokenCounter) -> str:
    """The beginning of ``text`` in at most ``tokens`` tokens, to the end of a sentence where one
    ends in its second half, else of a word: without a mark, for those who would copy it."""
    if counter.count(text) <= tokens:
        return text
    head = counter.cut(text, tokens)
    ends = [end.end() for end in _SENTENCE_END.finditer(head)]
    if ends and ends[-1] > len(head) // 2:
        return head[: ends[-1]].rstrip()
    return _at_space(head).rstrip()


def _ends(text: str, keep: int, size: int, counter: TokenCounter) -> str:
    head_tokens = max(1, round(keep * HEAD_SHARE))
    head = _at_space(counter.cut(text, head_tokens))
    tail = _tail(text[len(head) :], keep - head_tokens, counter.count)
    gone = max(1, size - counter.count(head) - counter.count(tail))
    return f"{head.rstrip()} {mark(gone)} {tail.lstrip()}".strip()


def _tail(text: str, tokens: int, count: Callable[[str], int]) -> str:
    """An ending of ``text`` of at most ``tokens`` tokens, near the longest one."""
    if tokens <= 0:
        return ""
    chars = tokens * 4
    while chars > 0:
        tail = text[-chars:]
        over = count(tail) / tokens
        if over <= 1:
            break
        chars = min(chars - 1, int(chars / over))
    else:
        return ""
    start, space = 0, min((i for i in map(tail.find, " \n") if i >= 0), default=-1)
    if 0 <= space < len(tail) // 4:  # begin at a word, unless that would lose much
        start = space + 1
    return tail[start:]


def _at_space(head: str) -> str:
    space = max(head.rfind(" "), head.rfind("\n"))
    return head[:space] if space > len(head) * 3 // 4 else head
