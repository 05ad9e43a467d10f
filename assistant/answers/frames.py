"""Questions as bags of a few listed words and typed slots: ``data/answers/questions.toml`` has the
kinds, ``questions.toml`` of each language their words.

A question belongs to a kind when nothing in it is left over. That is what makes the answers
certain: "how many days until Friday" is one, "how many days until the exam on Friday" is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from assistant.answers import clocks, dates, durations, measures, stretches, zones
from assistant.answers.clocks import Clock
from assistant.answers.durations import Duration, Unit
from assistant.answers.measures import Measure, Quantity
from assistant.answers.stretches import Stretch
from assistant.answers.text import Token
from assistant.answers.vocabulary import words
from assistant.answers.when import When
from assistant.answers.zones import Where
from assistant.compute import numbers
from assistant.languages import each, known, table
from assistant.records import Language
from assistant.resources import toml_of

SlotKind = Literal[
    "day", "unit", "stretch", "year", "in_year", "clock", "duration", "place", "quantity", "measure"
]
Value = When | Unit | Stretch | int | Clock | Duration | Where | Quantity | Measure


class Slot(NamedTuple):
    """A typed piece of a question, and the words that it takes."""

    kind: SlotKind
    value: Value
    place: int
    length: int


class Vocabulary(NamedTuple):
    cues: tuple[frozenset[str], ...]
    words: frozenset[str]


class Frame(NamedTuple):
    """A kind of question: the slots that it takes, and its words in each language."""

    name: str
    slots: Counter[SlotKind]
    may: frozenset[str]
    said: Mapping[Language, Vocabulary]


class Match(NamedTuple):
    """A question of a kind: its slots in order, and the other words. ``said`` is all of it;
    ``now``, when it is asked, in the person's own time zone."""

    frame: str
    language: Language
    slots: tuple[Slot, ...]
    words: tuple[str, ...]
    said: tuple[Token, ...]
    now: datetime

    @property
    def days(self) -> tuple[When, ...]:
        """In the year that is named apart from them, if one is."""
        found = tuple(s.value for s in self.slots if isinstance(s.value, When))
        year = next((s.value for s in self.slots if s.kind == "in_year"), None)
        return tuple(when.in_year(year) for when in found) if isinstance(year, int) else found

    @property
    def unit(self) -> Unit | None:
        return next((cast(Unit, s.value) for s in self.slots if s.kind == "unit"), None)

    @property
    def stretch(self) -> Stretch | None:
        return next((s.value for s in self.slots if isinstance(s.value, Stretch)), None)

    def says(self, key: str) -> bool:
        """Whether one of a list of words that tell questions apart is among its words."""
        return not words("questions", key).isdisjoint(self.words)


def covers(said: Sequence[str]) -> bool:
    """Whether each of the folded words may take part in a question of some kind: a look that costs
    microseconds and passes over nearly all other questions."""
    strange = [word for word in said if word not in _vocabulary() and not word[:1].isdigit()]
    if not strange:
        return True
    places = not (words("questions", "time") | _ZONES).isdisjoint(said)
    return places and all(word in zones.vocabulary() for word in strange)


_ZONES = frozenset(("utc", "gmt"))


@cache
def _vocabulary() -> frozenset[str]:
    spoken = (words for frame in _frames() for words in frame.said.values())
    return frozenset().union(
        *(vocabulary.words for vocabulary in spoken),
        *(dates.vocabulary(), durations.vocabulary(), clocks.every_word(), measures.vocabulary()),
        *(stretches.vocabulary(), numbers.vocabulary(), zones.here_words()),
        *(phrase for language in known() for phrase in _phrases(language)),
    )


def matches(said: tuple[Token, ...], now: datetime, language: Language) -> Iterator[Match]:
    """The kinds of question that the words are of, in the order of the file; those in the language
    of the message first. Raises ValueError and OverflowError for impossible dates."""
    typed = tuple(token.word for token in said)
    for spoken in (language, *(other for other in known() if other != language)):
        for kinds in _READINGS:
            slots, rest = _scan(typed, now.date(), spoken, kinds)
            held = Counter(slot.kind for slot in slots)
            for frame in _frames():
                if _fits(frame, spoken, held, rest):
                    yield Match(frame.name, spoken, slots, rest, said, now)


