"""What a failure says, in the language of the person.

Code writes its failures in English, where they are raised. ``errors.toml`` of another language
holds those sentences with what each becomes; ``{placeholders}`` stand for whatever was filled in,
which may be a sentence of the table itself. What a language lacks is said in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from assistant.languages import FALLBACK, table
from assistant.records import Language

LONGEST = 2000
"""Characters of a sentence that is looked up: longer ones hold a server's own words."""
_DEEPEST = 3
"""Sentences within sentences that are looked up."""
_PLACEHOLDER = re.compile(r"\{(\w+)}")
_added: list[Path] = []


def add(folder: Path) -> None:
    """Know the sentences of a folder's ``errors.CODE.toml`` too: those of a pack."""
    if folder not in _added:
        _added.append(folder)
        _table.cache_clear()


class _Sentence(NamedTuple):
    pattern: re.Pattern[str]
    letters: int
    """That are not filled in: the more, the closer it fits."""
    becomes: str


def retold(english: str, language: Language) -> str:
    """The sentence in that language; as it is where the language has no such sentence."""
    return english if language == FALLBACK else _retold(english, language, _DEEPEST)


def _retold(said: str, language: Language, deep: int) -> str:
    if not deep or len(said) > LONGEST:
        return said
    whole, sentences = _table(language)
    if said in whole:
        return whole[said]
    for sentence in sentences:
        if match := sentence.pattern.fullmatch(said):
            told = {k: _retold(v, language, deep - 1) for k, v in match.groupdict().items()}
            return _filled(sentence.becomes, told)
    return said


def _filled(sentence: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda at: values[at[1]], sentence)


@cache
def _table(language: Language) -> tuple[dict[str, str], tuple[_Sentence, ...]]:
    """Sentences with nothing to fill in, and the others, the closest fit first."""
    whole, sentences = {}, []
    for english, becomes in _all(language).items():
        filled = _PLACEHOLDER.split(english)
        if len(filled) == 1:
            whole[english] = str(becomes)
            continue
        pieces = (f"(?P<{p}>.+?)" if n % 2 else re.escape(p) for n, p in enumerate(filled))
        pattern = re.compile("".join(pieces), re.DOTALL)
        sentences.append(_Sentence(pattern, len("".join(filled[::2])), str(becomes)))
    return whole, tuple(sorted(sentences, key=lambda sentence: -sentence.letters))


def _all(language: Language) -> dict[str, str]:
    import tomllib

    found: dict[str, str] = dict(table(language, "errors").get("sentences", {}))
    for path in (folder / f"errors.{language}.toml" for folder in _added):
        if path.is_file():
            found |= tomllib.loads(path.read_text("utf-8"))["sentences"]
    return found
