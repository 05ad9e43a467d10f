"""What an error answer says, in the shapes that servers give its body and its headers. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

CONTEXT_WORDS = re.compile(
    r"context[_ ](?:length|size|window)|maximum context|too many tokens|prompt is too long|n_ctx",
    re.IGNORECASE,
)
"""What servers say of a request that is larger than what the model can read at once."""
_SAID_DEEP, _SAID_MANY = 8, 20
"""How deep in a body the words are looked for, and of how many entries."""


def said(body: object) -> str:
    """The message in an error's body, in any of the shapes that servers give it."""
    return _said(body, _SAID_DEEP)


def _said(body: object, levels: int) -> str:
    if levels <= 0:
        return ""
    if isinstance(body, Mapping):
        for name in ("error", "message", "detail", "msg"):
            if body.get(name):
                return _said(body[name], levels - 1)
        return ""
    if isinstance(body, list):
        found = (_located(item, levels - 1) for item in body[:_SAID_MANY])
        return "; ".join(filter(None, found))
    return body if isinstance(body, str) else ""


def _located(item: object, levels: int) -> str:
    """One entry of a validation report, with the parameter that it is about."""
    where = item.get("loc") if isinstance(item, Mapping) else None
    text = _said(item, levels)
    if not isinstance(where, list):
        return text
    return f"{'.'.join(str(part)[:80] for part in where[:_SAID_DEEP])}: {text}"


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that the server asks to wait, from seconds, milliseconds or an HTTP date."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if value is None:
        return None
    seconds = _number(value)
    if seconds is not None:
        return seconds
    from email.utils import parsedate_to_datetime

    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (at - now).total_seconds()) if at.tzinfo else None


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def out_of_quota(body: object) -> bool:
    """A 429 that waiting does not lift: the account has nothing left to spend."""
    error = body.get("error", body) if isinstance(body, Mapping) else None
    return isinstance(error, Mapping) and "insufficient_quota" in (
        error.get("code"),
        error.get("type"),
    )


def unsupported(body: Any, sent: Mapping[str, Any], droppable: Sequence[str]) -> str | None:
    """The optional parameter that a 400 or 422 is about, if it can be dropped or renamed.

    The one that the server names; else the first of ``droppable`` (most suspect first) that was
    sent and that the server's words do not speak against.
    """
    words = said(body)
    error = body.get("error", body) if isinstance(body, Mapping) else None
    named = str(error.get("param") or "") if isinstance(error, Mapping) else ""
    present = [name for name in droppable if name in sent]
    for name in present:
        if name in (named.split(".")[0], named) or re.search(rf"\b{name}\b", words):
            return name
    if CONTEXT_WORDS.search(words):
        return None
    return next((name for name in present if name in ("response_format", "stream_options")), None)
