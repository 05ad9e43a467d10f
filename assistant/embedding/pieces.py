"""The vocabulary file of the default model, ``sp.model``: sentencepiece's own format, an early one.

It is a protocol buffer. Field 1, repeated, is a piece: its text in field 1, its score in field 2.
Field 3 is how it was trained, of which field 2 is the table that texts are normalised by.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

_VARINT, _EIGHT, _SIZED, _FOUR = 0, 1, 2, 5
_LENGTHS = {_EIGHT: 8, _FOUR: 4}


class Vocabulary(NamedTuple):
    """Pieces by id, the logarithm of each one's frequency, and the table for ``Normalizer``."""

    pieces: list[str]
    scores: list[float]
    charsmap: bytes


def read_vocabulary(file: bytes) -> Vocabulary:
    """Raises ValueError for bytes that are no such file."""
    pieces: list[str] = []
    scores: list[float] = []
    charsmap = b""
    for number, value in _fields(file):
        if number == 1:
            piece = dict(_fields(value))
            pieces.append(piece[1].decode())
            scores.append(struct.unpack("<f", piece[2])[0] if 2 in piece else 0.0)
        elif number == 3:
            charsmap = dict(_fields(value)).get(2, charsmap)
    if not pieces or not charsmap:
        raise ValueError("no vocabulary of sentencepiece")
    return Vocabulary(pieces, scores, charsmap)


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and bytes of each field; of numbers of varying length nothing."""
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        kind = tag & 7
        if kind == _VARINT:
            _, at = _varint(message, at)
            continue
        length = _LENGTHS.get(kind)
        if kind == _SIZED:
            length, at = _varint(message, at)
        if length is None or at + length > len(message):
            raise ValueError(f"no field of a protocol buffer at {at}")
        yield tag >> 3, message[at : at + length]
        at += length


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """Seven bits a byte, the lowest first; and where it ends."""
    value = shift = 0
    while at < len(message):
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise ValueError("a number of a protocol buffer does not end")
