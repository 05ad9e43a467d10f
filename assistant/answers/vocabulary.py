"""The words of questions, those of all languages together: people mix them, and a date is a date.

``answers.toml`` of each language has them by section and key, folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from assistant.languages import each, table
from assistant.records import Language


@cache
def words(section: str, *keys: str) -> frozenset[str]:
    """The words and phrases of some lists."""
    return frozenset(phrase for key in keys for phrase in _entries(section, key))


@cache
def phrases(section: str, key: str) -> tuple[tuple[str, ...], ...]:
    """The phrases of a list, each as its words; the longest first."""
    found = dict.fromkeys(tuple(phrase.split()) for phrase in _entries(section, key))
    return tuple(sorted(found, key=len, reverse=True))


@cache
def meanings(section: str, key: str) -> Mapping[str, str]:
    """The phrases of a table of lists, each with the name of its list; the longest first."""
    found = {
        phrase: name
        for _, lists in each("answers", section)
        if isinstance(named := lists.get(key), Mapping)
        for name, listed in named.items()
        for phrase in listed
    }
    return dict(sorted(found.items(), key=lambda item: -len(item[0].split())))


def numbers(section: str, key: str) -> Mapping[str, int]:
    """As ``meanings``, of a table whose lists are named by numbers."""
    return {phrase: int(name) for phrase, name in meanings(section, key).items()}


@cache
def alternatives(section: str, key: str) -> str:
    """A regular expression for one phrase of a list, the longest first; of an empty one none."""
    found = sorted(words(section, key), key=lambda phrase: (-len(phrase), phrase))
    return f"(?:{'|'.join(map(re.escape, found))})" if found else r"(?!)"


def own(language: Language, section: str, key: str, default: Any = None) -> Any:
    """What one language says."""
    return table(language, "answers").get(section, {}).get(key, default)


def begun(said: Sequence[str], section: str, key: str) -> int:
    """How many words the longest phrase of a list takes with which folded words begin; 0: none."""
    return begun_with(said, phrases(section, key))


def begun_with(said: Sequence[str], listed: Sequence[tuple[str, ...]]) -> int:
    return next((len(p) for p in listed if tuple(said[: len(p)]) == p), 0)


@cache
def every_word(section: str, *keys: str) -> frozenset[str]:
    """The single words of which the phrases of some lists, or of tables of lists, consist."""
    phrases = (p for key in keys for p in (*_entries(section, key), *meanings(section, key)))
    return frozenset(word for phrase in phrases for word in phrase.split())


def _entries(section: str, key: str) -> Iterator[str]:
    for _, lists in each("answers", section):
        listed = lists.get(key, ())
        yield from () if isinstance(listed, Mapping) else listed
