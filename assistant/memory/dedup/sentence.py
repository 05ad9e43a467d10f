"""A question as the proof sees it: the words that carry its meaning, and what leads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from assistant.memory.dedup import cues
from assistant.memory.dedup.alignment import Word, head
from assistant.memory.dedup.text import in_spanish, tokens

_COMPARING = frozenset(
    {"more", "less", "better", "worse", "mas", "menos", "mayor", "menor", "mejor", "peor", "tan"}
)
_BEING = frozenset({"is", "are", "was", "were", "be", "been", "being"})
_MARK = re.compile(r"[:;?—–](?=\s*\w)|,(?=\s)")


@dataclass(frozen=True, slots=True)
class Role:
    """``leads``: what the preposition before a word may mean, empty without one.

    ``bare``: no article before it, or one that belongs to the word behind it ("a git tag").
    ``after``: the place before the preposition.
    """

    leads: frozenset[str] = frozenset()
    bare: bool = True
    after: int = -1


class Sentence(NamedTuple):
    """``places``: its words by their places, phrases token by token. ``head``: where it begins
    to say more than that it asks. ``set_off``: what stands before its first or behind its last
    comma or colon and does not ask; it may stand anywhere.
    """

    tokens: tuple[str, ...]
    places: dict[int, Word]
    head: int
    spanish: bool
    set_off: frozenset[str]

    @property
    def terse(self) -> bool:
        """Whether it is no whole sentence ("add user to group linux")."""
        return self.head == 0 and not cues.words("asked") & set(self.tokens[:2])

    @property
    def passive(self) -> bool:
        """English that says what is done to something, not who does it."""
        found = next((i for i, token in enumerate(self.tokens) if token in _BEING), None)
        return found is not None and any(
            (token.endswith("ed") and len(token) > 4) or token in cues.words("participles")
            for token in self.tokens[found + 1 :]
        )

    @property
    def articles(self) -> frozenset[str]:
        """The Spanish "a" is a preposition."""
        return cues.words("articles") | (frozenset() if self.spanish else {"a"})

    def role(self, place: int) -> Role:
        """What leads the word at a place."""
        index = place - 1
        while index >= self.head and self.tokens[index] in self.articles:
            index -= 1
        bare = index == place - 1 or self.modifies(place)
        if index < self.head:
            return Role(bare=bare)
        if index in self.places:
            if self.places[index] is self.places.get(place):
                return self.role(index)
            if index < place - 1 or self._asks(index):
                return Role(bare=bare)
            return replace(self.role(index), bare=not self._determined(index))
        leads = self.meanings(index)
        return Role(leads, bare, index - 1) if leads and not self._asks(index - 1) else Role()

    def meanings(self, index: int) -> frozenset[str]:
        """What a token means as a preposition; empty when it is none."""
        word, before = self.tokens[index], self.tokens[max(index - 1, 0) : index]
        if word == "a" and not self.spanish:
            return frozenset()
        if word == "to" and (index == self.head or set(before) & cues.words("infinitive")):
            return frozenset()
        if word == "of" and before == ("out",):
            return frozenset({"from"})
        if word == "que" and not _COMPARING & set(self.tokens[:index]):
            return frozenset()
        return cues.relation(word)

    def modifies(self, place: int) -> bool:
        """Whether another word follows at once."""
        return self.places.get(place + 1, self.places.get(place)) is not self.places.get(place)

    def _asks(self, place: int) -> bool:
        """Whether a noun stands there that only says what is asked for ("the recipe for")."""
        word = self.places.get(place)
        return word is not None and word.weight == "asking" and word.text in cues.words("nouns")

    def _determined(self, index: int) -> bool:
        """Whether an article stands before the words that end there."""
        while index > self.head and index - 1 in self.places:
            index -= 1
        return index > self.head and self.tokens[index - 1] in self.articles


def sentence(text: str, words: Sequence[Word]) -> Sentence:
    """A question and its words as they were aligned."""
    found = tokens(text)
    places = {word.place + step: word for word in words for step in range(len(word.text.split()))}
    return Sentence(found, places, head(text), in_spanish(found), _set_off(text))


def _set_off(text: str) -> frozenset[str]:
    parts = [tokens(part) for part in _MARK.split(text.strip(" ?¿.!¡"))]
    if len(parts) == 1:
        return frozenset()
    ends = sorted((parts[0], parts[-1]), key=lambda part: (_asks(part), len(part)))
    return frozenset(ends[0])


def _asks(words: Sequence[str]) -> bool:
    return bool(cues.words("asked") & set(words))
