"""The slot of a fact, where its sentence has a clear frame; None elsewhere.

The frames are in ``data/signals/*.toml``: a pattern over the words of the clause with the groups
``value`` and, unless it speaks of the user, ``subject``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.lexicon import load_frames
from assistant.records import Slot

_USER = "user"
_EDGES = " ,;:.-"
_ARTICLES = re.compile(r"^(?:(?:el|la|los|las|mi|mis|nuestr[oa]s?|the|my|our|a|an|un|una)\s)+")


def slot_of(message: str, clause: RawClause) -> Slot | None:
    """The first frame that fits the clause; ``value`` in the user's own words."""
    for pattern, frame in _frames():
        match = pattern.search(clause.text)
        if match is None or not match["value"].strip(_EDGES):
            continue
        subject = match.groupdict().get("subject") or frame.get("subject", _USER)
        start, end = clause.canon.span(*match.span("value"))
        return Slot(
            subject=_ARTICLES.sub("", subject.strip(_EDGES)).replace(" 's", "'s"),
            attribute=frame["attribute"],
            value=message[start:end].strip(_EDGES),
            many=frame.get("many", False),
            negated=frame.get("negated", False),
        )
    return None


@cache
def _frames() -> tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]:
    return tuple(
        (re.compile(rf"(?<!\S)(?:{frame['pattern']})(?!\S)"), frame) for frame in load_frames()
    )
