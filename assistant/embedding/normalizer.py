"""Texts as the pieces of a vocabulary were cut from them: sentencepiece's ``nmt_nfkc``.

What is replaced by what stands in a table of the vocabulary's file: a darts-clone double array (a
trie of byte sequences in one array of numbers) and behind it the replacements, each ended by a
zero. The longest sequence that the trie holds is replaced, a letter that it does not hold stays.
"""

from __future__ import annotations

import re
import struct

SPACE = "\u2581"
"""What stands for a space, also before the first word."""
_AS_IT_IS = re.compile(rb"[ -~]+(?![\x80-\xff])")
"""Letters of ASCII, before others of ASCII: no sequence of the table begins so (a test looks)."""
_LABEL, _HAS_LEAF, _VALUE = 0x800000FF, 0x100, 0x7FFFFFFF


class Normalizer:
    """``charsmap``: the table, as ``read_vocabulary`` gives it."""

    def __init__(self, charsmap: bytes) -> None:
        (size,) = struct.unpack_from("<I", charsmap)
        self._units: tuple[int, ...] = struct.unpack_from(f"<{size // 4}I", charsmap, 4)
        self._replacements = charsmap[4 + size :]

    def normalize(self, text: str) -> str:
        """Words with ``SPACE`` before each; empty for a text of spaces alone."""
        data = text.encode()
        parts = []
        at = 0
        while at < len(data):
            if same := _AS_IT_IS.match(data, at):
                part, at = same[0], same.end()
            else:
                part, at = self._replaced(data, at)
            parts.append(part)
        words = b"".join(parts).decode().split(" ")
        return "".join(SPACE + word for word in words if word).rstrip(SPACE)

    def _replaced(self, data: bytes, start: int) -> tuple[bytes, int]:
        """What stands for the longest known sequence from ``start`` on, and where that ends."""
        units, value, end = self._units, -1, start
        node = _offset(units[0])
        for at in range(start, len(data)):
            node ^= data[at]
            unit = units[node]
            if unit & _LABEL != data[at]:
                break
            node ^= _offset(unit)
            if unit & _HAS_LEAF:
                value, end = units[node] & _VALUE, at + 1
        if value < 0:
            end = start + _letter_length(data[start])
            return data[start:end], end
        return self._replacements[value : self._replacements.index(0, value)], end


def _offset(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)


def _letter_length(first: int) -> int:
    """Bytes of a letter of UTF-8 that begins so."""
    return 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
