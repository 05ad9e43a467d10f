"""Time zones by the names that people give to places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta, timezone, tzinfo
from functools import cache
from typing import NamedTuple

from assistant.resources import lines_of
from assistant.text.folding import fold

_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?")
_FARTHEST = 14
_AREAS = frozenset(
    ["Africa", "America", "Antarctica", "Asia", "Atlantic", "Europe", "Indian", "Pacific"]
)
"""Where the last part of a zone's name is a city's; ``Australia/West`` and ``US/Central`` are none.
"""


class Place(NamedTuple):
    """The zones of a place, that of most people first: a country may have several."""

    zones: tuple[str, ...]

    def times(self) -> tuple[tzinfo, ...]:
        from zoneinfo import ZoneInfo

        return tuple(offset(name) or ZoneInfo(name) for name in self.zones)


def find(name: str) -> Place | None:
    """A place by the name of a city, country or zone in either language, or by an offset such as
    UTC-3; None where it is not known or has many times."""
    if offset(name):
        return Place((name.strip().upper(),))
    wanted = spelled(name)
    zones = places().get(wanted) or places().get(wanted.removeprefix("the "))
    zones = zones or _names_of_zones().get(wanted)
    return Place(zones) if zones else None


def offset(name: str) -> tzinfo | None:
    """The zone of ``UTC-3``, ``+05:30``; None for anything else."""
    found = _OFFSET.fullmatch(name.strip().lower())
    if found is None or int(found[2]) > _FARTHEST or int(found[3] or 0) > 59:
        return None
    minutes = int(found[2]) * 60 + int(found[3] or 0)
    return timezone(timedelta(minutes=-minutes if found[1] == "-" else minutes))


def spelled(name: str) -> str:
    """A name as the tables have it."""
    return " ".join(fold(name).replace("_", " ").replace("-", " ").strip(" .").split())


@cache
def places() -> Mapping[str, tuple[str, ...]]:
    """The listed places -> their zones. What ``places.txt`` says goes before the rest."""
    names: dict[str, tuple[str, ...]] = {}
    for file in ("zones.txt", "places.txt"):
        for line in lines_of("answers", file):
            zones, _, said = line.partition(":")
            names |= {spelled(name): tuple(zones.split()) for name in said.split(",")}
    return names


@cache
def _names_of_zones() -> Mapping[str, tuple[str, ...]]:
    """The names of the zones, and the cities in them that have another name by now."""
    import zoneinfo

    names: dict[str, tuple[str, ...]] = {}
    for zone in sorted(zoneinfo.available_timezones()):
        area, _, city = zone.rpartition("/")
        if area.partition("/")[0] in _AREAS:
            names.setdefault(spelled(city), (zone,))
        names[spelled(zone)] = (zone,)
    return names