def _fits(frame: Frame, language: Language, held: Counter[SlotKind], rest: Sequence[str]) -> bool:
    extra = held - frame.slots
    if frame.slots - held or any(kind not in frame.may or n > 1 for kind, n in extra.items()):
        return False
    vocabulary = frame.said.get(language)
    if vocabulary is None or not vocabulary.words.issuperset(rest):
        return False
    return all(
        not cues.isdisjoint(rest) or ("<unit>" in cues and "unit" in held)
        for cues in vocabulary.cues
    )


_READINGS: tuple[frozenset[SlotKind], ...] = (
    frozenset({"day", "in_year"}),
    frozenset({"day", "unit", "in_year"}),
    frozenset({"unit", "stretch"}),
    frozenset({"unit"}),
    frozenset({"year"}),
    frozenset({"place", "clock", "duration"}),
    frozenset({"clock", "unit"}),
    frozenset({"quantity", "measure"}),
)
"""What the same words may be: "March" is a day to count to, and a stretch of days."""


def _scan(
    words: Sequence[str], today: date, language: Language, kinds: frozenset[SlotKind]
) -> tuple[tuple[Slot, ...], tuple[str, ...]]:
    slots: list[Slot] = []
    rest: list[str] = []
    at = 0
    while at < len(words):
        phrases = () if "stretch" in kinds else _phrases(language)
        phrase = next((p for p in phrases if tuple(words[at : at + len(p)]) == p), None)
        slot = None if phrase else _slot(words, at, today, language, kinds)
        if slot:
            slots.append(slot)
        else:
            rest.append("_".join(phrase or (words[at],)))
        at += slot.length if slot else len(phrase or "1")
    return tuple(slots), tuple(rest)


def _slot(
    words: Sequence[str], at: int, today: date, language: Language, kinds: frozenset[SlotKind]
) -> Slot | None:
    left = list(words[at:])
    for kind, read in _READERS.items():
        found = read(left, today, language) if kind in kinds else None
        if found:
            return Slot(kind, found[0], at, found[1])
    return None


Reader = Callable[[Sequence[str], date, Language], tuple[Value, int] | None]
_READERS: Mapping[SlotKind, Reader] = {
    "day": dates.read,
    "in_year": lambda words, today, _: dates.year(words, today),
    "stretch": lambda words, today, _: stretches.read(words, today),
    "duration": lambda words, _, language: durations.duration(words, language),
    "unit": lambda words, _, __: durations.unit(words),
    "clock": lambda words, _, language: clocks.read(words, language),
    "place": lambda words, _, __: zones.read(words),
    "quantity": lambda words, _, language: measures.quantity(words, language),
    "measure": lambda words, _, __: measures.measure(words),
    "year": lambda words, today, _: stretches.year(words, today),
}


@cache
def _frames() -> tuple[Frame, ...]:
    kinds = toml_of("answers", "questions.toml")
    return tuple(_frame(name, kind) for name, kind in kinds.items())


@cache
def _phrases(language: Language) -> tuple[tuple[str, ...], ...]:
    """The longest first."""
    phrases = (tuple(p.split()) for p in table(language, "questions").get("phrases", ()))
    return tuple(sorted(phrases, key=len, reverse=True))


def _frame(name: str, kind: Mapping[str, Any]) -> Frame:
    said = {language: _spoken(own) for language, own in each("questions", name)}
    return Frame(name, Counter(kind["slots"]), frozenset(kind.get("may", ())), said)


def _spoken(own: Mapping[str, Any]) -> Vocabulary:
    cues = tuple(frozenset(group.split()) for group in own["cues"])
    return Vocabulary(cues, frozenset(own["glue"].split()).union(*cues))
