"""Date and time: "qué día es hoy", "what time is it in Tokyo"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache

from assistant.answers.text import plain
from assistant.records import Language
from assistant.resources import data_path

_TIME = re.compile(
    r"^(?:que hora es|que horas son|que hora tenemos|what time is it|what's the time|whats the time"
    r"|what is the time|the time|la hora|current time|hora actual)"
    r"(?: (?:now|right now|ahora|ahora mismo))?(?: (?:in|en) (?P<place>[a-z .'-]+?))?"
    r"(?: (?:now|right now|ahora|ahora mismo))?$"
)
_DAY = re.compile(
    r"^(?:q|que|what|what's|whats|cual es)(?: is)? ?(?:the |la )?(?:dia|fecha|day|date|today's date"
    r"|todays date)(?: (?:es|is|is it|estamos|tenemos|de))?(?: (?P<when>hoy|today|manana|tomorrow"
    r"|ayer|yesterday|fue ayer|was yesterday|es manana))?$|^(?:today's date|fecha de hoy)$"
)
_YEAR = re.compile(r"^(?:en )?(?:que ano|what year) (?:es|is it|estamos|is this)(?: now| ahora)?$")
_SHIFTS = {"manana": 1, "tomorrow": 1, "ayer": -1, "yesterday": -1}
_DAYS: Mapping[Language, tuple[str, ...]] = {
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
_MONTHS: Mapping[Language, tuple[str, ...]] = {
    "es": (
        *("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto"),
        *("septiembre", "octubre", "noviembre", "diciembre"),
    ),
    "en": (
        *("January", "February", "March", "April", "May", "June", "July", "August"),
        *("September", "October", "November", "December"),
    ),
}
LONGEST = 80


def answer(text: str, language: Language, now: datetime) -> str | None:
    """The instant asked for; None for anything else and for places that are not known.

    ``now`` is aware; without a place its answer is in the machine's own time zone.
    """
    if len(text) > LONGEST:
        return None
    asked = plain(text)
    here = now.astimezone()
    found = _TIME.match(asked)
    if found:
        return _time(found["place"], language, now)
    day = _DAY.match(asked)
    if day:
        shift = next((days for word, days in _SHIFTS.items() if word in (day["when"] or "")), 0)
        return _date(here + timedelta(days=shift), language)
    return str(here.year) if _YEAR.match(asked) else None


def _time(place: str | None, language: Language, now: datetime) -> str | None:
    if place is None:
        return f"{now.astimezone():%H:%M}"
    zone = zones().get(place.strip(" .").removeprefix("the ").replace("-", " "))
    if zone is None:
        return None
    from zoneinfo import ZoneInfo

    there = now.astimezone(ZoneInfo(zone))
    return f"{there:%H:%M}, {_date(there, language)} ({zone})"


def _date(day: datetime, language: Language) -> str:
    name, month = _DAYS[language][day.weekday()], _MONTHS[language][day.month - 1]
    if language == "es":
        return f"{name} {day.day} de {month} de {day.year}"
    return f"{name}, {month} {day.day}, {day.year}"


@cache
def zones() -> Mapping[str, str]:
    """Cities and countries with one time zone, in both languages, without accents."""
    import zoneinfo

    names: dict[str, str] = {}
    for zone in sorted(zoneinfo.available_timezones()):
        area, _, city = zone.rpartition("/")
        if area and area.split("/")[0] not in ("Etc", "SystemV", "US", "posix", "right"):
            names.setdefault(city.lower().replace("_", " ").replace("-", " "), zone)
    for line in data_path("answers", "places.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            zone, _, spoken = line.partition(":")
            names.update((name.strip(), zone.strip()) for name in spoken.split(","))
    return names
