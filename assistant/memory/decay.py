"""What time does to a fact (F6, F9)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from assistant.clock import AHEAD, LATEST
from assistant.records import Fact, FactState

Injection = Literal["automatic", "explicit", "never"]

LOW_UNTIL = timedelta(days=30)
ACTIVE_UNTIL = timedelta(days=90)
STALE_AFTER = timedelta(days=180)


class Decay(NamedTuple):
    """A fact's state, and what comes next if nobody confirms it.

    ``injection`` tells who may put it in a prompt: the recall of each turn, only an explicit
    request, or nothing (F9). The state holds up to and including ``next_change_at``, which is None
    when nothing changes any more.
    """

    state: FactState
    injection: Injection
    next_change_at: datetime | None = None


def state_of(fact: Fact, now: datetime) -> Decay:
    """F6 at the instant ``now``; an instant before the last confirmation counts as age zero.

    A low-confidence fact past 30 days reports ``stale``: like one, it is never injected and waits
    for a confirmation.
    """
    if not fact.live:
        return Decay("superseded", "never")
    age = max(timedelta(0), now - fact.last_confirmed_at)
    for until, state in _stages(fact):
        if age <= until:
            injection: Injection = "automatic" if state == "active" else "explicit"
            return Decay(state, injection, min(LATEST, fact.last_confirmed_at + until))
    return Decay("stale", "never")


def steady(now: datetime, seen: Iterable[datetime]) -> datetime:
    """``now``, or the latest instant already recorded when the clock has jumped back before it.

    Ages computed from it never shrink, so that no fact wakes up because a clock was set wrong. An
    instant too far ahead was itself recorded by a wrong clock, unless most of them lie there.
    """
    instants = tuple(seen)
    ahead = sorted(instant for instant in instants if instant > now)
    if 2 * len(ahead) <= len(instants):
        ahead = [instant for instant in ahead if instant - now <= AHEAD]
    # Of those that agree the last, but not one that stands alone far beyond them.
    while len(ahead) > 1 and ahead[-1] - ahead[-2] > AHEAD:
        ahead.pop()
    return ahead[-1] if ahead else now


def _stages(fact: Fact) -> tuple[tuple[timedelta, FactState], ...]:
    """(until which age, the state), in order; the last of them is followed by ``stale``."""
    if fact.confidence == "high":
        return ((STALE_AFTER, "active"),)
    if fact.confidence == "medium":
        return ((ACTIVE_UNTIL, "active"), (STALE_AFTER, "dormant"))
    return ((LOW_UNTIL, "active"),)
