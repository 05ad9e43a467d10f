"""The words of market news that carry a direction, found in a text: ``lexicon.en.toml`` and so on.

All languages are read together, since headlines mix them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from assistant.packs.trading.texts import tables
from assistant.text.folding import fold

KINDS = (
    *("good", "bad", "up", "down", "asset", "burden"),
    *("negator", "feared", "future", "contrast", "ground", "still", "event"),
)
"""``asset`` is good when it rises (profit), ``burden`` when it falls (debt). Behind ``contrast``
("but") stands what matters, behind ``ground`` ("despite", "after") what does not; ``still``:
nothing has changed; ``event``: something is announced or explained."""

_TOKEN = re.compile(r"[a-z&]+(?:['’][a-z]+)?|\d[\d.,]*|[,.;:!?|]")
LONGEST = 5
"""Words of the longest phrase that is looked for."""


class Cue(NamedTuple):
    """A word or phrase with its kinds; ``at`` and ``end`` count words."""

    at: int
    end: int
    kinds: frozenset[str]


class Read(NamedTuple):
    """A text as words and signs, folded, and what was found in it, in order, none over another."""

    words: tuple[str, ...]
    cues: tuple[Cue, ...]


def read(text: str) -> Read:
    """The cues of a text; of several that begin together the longest."""
    words = tuple(_TOKEN.findall(fold(text).replace("-", " ")))
    phrases, prefixes = _entries()
    cues: list[Cue] = []
    at = 0
    while at < len(words):
        found = _longest(words, at, phrases)
        if found is None and (kinds := _begun(words[at], prefixes)):
            found = Cue(at, at + 1, kinds)
        if found is None:
            at += 1
            continue
        cues.append(found)
        at = found.end
    return Read(words, tuple(cues))


def _longest(
    words: Sequence[str], at: int, phrases: Mapping[tuple[str, ...], frozenset[str]]
) -> Cue | None:
    for length in range(min(LONGEST, len(words) - at), 0, -1):
        kinds = phrases.get(tuple(words[at : at + length]))
        if kinds:
            return Cue(at, at + length, kinds)
    return None


def _begun(word: str, prefixes: Mapping[str, frozenset[str]]) -> frozenset[str]:
    for length in range(len(word), 2, -1):
        if kinds := prefixes.get(word[:length]):
            return kinds
    return frozenset()


@cache
def _entries() -> tuple[Mapping[tuple[str, ...], frozenset[str]], Mapping[str, frozenset[str]]]:
    """Phrases as words, and beginnings of words, each with its kinds."""
    phrases: dict[tuple[str, ...], frozenset[str]] = {}
    prefixes: dict[str, frozenset[str]] = {}
    for table in tables("news/lexicon").values():
        for kind in KINDS:
            for entry in table[kind]:
                words = tuple(fold(entry).replace("-", " ").split())
                if words[-1].endswith("*") and len(words) == 1:
                    stem = words[0][:-1]
                    prefixes[stem] = prefixes.get(stem, frozenset()) | {kind}
                else:
                    phrases[words] = phrases.get(words, frozenset()) | {kind}
    return phrases, prefixes
