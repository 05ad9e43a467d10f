"""The pack's words of each language: ``words.en.toml``, ``profile.en.toml`` and so on.

They are read together, since people mix their languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from assistant.languages import joined
from assistant.packs.trading.texts import tables
from assistant.text.phrases import any_of


@cache
def _words() -> Mapping[str, Mapping[str, Any]]:
    return tables("words/words", "words/profile")


def entries(section: str, key: str) -> Iterator[str]:
    """The words and phrases of a list, those of every language."""
    for table in _words().values():
        for entry in table.get(section, {}).get(key, "").replace("\n", " ").split(","):
            if entry.strip():
                yield entry.strip()


@cache
def pattern(section: str, key: str) -> re.Pattern[str]:
    """Any entry of a list in folded text, between the borders of words."""
    return any_of(entries(section, key))


@cache
def shape(section: str, key: str) -> re.Pattern[str]:
    """The regular expressions of every language under a key, as one over folded text."""
    found = [t[section][key] for t in _words().values() if key in t.get(section, {})]
    return re.compile("|".join(f"(?:{joined(one)})" for one in found) or "(?!)")
