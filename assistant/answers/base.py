"""What an answerer gives, and what it may look at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple, Protocol

from assistant.messages import say
from assistant.records import Fact, Language


class Answer(NamedTuple):
    """A reply that was worked out, and the facts that it rests on. ``empty``: memory was asked and
    holds nothing of it."""

    text: str
    facts: tuple[Fact, ...] = ()
    empty: bool = False


class Talk(NamedTuple):
    """A topic that was talked about, and what came of it."""

    at: datetime
    topic: str
    outcome: str = ""


class Memory(Protocol):
    """What is kept, read only where a question is about it."""

    def facts(self) -> Sequence[Fact]:
        """Live ones, oldest first."""

    def retired(self) -> Sequence[Fact]:
        """Those that others replaced or that were taken back; never forgotten ones."""

    def talk(self, since: date | None) -> Sequence[Talk]:
        """What was talked about since that day, oldest first; None: in the conversations before
        this one."""

    def talking(self) -> Sequence[Talk]:
        """What this conversation has been about so far, oldest first."""

    def last_exchange(self) -> str:
        """The words of the turn before this one; "" where there was none."""


def counted(count: int, unit: str, language: Language) -> str:
    """ "1 day", "3 días"."""
    return say(f"computed.unit_{unit}", language, count=count)
