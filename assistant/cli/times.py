"""Spans of time as people write and read them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from assistant.clock import EARLIEST, LATEST
from assistant.errors import UsageError

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def since(text: str, now: datetime) -> datetime:
    """The instant that ``7d``, ``12h``, ``30m``, ``2w`` or an ISO date names. Raises UsageError."""
    span = re.fullmatch(r"(\d{1,6})([mhdw])", text.strip())
    try:
        if span:
            return max(EARLIEST, now - timedelta(**{_UNITS[span[2]]: int(span[1])}))
        instant = datetime.fromisoformat(text.strip())
    except (ValueError, OverflowError):
        raise UsageError(
            f"'{text}' is no span of time", "Write 30m, 12h, 7d, 2w or a date such as 2026-01-31."
        ) from None
    return min(
        max(instant if instant.tzinfo else instant.replace(tzinfo=now.tzinfo), EARLIEST), LATEST
    )


def ago(then: datetime, now: datetime) -> str:
    """``now``, ``5 min``, ``3 h``, ``12 d``: how long ago, in one unit."""
    seconds = max(0, int((now - then).total_seconds()))
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return "now"


def ahead(then: datetime, now: datetime) -> str:
    """``12 d``: how long until then, in one unit."""
    return ago(now, then)
