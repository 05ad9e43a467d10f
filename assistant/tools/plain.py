"""What a handler returned, as plain JSON values: bounded, and unable to drive a terminal."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from assistant.characters import CONTROL
from assistant.limits import TOOL_DEPTH, TOOL_ITEMS, TOOL_RESULT

LONGEST_TEXT = TOOL_RESULT.value
MOST_ITEMS = TOOL_ITEMS.value
DEEPEST = TOOL_DEPTH.value
LONGEST_NUMBER = 1_400
"""Bits of a whole number that is given exactly: some 420 digits."""

# CSI, OSC and the other string sequences, then two-letter escapes; an unfinished one ends the text.
_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]?"
)


def clean(text: str) -> str:
    """Without escape sequences, control characters and marks that reverse the writing."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _ESCAPES.sub("", text).translate(CONTROL)


class _Room:
    """Characters and items that a result may still take."""

    def __init__(self) -> None:
        self.characters = LONGEST_TEXT
        self.items = MOST_ITEMS


def plain(value: object) -> Any:
    """``value`` as JSON has it. What is over the bounds is cut, and says so."""
    return _plain(value, _Room(), 0)


def _plain(value: object, room: _Room, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if value.bit_length() <= LONGEST_NUMBER else _digits_of(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return _text(value, room)
    if isinstance(value, bytes | bytearray):
        return f"{len(value):,} bytes"
    if depth >= DEEPEST:
        return "…"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    elif isinstance(value, tuple) and hasattr(value, "_fields"):  # a named one
        value = dict(zip(value._fields, value, strict=True))
    if isinstance(value, Mapping):
        return _mapping(value, room, depth)
    if isinstance(value, Iterable):
        return _list(value, room, depth)
    isoformat = getattr(value, "isoformat", None)
    return _text(str(isoformat() if callable(isoformat) else value), room)


def _digits_of(value: int) -> str:
    return f"a whole number of {int(value.bit_length() * 0.30103) + 1:,} digits"


def _text(text: str, room: _Room) -> str:
    kept = clean(text[: room.characters])
    left_out = len(text) - room.characters
    room.characters = max(0, room.characters - len(kept))
    return kept if left_out <= 0 else f"{kept}… [{left_out:,} more characters]"


def _mapping(value: Mapping[Any, Any], room: _Room, depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, item in value.items():
        if room.items <= 0 or room.characters <= 0:
            found["…"] = f"{len(value) - len(found):,} more"
            break
        room.items -= 1
        found[_text(str(key)[:200], room)] = _plain(item, room, depth + 1)
    return found


def _list(value: Iterable[Any], room: _Room, depth: int) -> list[Any]:
    """Also of what never ends: it is read only as far as there is room."""
    found: list[Any] = []
    for item in value:
        if room.items <= 0 or room.characters <= 0:
            found.append("… more")
            break
        room.items -= 1
        found.append(_plain(item, room, depth + 1))
    return found
