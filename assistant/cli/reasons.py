"""The reasons of the prompt's report in the person's language.

The policies give them in English: they are data, the same in ``prompt --json`` everywhere. One that
is not in the table is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.cli import plain
from assistant.languages import FALLBACK
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.records import Language

TABLE: Sequence[tuple[str, str]] = (
    (r"(?P<n>\d+)(?:st|nd|rd|th) nearest to the question", "nearest"),
    (r"holds for every answer", "standing"),
    (r"the question needs no fact about the user", "impersonal"),
    (r"too far from the question", "far"),
    (r"no room in (?P<n>[\d,]+) tokens", "no_room"),
    (r"said in the last (?P<n>\d+) turns", "said"),
    (r"this message changes it", "changing"),
    (r"(?P<state>active|dormant|stale): last confirmed (?P<date>[\d-]+)", "old"),
    (r"(?P<state>active|dormant|stale): only when asked for", "asked_for"),
    (r"the prompt passed (?P<n>[\d,]+) tokens", "passed"),
    (r"over the (?P<n>[\d,]+) tokens for (?P<what>.+)", "over"),
    (r"too long for a fact", "long"),
    (r"already used in this conversation", "used"),
    (r"the previous output was valid", "valid"),
    (r"a small model gets only what bears on the question", "small"),
)
"""Pattern of a whole reason, and its key under ``[reasons]`` in the messages."""
_NO_ROOM = "no room: "


def in_words(reason: str, language: Language) -> str:
    """``reason`` as the person reads it."""
    if language == FALLBACK:
        return reason
    if reason.startswith(_NO_ROOM):
        return in_words(reason.removeprefix(_NO_ROOM), language)
    for pattern, key in TABLE:
        if match := re.fullmatch(pattern, reason):
            return say(f"reasons.{key}", language, **_translated(match.groupdict(), language))
    return reason


def _translated(values: dict[str, str], language: Language) -> dict[str, str]:
    if state := values.get("state"):
        values["state"] = say(f"reasons.state_{state}", language)
    if number := values.get("n"):
        values["n"] = plain.number(int(number.replace(",", "")), language)
    return values
