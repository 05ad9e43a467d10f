"""A redactor that also knows values by themselves: the key in use, what was typed or brought."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from assistant.secrets import values
from assistant.secrets.base import BLOT, Secret, merged
from assistant.secrets.finding import find, without
from assistant.secrets.named import named_secret
from assistant.text.folding import fold_in_place

MOST_KNOWN = 2_000
"""Values; of more, the latest."""
READ_WHOLE = 1_000_000
"""Characters of a file that are read for secrets of any kind; of a longer one, its lines that
assign one as in a ``.env``."""

_ASSIGNMENT = re.compile(
    r"(?m)^[ \t]*(?:export[ ]+|set[ ]+)?[\"']?(\w{0,60}(?i:pass|pwd|secret|token|key|credential|clave|auth)\w{0,60})[\"']?"
    r"[ \t]*[=:][ \t]*[\"']?([^\s\"'#]{6,500})"
)
_LONG_LINE = 16
_LONG_WORD = 6


class Redactor:
    """Takes out of a text what ``find`` finds and what is known.

    A value that could be a word ("tortuga") is known for one turn only, and as a whole word: kept
    longer it would take that word out of everything that is said later. Not shared by homes.
    """

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._known: dict[str, re.Pattern[str]] = {}
        self._turn: dict[str, re.Pattern[str]] = {}
        self._brought: tuple[str, ...] = ()
        for value in known:
            self.know(value)

    def know(self, value: str) -> None:
        """Remember, for as long as the program runs, that this is a secret."""
        for piece in _pieces(value):
            if len(piece) >= _LONG_WORD:
                self._known.pop(piece, None)
                self._known[piece] = _whole(piece)
        while len(self._known) > MOST_KNOWN:
            self._known.pop(next(iter(self._known)))

    def begin(self, typed: str, brought: Iterable[str] = ()) -> None:
        """A turn begins: what it holds that is secret is known while it lasts, and, where it could
        be nothing else, after. ``brought`` are texts of files and pipes; they are read when
        something is first to be kept, not before."""
        self._turn = {}
        self._brought = tuple(brought)
        self._learn(typed, find(typed))

    def find(self, text: str) -> tuple[Secret, ...]:
        """As ``find``, and what is known by its value."""
        if self._brought:
            brought, self._brought = self._brought, ()
            for each in brought:
                self._read(each)
        known = {**self._known, **self._turn}
        if not known:
            return find(text)
        low = fold_in_place(text)
        spans = [
            Secret(match.span(), "secret")
            for value, pattern in known.items()
            if fold_in_place(value) in low
            for match in pattern.finditer(text)
        ]
        return merged([*find(text), *spans]) if spans else find(text)

    def redact(self, text: str) -> str:
        """The text with a mark in the place of each secret."""
        return without(text, self.find(text))

    def redact_value(self, value: Any) -> Any:
        """The same for what JSON can hold; what stands under the name of a secret goes too."""
        if isinstance(value, str):
            return self.redact(value)
        if isinstance(value, Mapping):
            return {
                name: BLOT
                if isinstance(held, str) and held and named_secret(str(name), held)
                else self.redact_value(held)
                for name, held in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.redact_value(held) for held in value]
        return value

    def _read(self, text: str) -> None:
        if len(text) <= READ_WHOLE:
            self._learn(text, find(text))
            return
        for match in _ASSIGNMENT.finditer(text):
            if named_secret(match[1], match[2]):
                self._learn(match[2], (Secret((0, len(match[2])), "secret"),))

    def _learn(self, text: str, secrets: Iterable[Secret]) -> None:
        for secret in secrets:
            for piece in _pieces(text[slice(*secret.span)]):
                if len(piece) >= _LONG_WORD and (values.odd(piece) or " " in piece):
                    self.know(piece)
                elif piece.lower() not in _COMMON:
                    self._turn[piece] = _whole(piece)


_COMMON = frozenset(
    {"admin", "root", "user", "test", "postgres", "mysql", "guest", "none", "true", "false"}
)


def _pieces(value: str) -> Iterator[str]:
    """A value, or the long lines of one that has several."""
    value = value.strip()
    lines = [line.strip() for line in value.replace("\\n", "\n").split("\n")]
    if len(lines) == 1:
        if len(value) >= 3:
            yield value
        return
    yield from (line for line in lines if len(line) >= _LONG_LINE and "-----" not in line)


def _whole(value: str) -> re.Pattern[str]:
    """The value where it stands as a word; white space in it as any white space."""
    words = r"\s+".join(map(re.escape, value.split()))
    if not (values.odd(value) or " " in value):
        return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
    return re.compile(words) if len(value) >= 8 else re.compile(rf"(?<!\w){words}(?!\w)")
