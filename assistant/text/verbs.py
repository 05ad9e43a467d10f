"""Verbs, as far as a list and a few endings know them."""

from __future__ import annotations

import re
from functools import cache

from assistant.languages import joined, table
from assistant.records import Language
from assistant.text.folding import fold


def has_verb(text: str, language: Language) -> bool:
    """Whether something is told, or somebody named who does it; true in a language without a
    list."""
    return _verb(language).search(fold(text)) is not None


def begins_with_verb(text: str, language: Language) -> bool:
    return _verb(language).match(fold(text)) is not None


@cache
def _verb(language: Language) -> re.Pattern[str]:
    return re.compile(joined(table(language, "reader").get("whether", {}).get("verb", "")))
