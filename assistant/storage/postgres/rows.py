"""Values as columns and back: instants, JSON, words to search by."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from assistant.characters import whole
from assistant.storage.ranking import tokens

LONGEST_WORD, MOST_WORDS = 500, 20_000
"""Of what a text is found by, in characters and in number: PostgreSQL indexes no more."""


def aware(moment: datetime) -> datetime:
    """Refuses naive datetimes, which the database would take for local time."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    return moment


def aware_or_none(moment: datetime | None) -> datetime | None:
    return None if moment is None else aware(moment)


def to_json(value: object) -> str:
    """Compact JSON with plain letters. Raises TypeError or ValueError for what it cannot hold."""
    return whole(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def from_json(text: str) -> Any:
    return json.loads(text)


def indexed(text: str) -> tuple[list[str], int]:
    """What a text is found by, folded as all stores fold it (so that no extension for accents is
    needed), and its length in tokens."""
    found = tokens(text)
    return lexemes(found)[:MOST_WORDS], len(found)


def lexemes(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(word[:LONGEST_WORD] for word in words))
