"""Cutting a text into fragments along its structure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import NamedTuple

from assistant.prompt.budget import Density, Meter
from assistant.prompt.structure import ALARM, Kind, breaks, detect, title

MAX_TOKENS = 120
MIN_TOKENS = 40
"""A strong cut (a heading, a definition) ends a fragment once it has this much."""
TITLE_LENGTH = 60

_SEPARATORS = (r"(?<=[.!?…])\s+", r"(?<=[}\]])\s*,\s*(?=[{\[])", r"(?<=[;,])", r"\s+", "")


class Chunk(NamedTuple):
    """A piece of a text: its place (characters, lines from 1), the title it stands under, how
    strongly it begins, and whether it reports an error."""

    start: int
    end: int
    first_line: int
    last_line: int
    title: str = ""
    strength: int = 0
    alarm: bool = False


class _Piece(NamedTuple):  # there may be millions: a tuple is made three times faster
    """A line, or a part of one that is too long to be a fragment."""

    start: int
    end: int
    line: int
    tokens: int
    strength: int


def chunk(name: str, text: str, meter: Meter) -> tuple[Chunk, ...]:
    """Fragments of about 120 tokens at most, none of them blank."""
    kind = detect(name, text)
    lines = list(StringIO(text, newline="\n"))  # splitlines would count form feeds as lines
    pieces = _pieces(lines, breaks(kind, lines), Density(text, meter))
    chunks: list[Chunk] = []
    heading = lines[0].strip()[:TITLE_LENGTH] if kind == "table" and lines else ""
    for group in _pack(pieces):
        start, end = group[0].start, group[-1].end
        body = text[start:end]
        if not body.strip():
            continue
        own = title(kind, lines[group[0].line]) or (kind == "table" and group[0].line == 0)
        chunks.append(
            Chunk(
                start=start,
                end=end,
                first_line=group[0].line + 1,
                last_line=group[-1].line + 1,
                title="" if own else heading,
                strength=group[0].strength,
                alarm=kind == "log" and ALARM.search(body) is not None,
            )
        )
        heading = _last_title(kind, lines, group) or heading
    return tuple(chunks)


def _last_title(kind: Kind, lines: list[str], group: list[_Piece]) -> str:
    for piece in reversed(group):
        found = title(kind, lines[piece.line])
        if found:
            return found[:TITLE_LENGTH]
    return ""


def _pieces(lines: list[str], strengths: list[int], density: Density) -> Iterator[_Piece]:
    at = 0
    for number, (line, strength) in enumerate(zip(lines, strengths, strict=True)):
        tokens = density.tokens(line, at)
        if tokens <= MAX_TOKENS:
            yield _Piece(at, at + len(line), number, tokens, strength)
            at += len(line)
            continue
        for part in _split(line, tokens):
            size = density.tokens(part, at)
            yield _Piece(at, at + len(part), number, size, strength or 1)
            at += len(part)


def _split(line: str, tokens: int) -> list[str]:
    """A line too long for one fragment, cut at sentences, elements, commas, words or anywhere."""
    goal = max(1, len(line) * MAX_TOKENS // tokens * 9 // 10)
    parts = [line]
    for separator in _SEPARATORS:
        if all(len(part) <= goal for part in parts):
            break
        parts = [p for part in parts for p in _cut_at(part, separator, goal)]
    return parts


def _cut_at(text: str, separator: str, goal: int) -> list[str]:
    if len(text) <= goal:
        return [text]
    if not separator:
        return [text[i : i + goal] for i in range(0, len(text), goal)]
    parts: list[str] = []
    start = last = 0
    for match in re.finditer(separator, text):
        if match.end() - start > goal and last > start:
            parts.append(text[start:last])
            start = last
        last = match.end()
    if last > start and len(text) - start > goal:
        parts.append(text[start:last])
        start = last
    parts.append(text[start:])
    return [part for part in parts if part]


def _pack(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    """Groups of pieces within ``MAX_TOKENS``, cut where the structure is most willing."""
    group: list[_Piece] = []
    tokens = 0
    for piece in pieces:
        if group and piece.strength == 3 and tokens >= MIN_TOKENS:
            yield group
            group, tokens = [], 0
        while group and tokens + piece.tokens > MAX_TOKENS:
            cut = _best_cut(group, piece)
            yield group[:cut]
            group = group[cut:]
            tokens = sum(p.tokens for p in group)
        group.append(piece)
        tokens += piece.tokens
    if group:
        yield group


def _best_cut(group: list[_Piece], following: _Piece) -> int:
    """Where to end a full fragment: the strongest cut in its last two thirds, the latest among
    equals; before ``following`` when that is as good as any."""
    best, strength = len(group), following.strength
    for i in range(len(group) - 1, len(group) // 3, -1):
        if group[i].strength > strength:
            best, strength = i, group[i].strength
    return best
