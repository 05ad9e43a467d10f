"""Date and time, here and elsewhere."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, tzinfo
from typing import Any

from assistant.clock import EARLIEST, LATEST
from assistant.compute import calendar, zones
from assistant.tools.base import Context, ToolFailure, tool


@tool("time.now", kept=0)
def now(context: Context, place: str = "") -> dict[str, Any]:
    """Tell the date, time and weekday it is now.

    Args:
        place: A city, an IANA time zone such as Asia/Tokyo, or an offset such as UTC-3; empty for
            the person's own.
    """
    return _told(context.now.astimezone(zone(place)))


@tool("time.convert", kept=0)
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
    working = calendar.working_days(start, end)
    return {"days": days, "weeks": round(days / 7, 2), "working_days": working}


def zone(place: str) -> tzinfo | None:
    """A time zone by city, country, IANA name or offset; None for the machine's. Raises
    ToolFailure."""
    if not place.strip():
        return None
    found = zones.offset(place) or next(iter(_times(place)), None)
    if found is None:
        raise ToolFailure(
            "VALIDATION_ERROR",
            f"no time zone is known for '{place[:60]}'; give an IANA name such as Europe/Madrid",
        )
    return found


def _times(place: str) -> tuple[tzinfo, ...]:
    known = zones.find(place)
    return known.times() if known else ()


def _told(moment: datetime) -> dict[str, Any]:
    return {
        "date": moment.date().isoformat(),
        "time": f"{moment:%H:%M}",
        "weekday": f"{moment:%A}",
        "zone": str(moment.tzinfo),
        "utc_offset": f"{moment:%z}",
    }


TOOLS = (now, convert, difference)
