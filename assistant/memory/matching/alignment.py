"""Which words of a statement answer to which words of a known fact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assistant.memory.matching.meaning import Meaning
from assistant.records import Language
from assistant.text.phrases import listed
from assistant.text.slips import slips
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, Wording, wording
from assistant.text.words import names

TRANSLATION = 0.85
"""Likeness from which two single words of different languages count as one."""
WORTH_TRANSLATING = 0.2
"""Likeness of two texts from which their single words are looked at as well."""


class Alignment(NamedTuple):
    """A fact's words beside a statement's.

    ``values`` are the words of the fact that could be another while it stays the same matter (a
    number, a name, a weekday, its last word); ``anchors`` the rest, what it is about. ``pairs``
    match one of them to a word of the statement; ``left_known`` and ``left_said`` have no match,
    words of change and the like apart. A word that the fact holds itself is no cue in ``said``.
    """

    known: Wording
    said: Wording
    anchors: tuple[Word, ...]
    values: tuple[Word, ...]
    pairs: tuple[tuple[Word, Word], ...]
    left_known: tuple[Word, ...]
    left_said: tuple[Word, ...]

    def met(self, words: Iterable[Word]) -> tuple[Word, ...]:
        """Those of the fact's words that the statement holds, as the statement has them."""
        wanted = {word.place for word in words}
        return tuple(said for known, said in self.pairs if known.place in wanted)

    @property
    def swapped(self) -> frozenset[str]:
        """The kinds of which each has a value that the other lacks: another weekday, another
        colour. A thing that both speak of is what they are about: whoever prefers tea to coffee
        may well take it with milk."""
        about = kinds_of(known for known, _ in self.pairs) & listed("kinds of things")
        return (kinds_of(self.left_known) & kinds_of(self.left_said)) - about


def align(
    fact: str, fact_language: Language, said: str, said_language: Language, meaning: Meaning
) -> Alignment:
    """Match words by form, by the lists of synonyms and, across languages, by meaning."""
    known, other = wording(fact, fact_language), wording(said, said_language)
    words = _own_words(known)
    pairs = _pair(words, other.words)
    across = fact_language != said_language
    if across and meaning.likeness(fact, said) >= WORTH_TRANSLATING:
        pairs += _translate(words, other, pairs, meaning)
    met_known = {k.place for k, _ in pairs}
    met_said = {s.place for _, s in pairs}
    anchors, values = _split(words, names(fact))
    held = {known.tokens[word.place] for word in words}
    cues = {
        name: tuple(place for place in places if other.tokens[place] not in held)
        for name, places in other.cues.items()
    }
    cued = {place for places in cues.values() for place in places}
    return Alignment(
        known,
        other._replace(cues=cues),
        anchors,
        values,
        tuple(pairs),
        tuple(word for word in words if word.place not in met_known),
        tuple(w for w in other.words if w.place not in met_said and w.place not in cued),
    )


def values_in(fact: str, language: Language) -> tuple[Word, ...]:
    """The ``values`` of a fact, whatever a statement says."""
    return _split(_own_words(wording(fact, language)), names(fact))[1]


def kinds_of(words: Iterable[Word]) -> frozenset[str]:
    """The kinds of value among words, persons apart."""
    return frozenset(word.kind for word in words if word.kind and word.kind != "person")


def spelled_like(one: Word, other: Word) -> bool:
    """Nearly spelled alike and not one word: "orbis" and "orbix"."""
    return slips(one.text, other.text) <= 2 and min(len(one.text), len(other.text)) > 3


def _own_words(text: Wording) -> tuple[Word, ...]:
    covered = {*text.cues["negation"], *text.cues["still"]}
    return tuple(word for word in text.words if word.place not in covered)


def _pair(known: Sequence[Word], said: Sequence[Word]) -> list[tuple[Word, Word]]:
    pairs: list[tuple[Word, Word]] = []
    taken: set[int] = set()
    for word in known:
        for other in said:
            if other.place not in taken and same_word(word, other):
                pairs.append((word, other))
                taken.add(other.place)
                break
    return pairs


def _translate(
    known: Sequence[Word], said: Wording, pairs: Sequence[tuple[Word, Word]], meaning: Meaning
) -> list[tuple[Word, Word]]:
    """Pairs of plain words that mean the same in two languages."""
    met_known, met_said = {k.place for k, _ in pairs}, {s.place for _, s in pairs}
    mine = [w for w in known if _translates(w) and w.place not in met_known]
    theirs = [w for w in said.words if _translates(w) and w.place not in met_said]
    if not meaning.known or not mine or not theirs:
        return []
    meaning.learn(word.text for word in (*mine, *theirs))
    found: list[tuple[Word, Word]] = []
    for word in mine:
        best = max(theirs, key=lambda other: meaning.likeness(word.text, other.text))
        if meaning.likeness(word.text, best.text) >= TRANSLATION and best not in {
            s for _, s in found
        }:
            found.append((word, best))
    return found


def _translates(word: Word) -> bool:
    return not word.kind and not word.exact


def _split(
    words: Sequence[Word], names: frozenset[str]
) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    things = listed("kinds of things")
    values = [
        word
        for word in words
        if (word.kind and word.kind != "person" and word.kind not in things) or word.text in names
    ]
    if not values and words:
        named = [word for word in words if word.kind in things]
        values = [named[-1] if named and len(words) > 1 else words[-1]]
    after_numbers = {word.place + 1 for word in words if word.kind == "number"}
    values += [word for word in words if word.place in after_numbers and word not in values]
    return tuple(word for word in words if word not in values), tuple(values)
