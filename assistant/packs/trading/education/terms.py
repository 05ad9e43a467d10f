"""The glossary: a term by any of its names, in either language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from assistant.languages import FALLBACK
from assistant.packs.trading.texts import tables
from assistant.text.folding import fold

NEAREST = 3


class Term(NamedTuple):
    """``names`` are the others that it goes by."""

    key: str
    name: str
    names: tuple[str, ...]
    meaning: str
    example: str


@cache
def terms() -> Mapping[str, Mapping[str, Term]]:
    """Every term by its key, for each language by its code."""
    return {
        code: {key: _term(key, *values) for key, values in table.items()}
        for code, table in tables("education/terms").items()
    }


def find(word: str, language: str) -> Term | None:
    """The term of that name, in that language where it has it, else in the one that knows it."""
    wanted = _plain(word)
    order = sorted(_names(), key=lambda code: code != language)
    for code in order:
        if key := _names()[code].get(wanted):
            return terms()[language if language in terms() else code][key]
    return None


def nearest(word: str, language: str) -> list[str]:
    """The names of the terms that look most like an unknown one."""
    from difflib import SequenceMatcher

    wanted = _plain(word)
    own = language if language in terms() else FALLBACK
    best: dict[str, float] = {}
    for names in _names().values():
        for name, key in names.items():
            alike = SequenceMatcher(None, wanted, name).ratio()
            alike += 0.5 * bool(set(wanted.split()) & set(name.split()))
            best[key] = max(best.get(key, 0.0), alike)
    keys = sorted(best, key=lambda key: (-best[key], key))[:NEAREST]
    return [terms()[own][key].name for key in keys]


@cache
def _names() -> Mapping[str, Mapping[str, str]]:
    """The key of each name, folded, for each language; a term's own name before others' second
    ones."""
    found: dict[str, dict[str, str]] = {}
    for code, table in terms().items():
        names: dict[str, str] = {_plain(term.name): key for key, term in table.items()}
        for key, name in _others(table):
            names.setdefault(_plain(name), key)
        found[code] = names
    return found


def _others(table: Mapping[str, Term]) -> Iterator[tuple[str, str]]:
    for key, term in table.items():
        yield key, key
        for name in term.names:
            yield key, name


def _term(key: str, name: str, names: str, meaning: str, example: str) -> Term:
    return Term(key, name, tuple(n.strip() for n in names.split(";")), meaning, example)


def _plain(word: str) -> str:
    """A name as it is looked up: without accents, signs and case."""
    kept = "".join(c if c.isalnum() else " " for c in fold(word))
    return " ".join(kept.split())
