"""Secrets in tables: what stands in the column that is named for them (CSV, TSV, Markdown)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from assistant.secrets import values
from assistant.secrets.base import Secret
from assistant.secrets.vocabulary import Name, vocabulary
from assistant.text.folding import fold_in_place

DELIMITERS = ";,\t|"
LONGEST_LINE = 2_000
"""Characters of a line that is read as a row."""
_NUMBER = re.compile(r"(?=(?:\D*\d){3})[\w .*#/-]+")
_TITLE = re.compile(r"[\w ./()#-]{2,40}")


def find_columns(text: str) -> Iterator[Secret]:
    """The cells below a name of a secret, as far as the rows have as many cells as the header."""
    if "\n" not in text:
        return
    wanted: dict[int, Name] = {}
    delimiter, width, start = "", 0, 0
    for line in text.split("\n"):
        if wanted and line.count(delimiter) + 1 >= width and len(line) <= LONGEST_LINE:
            yield from _cells(text, start, line, delimiter, wanted)
        else:
            delimiter, wanted, width = _header(line)
        start += len(line) + 1


def _header(line: str) -> tuple[str, dict[int, Name], int]:
    """The delimiter of a row of titles, which of them name a secret, and how many there are."""
    if len(line) > LONGEST_LINE:
        return "", {}, 0
    for delimiter in DELIMITERS:
        cells = line.split(delimiter)
        if len(cells) >= 2 and all(
            _TITLE.fullmatch(c.strip(" \"'*`\r")) for c in cells if c.strip()
        ):
            titles = ((place, _title(cell.strip(" \"'*`\r"))) for place, cell in enumerate(cells))
            wanted = {place: name for place, name in titles if name}
            if wanted:
                return delimiter, wanted, len(cells)
    return "", {}, 0


@lru_cache(maxsize=256)
def _title(cell: str) -> Name | None:
    words = vocabulary()
    match = words.named.search(fold_in_place(cell))
    if match is None or match.end() < len(cell):
        return None
    before = re.findall(r"[a-z]+", fold_in_place(cell)[: match.start()])
    return None if words.counting.intersection(before) else words.names[(match.lastindex or 1) - 1]


def _cells(
    text: str, start: int, line: str, delimiter: str, wanted: dict[int, Name]
) -> Iterator[Secret]:
    at = start
    for place, cell in enumerate(line.split(delimiter)):
        if (name := wanted.get(place)) is not None:
            begin, end = values.trimmed(text, at, at + len(cell.rstrip()))
            begin += len(text[begin:end]) - len(text[begin:end].lstrip(" \"'*`"))
            if _fits(text[begin:end], name):
                yield Secret((begin, end), name.kind)
        at += len(cell) + len(delimiter)


def _fits(value: str, name: Name) -> bool:
    if len(value) < 3 or values.placeholder(value):
        return False
    if name.takes in ("digits", "number", "account", "card", "codes"):
        return bool(_NUMBER.fullmatch(value))
    if name.takes in ("opaque", "drawn"):
        return values.opaque(value)
    return " " not in value or name.takes in ("phrase", "words")
