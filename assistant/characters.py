"""Characters that stand for no letter: what shows text and what passes it on leave them out."""

from __future__ import annotations

import re
from collections.abc import Mapping

_DIRECTION_MARKS = (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
CONTROL: Mapping[int, None] = {
    code: None
    for code in (*range(0x20), *range(0x7F, 0xA0), *_DIRECTION_MARKS, *range(0xD800, 0xE000))
    if chr(code) not in "\n\t"
}
"""For ``str.translate``: C0 and C1 controls but newline and tab; what turns the direction of text,
so that it reads as what it is not; halves of surrogate pairs, which UTF-8 cannot hold."""


_DRIVING = re.compile(f"[\x7f-\x9f{''.join(map(chr, _DIRECTION_MARKS))}\u2028\u2029\ud800-\udfff]")


def json_escaped(text: str) -> str:
    """JSON text with all that could drive a terminal or end a line written as escapes.

    It stays the same JSON: such characters stand inside its strings alone, C0 controls are escaped
    by every writer already, and a reader gives back what was written.
    """
    if text.isascii() and "\x7f" not in text:
        return text
    return _DRIVING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def whole(text: str) -> str:
    """The same, with pairs of surrogates joined and what lacks its half as U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
