"""What a letter becomes on a terminal that lacks it: the nearest one, never another by accident."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from unicodedata import combining, normalize

HANDLER = "assistant-nearest"
"""The name of the error handler for ``str.encode``; ``register`` makes it known."""

NEAREST: Mapping[str, str] = {
    "…": "...", "·": "-", "•": "*", "–": "-", "—": "-", "→": "->", "←": "<-", "×": "x",
    "“": '"', "”": '"', "«": '"', "»": '"', "„": '"', "‘": "'", "’": "'", "¿": "", "¡": "",
    "█": "#", "▓": "#", "▒": "+", "░": ".", "▌": "#", "▎": "|", "▏": "|", "✓": "v", "✗": "x",
    "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "€": "EUR",
    "\u00a0": " ", "\u202f": " ", "\u2009": " ",
}  # fmt: skip
_BOX = range(0x2500, 0x2580)
_FLAT = "─━┄┅┈┉╌╍═╴╶╸╺"
_UPRIGHT = "│┃┆┇┊┋╎╏║╵╷╹╻"


def nearest(letter: str) -> str:
    """ASCII for one letter; ``?`` where there is nothing near."""
    if letter in NEAREST:
        return NEAREST[letter]
    if ord(letter) in _BOX:
        return "-" if letter in _FLAT else "|" if letter in _UPRIGHT else "+"
    parts = normalize("NFKD", letter)
    return "".join(c for c in parts if c.isascii()) or ("" if combining(letter) else "?")


def register() -> None:
    """Make ``HANDLER`` known to ``str.encode``; may be called again."""
    codecs.register_error(HANDLER, _replace)


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    # A letter of the encoding itself would be fine, but only those outside it come here.
    return "".join(map(nearest, error.object[error.start : error.end])), error.end
