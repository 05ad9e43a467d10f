"""The word lists and patterns of each language's ``signals.toml``, compiled when first used.

A pattern is a regular expression over canonical text (see ``text.py``) with two conveniences:
``<name>`` stands for any entry of that word list, ``...`` for up to five words. It matches whole
tokens only. The same name in two languages is one cue with the patterns of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from assistant.languages import known, read, table
from assistant.memory.signals.text import Speller
from assistant.prepared import prepared
from assistant.text.beginnings import Beginnings, OfList, beginnings, needed, prefixes, union

_REFERENCE = re.compile(r"(?<!\?P)<([a-z_]+)>")
_TEXTS = 64  # more than a message has clauses, unless it is rubbish
_GAP = r"(?:\S+ ){0,5}?"
_REPEATED = re.compile(r"\)([*+])")
_MOST_REPEATED = 12
"""Words that a group repeats at most: without an end, a search is of the second order."""
_ANYTHING, _ANYTHING_NEAR = "(?:.* )?", "(?:.{0,200} )?"
_GAP_AT_END = r"(?: \S+){0,5}?"


Place = tuple[str, int]
"""A cue and which of its patterns."""


@dataclass(frozen=True, slots=True)
class _Openings:
    """Which patterns a text may match, by the beginnings of its words: of all cues at once.
    Patterns are told by their numbers in ``places``."""

    places: Sequence[Place]
    needed: Mapping[str, Sequence[int]]
    """By a beginning that the text must have somewhere."""
    always: Sequence[int]
    """Those of which none is known."""
    first: Mapping[str, Sequence[int]]
    """Of those that match from the first word on: by a beginning that it must have."""
    anchored: Sequence[int]

    @classmethod
    def of(cls, sources: Mapping[str, Sequence[str]], of_list: OfList, written: str) -> _Openings:
        """``written``: everything that the sources and lists were read from."""
        places = [(cue, number) for cue, found in sources.items() for number in range(len(found))]
        patterns = [sources[cue][number] for cue, number in places]
        return cls(places, *prepared("openings", written, lambda: _openings(patterns, of_list)))

    def fitting(self, text: str) -> dict[str, list[int]]:
        """By cue, the numbers of the patterns that may match, in the order of the lists."""
        fit = set(self.always)
        for beginning in self.needed.keys() & prefixes(text):
            fit.update(self.needed[beginning])
        begun: set[int] = set()
        for beginning in self.first.keys() & prefixes(text.partition(" ")[0]):
            begun.update(self.first[beginning])
        by_cue: dict[str, list[int]] = {}
        for place in sorted(fit.difference(self.anchored) | fit & begun):
            cue, number = self.places[place]
            by_cue.setdefault(cue, []).append(number)
        return by_cue


def _openings(patterns: Sequence[str], of_list: OfList) -> list[Any]:
    """The last four of ``_Openings``, as JSON has them."""
    somewhere: dict[str, list[int]] = {}
    first: dict[str, list[int]] = {}
    always: list[int] = []
    anchored: list[int] = []
    for place, source in enumerate(patterns):
        found = needed(source, of_list)
        if found is None:
            always.append(place)
        for beginning in found or ():
            somewhere.setdefault(beginning, []).append(place)
        begun = beginnings(source, of_list) if source.startswith("^") else None
        if begun is not None:
            anchored.append(place)
        for beginning in begun or ():
            first.setdefault(beginning, []).append(place)
    return [somewhere, always, first, anchored]


class _Read:
    """What is known of one text: it is asked about many cues, and about some of them often."""

    __slots__ = ("fitting", "has")

    def __init__(self, fitting: dict[str, list[int]]) -> None:
        self.fitting = fitting
        self.has: dict[str, bool] = {}


@dataclass(slots=True)
class Lexicon:
    """Cues by name; ``words`` by list name and language."""

    sources: dict[str, list[str]]
    words: dict[str, dict[str, frozenset[str]]]
    speller: Speller
    third_person: dict[str, dict[str, str]]
    written: str
    """What all of it was read from."""
    _compiled: dict[Place, re.Pattern[str]] = field(default_factory=dict)
    _texts: dict[str, _Read] = field(default_factory=dict)
    _openings: _Openings | None = None
    _whole: dict[str, re.Pattern[str]] = field(default_factory=dict)
    _begun: dict[str, Beginnings] = field(default_factory=dict)
    _entries: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def cues(self) -> tuple[str, ...]:
        return tuple(self.sources)

    def pattern(self, cue: str) -> re.Pattern[str]:
        """All of a cue's patterns as one, for uses that need more than a search."""
        if cue not in self._whole:
            parts = "|".join(self._expand(source) for source in self.sources[cue])
            self._whole[cue] = re.compile(rf"(?<!\S)(?:{parts})(?!\S)")
        return self._whole[cue]

    def search(self, cue: str, text: str) -> re.Match[str] | None:
        """The leftmost match of any of the cue's patterns, of several the one listed first."""
        found = [m for pattern in self._patterns(cue, text) if (m := pattern.search(text))]
        return min(found, key=lambda match: match.start(), default=None)

    def match(self, cue: str, text: str, offset: int) -> re.Match[str] | None:
        """The longest match of any of the cue's patterns that begins at ``offset``."""
        found = [m for p in self._patterns(cue, text) if (m := p.match(text, offset))]
        return max(found, key=lambda match: match.end(), default=None)

    def has(self, cue: str, text: str) -> bool:
        told = self._read(text).has
        if cue not in told:
            told[cue] = any(pattern.search(text) for pattern in self._patterns(cue, text))
        return told[cue]

    def entries(self, name: str) -> frozenset[str]:
        """A word list, all languages together."""
        if name not in self._entries:
            self._entries[name] = frozenset().union(*self.words[name].values())
        return self._entries[name]

    def forget_texts(self) -> None:
        """Another message begins, with clauses of its own."""
        self._texts = {}

    def _patterns(self, cue: str, text: str) -> Iterator[re.Pattern[str]]:
        """The cue's patterns that may match a text, in the order of the lists, each compiled when
        a text first holds a beginning of it."""
        sources = self.sources[cue]
        for number in self._read(text).fitting.get(cue, ()):
            place = cue, number
            if place not in self._compiled:
                whole = rf"(?<!\S)(?:{self._expand(sources[number])})(?!\S)"
                self._compiled[place] = re.compile(whole)
            yield self._compiled[place]

    def _read(self, text: str) -> _Read:
        known = self._texts.get(text)
        if known is None:
            if self._openings is None:
                self._openings = _Openings.of(self.sources, self._beginnings, self.written)
            if len(self._texts) >= _TEXTS:
                self._texts.clear()
            known = self._texts[text] = _Read(self._openings.fitting(text))
        return known

    def _expand(self, source: str) -> str:
        def alternatives(match: re.Match[str]) -> str:
            entries = sorted(self.entries(match[1]), key=len, reverse=True)
            return f"(?:{'|'.join(entries)})"

        plain = source.replace(" ...$", _GAP_AT_END + "$").replace("... ", _GAP)
        plain = _REPEATED.sub(lambda match: f"){{{int(match[1] == '+')},{_MOST_REPEATED}}}", plain)
        plain = plain.replace(_ANYTHING, _ANYTHING_NEAR)
        return _REFERENCE.sub(alternatives, plain)

    def _beginnings(self, name: str) -> Beginnings:
        if name not in self._begun:
            self._begun[name] = union(self.entries(name), self._beginnings)
        return self._begun[name]


@cache
def load_lexicon() -> Lexicon:
    """The shipped lists; raises ConfigurationError naming the file when one cannot be read."""
    sources: dict[str, list[str]] = {}
    words: dict[str, dict[str, frozenset[str]]] = {}
    expand: dict[str, tuple[str, ...]] = {}
    third_person: dict[str, dict[str, str]] = {}
    for language in known():
        data = table(language, "signals")
        if not data:
            continue
        for name, entries in data["words"].items():
            words.setdefault(name, {})[language] = frozenset(entries)
        for cue, patterns in data["cues"].items():
            sources.setdefault(cue, []).extend(patterns)
        third_person[language] = data["third_person"]
        expand.update({k: tuple(v.split()) for k, v in data["expand"].items()})
    triggers = {word for entries in words.pop("trigger").values() for word in entries}
    common = {word for entries in words.pop("known").values() for word in entries}
    speller = Speller(expand, tuple(sorted(triggers)), frozenset(common | triggers))
    written = "\0".join(read(language, "signals.toml") for language in known())
    return Lexicon(sources, words, speller, third_person, written)


def load_frames() -> list[dict[str, Any]]:
    """The slot frames of every language, in the order of the files."""
    return [frame for one in known() for frame in table(one, "signals").get("frames", ())]
