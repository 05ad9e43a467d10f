"""A profile as it is told: its values by the shape of each field, and how they age (K5, F6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from assistant.packs.profile import ProfileField
from assistant.profile.entries import Entry
from assistant.profile.learning import is_frequent

Value = str | None | list[str] | dict[str, str]


def standing(
    entries: Sequence[Entry], fields: Sequence[ProfileField]
) -> dict[str, tuple[Entry, ...]]:
    """By field, what the profile holds: the best supported first, the newest of equals before;
    nothing that more speaks against than for."""
    frequent = is_frequent(entries, fields)
    found: dict[str, tuple[Entry, ...]] = {}
    for field in fields:
        own = [e for e in entries if e.field == field.name and e.support(frequent) > 0]
        own.sort(key=lambda e: (e.support(frequent), e.last), reverse=True)
        found[field.name] = tuple(own[: 1 if field.shape == "one" else field.most])
    return found


def values(
    entries: Sequence[Entry], fields: Sequence[ProfileField], now: datetime
) -> dict[str, Value]:
    """A profile as plain data, by field: what is not stale."""
    fresh = [entry for entry in entries if entry.decay(now).state != "stale"]
    found = standing(fresh, fields)
    return {field.name: _shaped(field, found[field.name]) for field in fields}


def shown(
    entries: Sequence[Entry], fields: Sequence[ProfileField], now: datetime
) -> Mapping[str, tuple[Entry, ...]]:
    """What the prompt may be told (F6, F9): active entries, as many of each field as it says."""
    fields = [field for field in fields if field.shown]
    active = [entry for entry in entries if entry.decay(now).injection == "automatic"]
    found = standing(active, fields)
    return {f.name: found[f.name][: f.shown] for f in fields if found[f.name]}


def _shaped(field: ProfileField, own: Iterable[Entry]) -> Value:
    if field.shape == "one":
        return next((entry.value for entry in own), None)
    if field.shape == "table":
        return {entry.key: entry.value for entry in own}
    return [entry.value for entry in own]
