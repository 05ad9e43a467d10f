"""What a person puts right in a profile by hand (K5). Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from datetime import datetime

from assistant.packs.profile import ProfileField
from assistant.profile.entries import Entry
from assistant.profile.templates import alike


def corrected(
    known: Iterable[Entry],
    field: ProfileField,
    which: str,
    text: str,
    now: datetime,
    new_id: Callable[[], str],
) -> tuple[tuple[Entry, ...], Entry | None]:
    """The profile with a value put in the place of the one that ``which`` names, in a table by its
    key; without ``which`` beside the others, or in the place of the only one. None instead of the
    entry, and all as it was, where there is none of that name."""
    entries = tuple(known)
    own = [entry for entry in entries if entry.field == field.name]
    old = next((entry for entry in own if which and is_named(entry, field, which)), None)
    if which and old is None and field.shape != "table":
        return entries, None
    same = next((e for e in own if e is not old and field.shape != "table" and e.says(text)), None)
    base = same or old or Entry(new_id(), field.name, text, since=now, last=now)
    best = max((_support(entry) for entry in own), default=0)
    made = replace(
        base,
        value=text,
        key=which if field.shape == "table" else "",
        weight=max(base.weight, best + 1 if field.shape == "one" else 1),
        count=max(1, base.count),
        last=max(now, base.last),
        by_hand=True,
    )
    rest = (e for e in entries if e.id != made.id and e is not old)
    return (*rest, made), made


def without(known: Iterable[Entry], gone: Collection[Entry]) -> tuple[Entry, ...]:
    """The profile without some entries. The others stay, but for what they hold of a question that
    is gone."""
    ids = {entry.id for entry in gone}
    values = [entry.value for entry in gone]

    def is_gone(asked: str) -> bool:
        return any(alike(asked, value) for value in values)

    return tuple(
        replace(entry, asked={made: n for made, n in entry.asked.items() if not is_gone(made)})
        for entry in known
        if entry.id not in ids
    )


def is_named(entry: Entry, field: ProfileField, name: str) -> bool:
    """Whether a person means that entry by a name: its key in a table, or its value."""
    return (field.shape == "table" and entry.key == name) or entry.says(name)


def _support(entry: Entry) -> int:
    return entry.support(lambda _: False)
