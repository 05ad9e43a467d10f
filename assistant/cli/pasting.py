"""Which characters of what is being written were pasted, however it is edited meanwhile.

The reader knows a paste when it comes (the terminal brackets it); afterwards it is text in a
buffer like any other. ``Pastes`` goes along with every change of that text. What is left of a
paste stays pasted, and what is typed inside it becomes part of it: to change a name in somebody's
mail does not make the mail one's own words. What is typed before and after it is typed.
"""

from __future__ import annotations

from typing import NamedTuple

Span = tuple[int, int]

FEWEST = 2
"""Characters that come back at once (by yank, undo, the arrow keys) to be known as pasted: a
person types one at a time."""
REMEMBERED = 50
"""Pastes of this run that are known again."""


class Entry(NamedTuple):
    """What was entered, and the spans of it that were not typed."""

    text: str
    untyped: tuple[Span, ...] = ()

    @classmethod
    def piped(cls, text: str) -> Entry:
        return cls(text, ((0, len(text)),) if text else ())

    def begins_typed(self) -> bool:
        """Whether the first word was typed."""
        first = len(self.text) - len(self.text.lstrip())
        return not any(start <= first < end for start, end in self.untyped)


class Pastes:
    """The pasted spans of one growing text."""

    def __init__(self) -> None:
        self._text = ""
        self._spans: tuple[Span, ...] = ()
        self._pasted: list[str] = []
        self._entered: dict[str, tuple[Span, ...]] = {}

    def pasted(self, text: str) -> None:
        """A paste is about to be inserted."""
        if text:
            self._pasted = [*self._pasted[-REMEMBERED + 1 :], text]

    def follow(self, text: str, cursor: int) -> None:
        """The text changed; ``cursor`` stands where it does now."""
        if text == self._text:
            return
        known = self._entered.get(text)
        if known is not None:  # an earlier entry, brought back whole by the arrow keys
            self._text, self._spans = text, known
            return
        start, removed, added = _change(self._text, text, cursor)
        spans = [_moved(span, start, removed, added) for span in self._spans]
        inserted = text[start : start + added]
        if added >= FEWEST and any(inserted in paste for paste in self._pasted):
            spans.append((start, start + added))
        self._text = text
        self._spans = _merged(tuple(span for span in spans if span[0] < span[1]))

    def begin(self) -> None:
        """Another text begins, empty."""
        self._text, self._spans = "", ()

    def entry(self, text: str) -> Entry:
        """The text was entered; the next one begins empty."""
        self.follow(text, len(text))
        entry = Entry(text, self._spans)
        if entry.untyped:
            self._entered = dict([*self._entered.items(), (text, entry.untyped)][-REMEMBERED:])
        self.begin()
        return entry


def within(entry: Entry, text: str) -> Entry:
    """The entry for ``text``, a part of its own."""
    start = entry.text.find(text)
    if start < 0:  # not a part of it: nothing says which of it was typed
        return Entry(text, ((0, len(text)),) if entry.untyped else ())
    cut = ((max(0, a - start), min(len(text), b - start)) for a, b in entry.untyped)
    return Entry(text, tuple(span for span in cut if span[0] < span[1]))


def _change(old: str, new: str, cursor: int) -> tuple[int, int, int]:
    """Where the texts part, how many characters went there and how many came.

    Several places may explain one change ("aa" in "aaaa"): what was inserted ends at the cursor.
    """
    end = min(len(old), len(new))
    grown = len(new) - len(old)
    if grown > 0 and cursor - grown >= 0 and old == new[: cursor - grown] + new[cursor:]:
        return cursor - grown, 0, grown
    start = next((i for i in range(end) if old[i] != new[i]), end)
    tail = 0
    while tail < end - start and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return start, len(old) - tail - start, len(new) - tail - start


def _moved(span: Span, start: int, removed: int, added: int) -> Span:
    """A span after a change: one inside of it is part of it, one at its edge is not."""
    first, last = span
    end = start + removed
    if end <= first:
        return first + added - removed, last + added - removed
    if start >= last:
        return span
    if start > first and end < last:
        return first, last + added - removed
    if start <= first and end >= last:
        return start, start  # all of it went
    if start <= first:  # its beginning went
        return start + added, last + added - removed
    return first, start  # its end went


def _merged(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)
