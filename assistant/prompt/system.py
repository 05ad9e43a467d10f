"""The static system prompt: four blocks, one text, byte-identical in every request (P2).

Nothing of the request enters it (no date, language, role or tool), so that a provider or a local
server can cache it as the prefix of every prompt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from assistant.languages import known, read
from assistant.resources import data_path

BLOCKS: Mapping[str, int] = MappingProxyType(
    {"identity": 80, "tools": 120, "rules": 100, "format": 100}
)
"""Each block, in order, with its share of tokens; its text is ``data/prompt/{name}.md``."""


class StaticPrompt(NamedTuple):
    """The compiled text, its blocks, and a version that changes whenever the text does."""

    text: str
    version: str
    blocks: Mapping[str, str]


@lru_cache(maxsize=1)
def small_version() -> str:
    """What changes whenever the words of a small model's prompt do, in any language."""
    words = "".join(read(language, "prompt.toml") for language in known())
    return hashlib.sha256(words.encode()).hexdigest()[:12]


@lru_cache(maxsize=1)
def static_prompt() -> StaticPrompt:
    """Compile ``data/prompt/*.md``, once in a process."""
    blocks = {name: data_path("prompt", f"{name}.md").read_text("utf-8").strip() for name in BLOCKS}
    text = "\n\n".join(blocks.values())
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    return StaticPrompt(text, version, MappingProxyType(blocks))
