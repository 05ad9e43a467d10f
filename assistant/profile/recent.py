"""What is going on now, as a pack sees it (K4): named lately, waiting for a yes. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Literal

from assistant.clock import AHEAD, later, read_instant
from assistant.languages import each, joined
from assistant.text.folding import fold_in_place

MOST = 10
"""Mentions that are remembered."""
LASTS = timedelta(hours=1)
"""How long it is remembered after the last activity."""
_WORDS = re.compile(r"\w+")
Word = Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class Waiting:
    """An action that waits (``packs/now.py``), as it is kept."""

    told: Mapping[str, str]
    tool: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recent:
    """``mentions``: the newest first. ``last``: the last activity. ``conversation``: whose deletion
    takes it along."""

    last: datetime
    conversation: str
    mentions: tuple[str, ...] = ()
    waiting: Waiting | None = None

    def lives(self, now: datetime) -> bool:
        """Whether it still is what is going on. A clock that went back a little ends nothing, but
        what a clock far ahead has dated does not live for ever."""
        since = now - self.last
        return since <= LASTS and -since <= 10 * AHEAD

    def after(self, named: Iterable[str], now: datetime, conversation: str) -> Recent:
        """Once the person has said something more: what they named is the newest, and a question
        that was asked back is answered, whatever they said."""
        mentions = tuple(dict.fromkeys((*reversed(tuple(named)), *self.mentions)))[:MOST]
        waiting = self.waiting if self.waiting and self.waiting.tool else None
        return replace(
            self,
            last=later(now, self.last),
            conversation=conversation,
            mentions=mentions,
            waiting=waiting,
        )


def word(message: str) -> Word | None:
    """Whether a message is a plain yes or a plain no, and nothing else."""
    words = " ".join(_WORDS.findall(fold_in_place(message)))
    kinds: tuple[Word, ...] = ("yes", "no")
    return next((kind for kind in kinds if _plain(kind).fullmatch(words)), None)


@cache
def _plain(kind: str) -> re.Pattern[str]:
    """One of its words, or several, of one language."""
    listed = [joined(own[kind]) for _, own in each("profile", "pending") if kind in own]
    said = "|".join(f"(?:{one})(?: (?:{one}))*" for one in listed)
    return re.compile(said or "(?!)")


def as_value(recent: Recent) -> dict[str, Any]:
    """As the live store keeps it."""
    waiting = recent.waiting
    return {
        "last": recent.last.isoformat(),
        "conversation": recent.conversation,
        "mentions": list(recent.mentions),
        "waiting": waiting
        and {
            "told": dict(waiting.told),
            "tool": waiting.tool,
            "arguments": dict(waiting.arguments),
        },
    }


def of_value(value: object) -> Recent | None:
    """What was kept; None for what is nothing of the kind."""
    try:
        assert isinstance(value, Mapping)
        waiting = value["waiting"]
        return Recent(
            read_instant(value["last"]),
            str(value["conversation"]),
            tuple(map(str, value["mentions"])),
            Waiting(dict(waiting["told"]), str(waiting["tool"]), dict(waiting["arguments"]))
            if waiting
            else None,
        )
    except (AssertionError, KeyError, TypeError, ValueError):
        return None
