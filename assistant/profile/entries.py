"""What is kept of a person in a profile: one value of one field, and what it rests on (K5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as given
from datetime import datetime
from typing import Any

from assistant.clock import read_instant
from assistant.memory import decay
from assistant.memory.dedup.text import tokens
from assistant.records import Confidence, Fact

FREQUENT = 3
"""Times from which a question is a frequent one, and a value as sure as what is said on purpose."""
MOST_DAYS = 30
"""Days of its messages that an entry keeps, the latest."""


@dataclass(frozen=True, slots=True)
class Entry:
    """``weight`` is what counts for the value by itself, ``asked`` what counts only as long as the
    question in whose template it stood is no frequent one. ``count`` is how many messages spoke of
    it, ``days`` are theirs (ISO dates, oldest first), ``last`` is the latest's instant.

    ``key`` names it in a table. ``by_hand``: the person has put it there.
    """

    id: str
    field: str
    value: str
    since: datetime
    last: datetime
    key: str = ""
    weight: int = 0
    asked: Mapping[str, int] = given(default_factory=dict)
    count: int = 0
    days: tuple[str, ...] = ()
    by_hand: bool = False

    @property
    def confidence(self) -> Confidence:
        """For its decay (F6)."""
        return "high" if self.by_hand or self.count >= FREQUENT else "medium"

    def support(self, is_frequent: Callable[[str], bool]) -> int:
        """How much speaks for it."""
        asked = sum(weight for made, weight in self.asked.items() if not is_frequent(made))
        return self.weight + asked

    def decay(self, now: datetime) -> decay.Decay:
        """Its state at an instant, as a fact of its age and confidence has it."""
        return decay.state_of(
            Fact(
                id=self.id,
                domain="preferences",
                fact=self.value,
                confidence=self.confidence,
                source="inferred",
                created_at=self.since,
                last_confirmed_at=self.last,
            ),
            now,
        )

    def says(self, value: str) -> bool:
        """Whether a value is this one: its words, in whatever case and with whatever marks."""
        return self.value == value or plain(self.value) == plain(value)


def plain(value: str) -> str:
    """A value as it is compared and as its forgetting is remembered; itself where it has no
    words."""
    return " ".join(tokens(value)) or value


def as_content(entry: Entry) -> dict[str, Any]:
    """As a document keeps it; its id stands outside."""
    return {
        "field": entry.field,
        "key": entry.key,
        "value": entry.value,
        "weight": entry.weight,
        "asked": dict(entry.asked),
        "count": entry.count,
        "days": list(entry.days),
        "since": entry.since.isoformat(),
        "last": entry.last.isoformat(),
        "by_hand": entry.by_hand,
    }


def of_content(identity: str, content: Mapping[str, Any]) -> Entry | None:
    """The entry of a document; None for one that is none, such as another program's import."""
    try:
        return Entry(
            id=identity,
            field=str(content["field"]),
            value=str(content["value"]),
            since=read_instant(content["since"]),
            last=read_instant(content["last"]),
            key=str(content.get("key", "")),
            weight=int(content.get("weight", 0)),
            asked={str(made): int(w) for made, w in dict(content.get("asked", {})).items()},
            count=int(content.get("count", 0)),
            days=tuple(map(str, content.get("days", ()))),
            by_hand=content.get("by_hand") is True,
        )
    except (KeyError, TypeError, ValueError):
        return None
