"""Only the conclusion of a result enters the prompt (T8): a shortening for each kind of data.

Tables keep their head, texts their beginning and end, objects every key with its value as far as
there is room. What was left out is always said.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from assistant.characters import one_line
from assistant.llm.base import TokenCounter

LEAST = 24
"""Tokens that any result gets, unless so many share the room that there are fewer for each."""
_CHARACTERS_A_TOKEN = 12
_HEAD_SHARE = 0.7
_MARK_TOKENS = 14


def conclude(data: Any, room: int, counter: TokenCounter) -> str:
    """The data as text of at most ``room`` tokens; in a single one, that there was something."""
    if room <= 1:
        return "…"
    text = _conclude(data, max(room, LEAST), counter)
    return text if _fits(text, room, counter) else counter.cut(text, room - 1) + "…"


def share(sizes: Sequence[int], room: int) -> list[int]:
    """Room for each of several results, never more than ``room`` in all: the small ones whole, the
    rest in equal parts. Where that leaves too little for each, the earliest get a mark alone."""
    # However many there are, no more than these can get what each needs at least.
    marked = max(0, len(sizes) - max(1, room))
    while True:
        shares = _in_parts(sizes[marked:], room - marked)
        pairs = zip(shares, sizes[marked:], strict=True)
        if len(shares) <= 1 or all(s >= min(size, LEAST) for s, size in pairs):
            return [1] * marked + shares
        marked += 1


def _in_parts(sizes: Sequence[int], room: int) -> list[int]:
    shares = [0] * len(sizes)
    smallest_first = sorted(range(len(sizes)), key=sizes.__getitem__)
    for left, n in zip(range(len(sizes), 0, -1), smallest_first, strict=True):
        shares[n] = min(sizes[n], room // left)
        room -= shares[n]
    return shares


def _conclude(data: Any, room: int, counter: TokenCounter) -> str:
    if isinstance(data, str):
        return _text(data, room, counter)
    if isinstance(data, Mapping):
        return _object(data, room, counter)
    if _is_table(data):
        columns = list(data[0])
        rows = [" | ".join(_cell(row[c]) for c in columns) for row in data]
        return _head([" | ".join(columns), *rows], 1, "rows", room, counter)
    if isinstance(data, list):
        return _head(
            [f"- {_cell(item)}" for item in data] or ["nothing"], 0, "items", room, counter
        )
    return _json(data)


def _text(text: str, room: int, counter: TokenCounter) -> str:
    text = text.strip()
    if _fits(text, room, counter):
        return text
    lines = text.splitlines()
    whole = len(lines)
    first = _first_lines(lines, int((room - _MARK_TOKENS) * _HEAD_SHARE), counter)
    used = sum(counter.count(line) + 1 for line in first)
    last = _first_lines(lines[: len(first) - 1 : -1], room - _MARK_TOKENS - used, counter)[::-1]
    if not first and not last:
        return counter.cut(lines[0], room - _MARK_TOKENS) + f" [… of {len(text):,} characters]"
    mark = f"[… {whole - len(first) - len(last):,} of {whole:,} lines left out]"
    return "\n".join([*first, mark, *last])


def _head(lines: list[str], fixed: int, what: str, room: int, counter: TokenCounter) -> str:
    """The first lines; ``fixed`` of them are no items but what stands above them."""
    if _fits("\n".join(lines), room, counter):
        return "\n".join(lines)
    kept = _first_lines(lines, room - _MARK_TOKENS, counter)
    if len(kept) <= fixed:
        kept = [
            counter.cut(line, (room - _MARK_TOKENS) // (fixed + 1)) for line in lines[: fixed + 1]
        ]
    shown, whole = len(kept) - fixed, len(lines) - fixed
    return "\n".join([*kept, f"[{shown:,} of {whole:,} {what}]"])


def _object(data: Mapping[str, Any], room: int, counter: TokenCounter) -> str:
    whole = {key: _entry(key, value) for key, value in data.items()}
    if _fits("\n".join(whole.values()), room, counter):
        return "\n".join(whole.values())
    sizes = [_size(text, room, counter) + 1 for text in whole.values()]
    shares = share(sizes, room - _MARK_TOKENS)
    lines = []
    for (key, text), size, given in zip(whole.items(), sizes, shares, strict=True):
        if size <= given:
            lines.append(text)
            continue
        label = f"{key}:\n"
        lines.append(label + _conclude(data[key], max(LEAST, given - 4), counter))
    return _head("\n".join(lines).splitlines(), 0, "lines", room, counter)


def _entry(key: str, value: Any) -> str:
    text = value if isinstance(value, str) else _json(value)
    return f"{key}:\n{text}" if "\n" in text else f"{key}: {text}"


def _first_lines(lines: Sequence[str], room: int, counter: TokenCounter) -> list[str]:
    kept: list[str] = []
    for line in lines:
        if len(line) > room * _CHARACTERS_A_TOKEN:
            break
        room -= counter.count(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


def _is_table(data: Any) -> bool:
    return (
        isinstance(data, list)
        and bool(data)
        and all(isinstance(row, Mapping) and row.keys() == data[0].keys() for row in data)
    )


def _cell(value: Any) -> str:
    return one_line(value) if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _size(text: str, room: int, counter: TokenCounter) -> int:
    """Tokens of a text; of a very long one, more than there is room for."""
    if len(text) > room * _CHARACTERS_A_TOKEN:
        return len(text) // _CHARACTERS_A_TOKEN + room
    return counter.count(text)


def _fits(text: str, room: int, counter: TokenCounter) -> bool:
    return _size(text, room, counter) <= room
