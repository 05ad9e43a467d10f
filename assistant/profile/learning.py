"""How messages become a profile (K5): a pure function of what is known and of what was heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from assistant.clock import later
from assistant.packs.profile import Lesson, ProfileField
from assistant.profile.entries import FREQUENT, MOST_DAYS, Entry
from assistant.profile.templates import alike, same_as

WAITING = 2
"""Entries that a field keeps, in times of those that it shows: a value has to be able to come up
although others are used more."""
LONGEST = 400
"""Characters of a value: a longer one is no habit but a text."""


class Taught(NamedTuple):
    """What one message teaches: the pack's lessons, the templates of its questions that the pack
    recognises, when it was said and on which day of the person's calendar."""

    lessons: tuple[Lesson, ...]
    questions: tuple[str, ...]
    at: datetime
    day: str


def learn(
    known: Iterable[Entry],
    fields: Sequence[ProfileField],
    taught: Iterable[Taught],
    new_id: Callable[[], str],
) -> tuple[Entry, ...]:
    """The profile after some messages, oldest first. What they do not touch stays as it is."""
    entries = list(known)
    for message in taught:
        entries = _after(entries, {field.name: field for field in fields}, message, new_id)
    return tuple(entries)


def is_frequent(entries: Iterable[Entry], fields: Sequence[ProfileField]) -> Callable[[str], bool]:
    """Whether a template is of a question that comes again and again."""
    names = {field.name for field in fields if field.shape == "questions"}
    often = [e.value for e in entries if e.field in names and e.count >= FREQUENT]
    return lambda made: any(alike(made, other) for other in often)


def _after(
    entries: list[Entry],
    fields: dict[str, ProfileField],
    message: Taught,
    new_id: Callable[[], str],
) -> list[Entry]:
    touched: set[str] = set()
    for lesson in _lessons(entries, fields, message):
        field = fields[lesson.field]
        old = next((e for e in entries if _meant(e, field, lesson)), None)
        made = _added(old or _new(lesson, message, new_id()), field, lesson, message, touched)
        entries = [made if e is old else e for e in entries] if old else [*entries, made]
        touched.add(made.id)
    frequent = is_frequent(entries, tuple(fields.values()))
    for field in fields.values():
        entries = _within(entries, field, touched, frequent)
    return entries


def _lessons(
    entries: Sequence[Entry], fields: dict[str, ProfileField], message: Taught
) -> list[Lesson]:
    """What can be kept, questions by their known templates, each question once."""
    of_questions = {name for name, field in fields.items() if field.shape == "questions"}
    known = [entry.value for entry in entries if entry.field in of_questions]
    made: dict[tuple[str, str], Lesson] = {}
    plain: list[Lesson] = []
    for field in fields.values():
        if field.shape == "questions":
            given = [one.value for one in message.lessons if one.field == field.name]
            for question in (*message.questions, *given):
                same = same_as(question, [*known, *(value for _, value in made)])
                made.setdefault((field.name, same), Lesson(field.name, same))
    for lesson in message.lessons:
        field_of = fields.get(lesson.field)
        usable = 0 < len(lesson.value.strip()) <= LONGEST and lesson.weight
        if field_of and field_of.shape != "questions" and usable:
            asked = lesson.asked and same_as(lesson.asked, known)
            plain.append(replace(lesson, value=lesson.value.strip(), asked=asked))
    return [*made.values(), *plain]


def _meant(entry: Entry, field: ProfileField, lesson: Lesson) -> bool:
    if entry.field != lesson.field:
        return False
    if field.shape == "table":
        return entry.key == lesson.key
    return entry.says(lesson.value)


def _new(lesson: Lesson, message: Taught, identity: str) -> Entry:
    at = message.at
    return Entry(identity, lesson.field, lesson.value, since=at, last=at, key=lesson.key)


def _added(
    entry: Entry, field: ProfileField, lesson: Lesson, message: Taught, touched: set[str]
) -> Entry:
    """The entry with one lesson more. In a table another value begins anew."""
    if field.shape == "table" and not entry.says(lesson.value):
        if lesson.weight < 0 or message.at < entry.last:
            return entry
        entry = _new(lesson, message, entry.id)
    asked = dict(entry.asked)
    if lesson.asked:
        asked[lesson.asked] = asked.get(lesson.asked, 0) + lesson.weight
    days = dict.fromkeys((*entry.days, message.day))
    return replace(
        entry,
        weight=entry.weight + (0 if lesson.asked else lesson.weight),
        asked=asked,
        count=entry.count + (entry.id not in touched),
        days=tuple(sorted(days))[-MOST_DAYS:],
        last=later(message.at, entry.last),
    )


def _within(
    entries: list[Entry],
    field: ProfileField,
    touched: set[str],
    frequent: Callable[[str], bool],
) -> list[Entry]:
    """A field within its room: the least used and oldest goes, not what was just heard."""
    own = [entry for entry in entries if entry.field == field.name]
    many = len(own) - field.most * WAITING
    if many <= 0:
        return entries
    may_go = sorted(
        (e for e in own if e.id not in touched and not e.by_hand),
        key=lambda e: (e.support(frequent), e.last),
    )
    gone = {entry.id for entry in may_go[:many]}
    return [entry for entry in entries if entry.id not in gone]
