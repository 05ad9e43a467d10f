"""What time does to a fact (F6, F9)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import assume, given

from assistant.clock import AHEAD
from assistant.memory.decay import Decay, state_of, steady
from assistant.records import Confidence, Fact, FactState
from tests.memory.facts import NOW, ages, any_fact, fact

DAY = timedelta(days=1)
JUST = timedelta(microseconds=1)
OPENNESS = {"never": 0, "explicit": 1, "automatic": 2}


@pytest.mark.parametrize(
    ("confidence", "days", "state", "injection"),
    [
        ("high", 0, "active", "automatic"),
        ("high", 180, "active", "automatic"),
        ("high", 181, "stale", "never"),
        ("medium", 90, "active", "automatic"),
        ("medium", 91, "dormant", "explicit"),
        ("medium", 180, "dormant", "explicit"),
        ("medium", 181, "stale", "never"),
        ("low", 30, "active", "automatic"),
        ("low", 31, "stale", "never"),
        ("low", 181, "stale", "never"),
    ],
)
def test_F6_age_and_confidence_decide_the_state(
    confidence: Confidence, days: int, state: FactState, injection: str
) -> None:
    decay = state_of(fact("x", confidence=confidence), NOW + days * DAY)
    assert (decay.state, decay.injection) == (state, injection)


def test_F6_an_hour_past_the_limit_is_past_it() -> None:
    old = fact("x", confidence="medium")
    assert state_of(old, NOW + 90 * DAY + timedelta(hours=1)).state == "dormant"


def test_F9_a_retired_fact_is_superseded_whatever_its_age() -> None:
    assert state_of(fact("x", retired=NOW), NOW) == Decay("superseded", "never")


@given(any_fact, ages, ages)
def test_F6_injection_never_grows_with_age(
    known: Fact, younger: timedelta, more: timedelta
) -> None:
    before = state_of(known, known.last_confirmed_at + younger)
    after = state_of(known, known.last_confirmed_at + younger + more)
    assert OPENNESS[after.injection] <= OPENNESS[before.injection]


@given(any_fact, ages)
def test_F6_the_state_holds_until_its_next_change_and_not_longer(
    known: Fact, age: timedelta
) -> None:
    now = known.last_confirmed_at + age
    decay = state_of(known, now)
    if decay.next_change_at is None:
        assert state_of(known, now + 1000 * DAY).state == decay.state
    else:
        assert decay.next_change_at >= now
        assert state_of(known, decay.next_change_at).state == decay.state
        assert state_of(known, decay.next_change_at + JUST).state != decay.state


@given(any_fact, ages)
def test_F6_a_clock_set_before_the_confirmation_kills_nothing(known: Fact, back: timedelta) -> None:
    fresh = state_of(known, known.last_confirmed_at)
    assert state_of(known, known.last_confirmed_at - back) == fresh


@given(any_fact, ages, ages)
def test_F6_a_clock_that_jumps_back_revives_nothing(
    known: Fact, age: timedelta, back: timedelta
) -> None:
    assume(back <= AHEAD)  # further ahead an instant was itself recorded by a wrong clock
    seen = known.last_confirmed_at + age
    now = steady(seen - back, [known.last_confirmed_at, seen])
    assert state_of(known, now) == state_of(known, seen)


def test_F6_a_steady_clock_is_the_clock() -> None:
    assert steady(NOW, []) == NOW
    assert steady(NOW, [datetime.min.replace(tzinfo=NOW.tzinfo)]) == NOW
