"""A fact as it stands in a prompt: its own words, without those that say nothing there.

The section's header says whose facts these are, so a leading "I" or "Tengo" adds nothing; every
token saved lets another fact in. Names, numbers and negations are never touched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from assistant.languages import each, joined, pattern, table
from assistant.records import Fact, Language

_SPACE = re.compile(r"\s+")
_QUOTES = re.compile('["«»“”]')
SHORTEST = 4
"""Words that a shortened line keeps at least: less would no longer say what it is about."""


def full(fact: Fact) -> str:
    """The whole fact on one line, without what the section's header already says."""
    return _full(fact.fact, fact.language)


def brief(fact: Fact) -> str:
    """As ``full``, without the reasons that follow: they matter less than one more fact."""
    return _brief(fact.fact, fact.language)


def terse(fact: Fact) -> str:
    """As ``brief``, without the little words that a telegram leaves out."""
    return _terse(fact.fact, fact.language)


@lru_cache(maxsize=4096)
def _full(text: str, language: Language) -> str:
    line = _SPACE.sub(" ", text).strip().rstrip(".")
    for nothing in _ways(language).drop:
        kept = r"\g<kept>" if nothing.groups else ""
        line = _kept(nothing.sub(kept, line), line)
    return line


@lru_cache(maxsize=4096)
def _brief(text: str, language: Language) -> str:
    line = _full(text, language)
    return _kept(_reason().sub("", line).rstrip(" ,;"), line)


@lru_cache(maxsize=4096)
def _terse(text: str, language: Language) -> str:
    line = _brief(text, language)
    if _QUOTES.search(line):
        return line
    said = line.split(" ")
    left = [word for n, word in enumerate(said) if not _unsaid(said, n, text, language)]
    return _kept(" ".join(left), line)


def _unsaid(said: Sequence[str], n: int, text: str, language: Language) -> bool:
    """Whether the word at ``n`` of a line of ``text`` may go: not out of a name ("Mar del Plata"),
    nor at the end, nor where it carries sense."""
    little = _ways(language).unsaid
    if said[n] not in little or n + 1 == len(said) or _tells(said, n, text, language):
        return False
    before = next((word for word in reversed(said[:n]) if word not in little), "")
    after = next((word for word in said[n:] if word not in little), "")
    return not (before[:1].isupper() and after[:1].isupper())


def _tells(said: Sequence[str], n: int, text: str, language: Language) -> bool:
    """Whether a little word says something: a duty ("has to"), a pronoun, what stands before an
    hour, a "de" or "of" that does not join two nouns, or that leads to a name: "el hijo de Ana" is
    no son called Ana."""
    word, after, before = said[n], said[n + 1], said[n - 1] if n else ""
    if word in _listed("verbs"):
        return after in _listed("duty") or before.lower() in _listed("pointing")
    if word in _listed("articles"):
        earlier = f" {text.lower()}".split(f" {word} {after.lower()}", 1)[0]
        doubled = f" {word} " in earlier  # "la poda la hago"
        return (
            doubled or pattern("memory", "shortening", "before_a_pronoun").match(after) is not None
        )
    joined = rf"{_ways(language).noun_of}\s+{re.escape(before)}\s+{word}\b"
    return after[:1].isupper() or not (before and re.search(joined, text, re.IGNORECASE))


def _kept(shorter: str, line: str) -> str:
    return shorter if len(shorter.split()) >= min(SHORTEST, len(line.split())) else line


class _Ways(NamedTuple):
    """How a language is shortened: what is dropped, what a telegram leaves out, and what stands
    before a noun."""

    drop: tuple[re.Pattern[str], ...]
    unsaid: frozenset[str]
    noun_of: str


@cache
def _ways(language: Language) -> _Ways:
    own = table(language, "memory").get("shortening", {})
    return _Ways(
        tuple(re.compile(joined(source), re.IGNORECASE) for source in own.get("drop", ())),
        frozenset(own.get("unsaid", ())),
        own.get("noun_of", "(?!)"),
    )


@cache
def _reason() -> re.Pattern[str]:
    reasons = pattern("memory", "shortening", "reasons").pattern
    return re.compile(rf"(?:{reasons}|\. \S.*)$", re.IGNORECASE | re.DOTALL)


@cache
def _listed(key: str) -> frozenset[str]:
    """A list of words, in all languages."""
    return frozenset(word for _, own in each("memory", "shortening") for word in own.get(key, ()))
