"""Date and time, here and elsewhere."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from typing import Any

from assistant.clock import EARLIEST, LATEST
from assistant.tools.base import Context, ToolFailure, tool

_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?(\d{2}))?", re.IGNORECASE)


@tool("time.now", volatile=True)
def now(context: Context, place: str = "") -> dict[str, Any]:
    """Tell the date, time and weekday it is now.

    Args:
        place: A city, an IANA time zone such as Asia/Tokyo, or an offset such as UTC-3; empty for
            the person's own.
    """
    return _told(context.now.astimezone(zone(place)))


@tool("time.convert", volatile=True)
def convert(context: Context, when: str, from_place: str, to_place: str = "") -> dict[str, Any]:
    """Tell what time it is elsewhere when it is a given time in one place.

    Args:
        when: ISO 8601 date and time, or a time such as 15:30 for today.
        from_place: A city, time zone or offset where that time holds.
        to_place: Where it is asked for; empty for the person's own.
    """
    source = zone(from_place)
    try:
        if re.fullmatch(r"\d{1,2}:\d{2}", when.strip()):
            today = context.now.astimezone(source)
            hour, minute = map(int, when.split(":"))
            moment = today.replace(hour=hour, minute=minute, second=0, microsecond=0)
        else:
            moment = datetime.fromisoformat(when.strip())
            moment = moment if moment.tzinfo else moment.replace(tzinfo=source)
        if not EARLIEST <= moment.replace(tzinfo=UTC) <= LATEST:
            raise ValueError
    except (ValueError, OverflowError):
        raise ToolFailure("VALIDATION_ERROR", f"'{when[:60]}' is no time") from None
    return {"from": _told(moment), "to": _told(moment.astimezone(zone(to_place)))}


@tool("time.difference", idempotent=True)
def difference(start: date, end: date) -> dict[str, Any]:
    """Count the days, weeks and working days between two dates.

    Args:
        start: The earlier date, as 2026-01-30.
        end: The later date.
    """
    days = (end - start).days
    step = 1 if days >= 0 else -1
    weeks, rest = divmod(abs(days), 7)
    tail = (start + timedelta(days=step * (weeks * 7 + n)) for n in range(rest))
    working = weeks * 5 + sum(day.weekday() < 5 for day in tail)
    return {"days": days, "weeks": round(days / 7, 2), "working_days": step * working}


def zone(place: str) -> tzinfo | None:
    """A time zone by city, IANA name or offset; None for the machine's. Raises ToolFailure."""
    from datetime import timezone
    from zoneinfo import ZoneInfo

    wanted = _folded(place)
    if not wanted:
        return None
    offset = _OFFSET.fullmatch(place.strip())
    if offset and int(offset[2]) < 15:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return timezone(timedelta(minutes=-minutes if offset[1] == "-" else minutes))
    name = _names().get(wanted)
    if name is None:
        raise ToolFailure(
            "VALIDATION_ERROR",
            f"no time zone is known for '{place[:60]}'; give an IANA name such as Europe/Madrid",
        )
    return ZoneInfo(name)


@cache
def _names() -> dict[str, str]:
    """Folded IANA names and their last parts -> the IANA name."""
    from zoneinfo import available_timezones

    found: dict[str, str] = {}
    for name in sorted(available_timezones()):
        found.setdefault(_folded(name.rsplit("/", 1)[-1]), name)
    for name in available_timezones():
        found[_folded(name)] = name
    return found


def _folded(text: str) -> str:
    split = unicodedata.normalize("NFKD", text.strip().casefold().replace("_", " "))
    return "".join(c for c in split if not unicodedata.combining(c))


def _told(moment: datetime) -> dict[str, Any]:
    return {
        "date": moment.date().isoformat(),
        "time": f"{moment:%H:%M}",
        "weekday": f"{moment:%A}",
        "zone": str(moment.tzinfo),
        "utc_offset": f"{moment:%z}",
    }


TOOLS = (now, convert, difference)
