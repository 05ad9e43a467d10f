"""Characters that stand for no letter: what shows text and what passes it on leave them out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

_DIRECTION_MARKS = (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
CONTROL: Mapping[int, None] = {
    code: None
    for code in (*range(0x20), *range(0x7F, 0xA0), *_DIRECTION_MARKS, *range(0xD800, 0xE000))
    if chr(code) not in "\n\t"
}
"""For ``str.translate``: C0 and C1 controls but newline and tab; what turns the direction of text,
so that it reads as what it is not; halves of surrogate pairs, which UTF-8 cannot hold."""


_DRIVING = re.compile(f"[\x7f-\x9f{''.join(map(chr, _DIRECTION_MARKS))}\u2028\u2029\ud800-\udfff]")


def one_line(text: str) -> str:
    """``text`` on one line, each run of white space one blank: what a person or a tool says may
    have lines of its own, which could pass for others' beside it."""
    return " ".join(text.split())


def json_escaped(text: str) -> str:
    """JSON text with all that could drive a terminal or end a line written as escapes.

    It stays the same JSON: such characters stand inside its strings alone, C0 controls are escaped
    by every writer already, and a reader gives back what was written.
    """
    if text.isascii() and "\x7f" not in text:
        return text
    return _DRIVING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class Visible(NamedTuple):
    """A text in which nothing hides: ``hidden`` counts the characters that stand as their code,
    ``scripts`` names the alphabets beside Latin."""

    text: str
    hidden: int
    scripts: tuple[str, ...]


_IGNORED = frozenset(
    (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0)
)
"""Letters and marks that show nothing (Unicode's Default_Ignorable, and the blank ones)."""
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp")
_WORD = re.compile(r"[^\W_]+")
_BLANK_END = re.compile(r" +(?=\n|$)")
_WIDE_GAP = re.compile(r" {40,}")
_CODE = re.compile(r"(<U\+[0-9A-F]{4,6})>(?:\1>)+")


def visible(text: str) -> Visible:
    """``text`` as a person has to see it before they agree to it. Newlines stay.

    Written as its code (``<U+202E>``, a run of them as ``<U+202E ×3>``): what shows nothing or
    drives a terminal, space that ends a line or pushes what follows out of sight, and what passes
    for an ASCII letter or sign: its wide and ornamental forms, and letters of another alphabet
    within a word of Latin ones.
    """
    if text.isascii() and text.isprintable() and not text.endswith(" ") and " " * 40 not in text:
        return Visible(text, 0, ())
    from unicodedata import category, name, normalize

    hidden, scripts = 0, dict[str, None]()
    marked = list(text)

    def mark(at: int) -> None:
        nonlocal hidden
        hidden += 1
        marked[at] = f"<U+{ord(text[at]):04X}>"

    for at, c in enumerate(text):
        if c in "\n " or (c.isascii() and c.isprintable()):
            continue
        flat = normalize("NFKC", c) if ord(c) > 0xFF else c
        unseen = category(c) in _UNSEEN or ord(c) in _IGNORED or 0xFE00 <= ord(c) <= 0xFE0F
        if unseen or 0xE0100 <= ord(c) <= 0xE01EF or (len(flat) == 1 < ord(c) and flat.isascii()):
            mark(at)
    for word in _WORD.finditer(text):
        foreign = [n for n in range(*word.span()) if _script(name(text[n], "")) != "LATIN"]
        foreign = [n for n in foreign if text[n].isalpha() and len(marked[n]) == 1]
        scripts |= dict.fromkeys(_script(name(text[n], "")) for n in foreign)
        if foreign and any(text[n].isascii() and text[n].isalpha() for n in range(*word.span())):
            for n in foreign:
                mark(n)
    for gap in (*_BLANK_END.finditer(text), *_WIDE_GAP.finditer(text)):
        for n in range(*gap.span()):
            if marked[n] == " ":
                mark(n)
    return Visible(_CODE.sub(_run, "".join(marked)), hidden, tuple(scripts))


def _script(name: str) -> str:
    return name.partition(" ")[0]


def _run(found: re.Match[str]) -> str:
    return f"{found[1]} ×{len(found[0]) // (len(found[1]) + 1)}>"


def whole(text: str) -> str:
    """The same, with pairs of surrogates joined and what lacks its half as U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
