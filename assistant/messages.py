"""What the program says of itself, in the language of the person.

The ``messages.toml`` of every language's folder holds the same keys, and a test compares those that
are shipped. What another language lacks is said in English.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import cache

from assistant.languages import FALLBACK, plural, table
from assistant.records import Language

_PLACEHOLDER = re.compile(r"\{\w+}")


def say(key: str, language: Language, /, **values: object) -> str:
    """The notice ``section.name`` in that language, its ``{placeholders}`` filled. One that offers
    several words, ``{lines:line|lines}``, becomes the one that goes with its number."""
    try:
        return _formatter(language).format(_sentence(key, language), **values)
    except (
        LookupError,
        ValueError,
    ):  # a language of the person's own may ask for what is not there
        return _formatter(FALLBACK).format(_sentence(key, FALLBACK), **values)


def say_counted(key: str, language: Language, count: int, /, **values: object) -> str:
    """The notice ``key_one`` or ``key_many``, as goes with ``count``, which fills ``{count}``."""
    form = "many" if plural(language, count) else "one"
    return say(f"{key}_{form}", language, **{"count": count, **values})


def chosen(forms: str, language: Language, number: object) -> str:
    """Of ``line|lines``, the form that goes with a number."""
    words = forms.split("|")
    return words[min(plural(language, number), len(words) - 1)]


def lacking(language: Language) -> tuple[str, ...]:
    """The keys that a language lacks or whose placeholders are others than in English: those
    sentences are said in English, or cannot be said."""
    own = dict(_sentences(language))
    return tuple(
        key
        for key, english in _sentences(FALLBACK)
        if key not in own or not _filled(own[key]) <= _filled(english)
    )


def _sentence(key: str, language: Language) -> str:
    section, _, name = key.partition(".")
    own = table(language, "messages").get(section, {})
    return str(own[name] if name in own else table(FALLBACK, "messages")[section][name])


def _sentences(language: Language) -> Iterator[tuple[str, str]]:
    for section, sentences in table(language, "messages").items():
        yield from ((f"{section}.{name}", str(text)) for name, text in sentences.items())


def _filled(sentence: str) -> frozenset[str]:
    return frozenset(_PLACEHOLDER.findall(sentence))


class _Formatter(string.Formatter):
    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" in format_spec:
            return chosen(format_spec, self._language, value)
        return str(super().format_field(value, format_spec))


@cache
def _formatter(language: Language) -> _Formatter:
    return _Formatter(language)
