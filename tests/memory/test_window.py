"""The window: its size follows continuity, and never passes its cap (C2)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.memory import window
from assistant.records import Author, Message, Turn

NOW = datetime(2026, 1, 5, tzinfo=UTC)
shares = st.floats(0, 1)
sizes = st.lists(st.tuples(st.integers(0, 9000), st.integers(0, 9000)), max_size=40)


def turn(number: int, user: int, reply: int) -> Turn:
    return Turn(number, message(number, "user", user), message(number, "assistant", reply))


def message(number: int, role: Author, tokens: int) -> Message:
    return Message(f"{role}{number}", "s", number, role, "…", NOW, tokens)


def turns(sizes: list[tuple[int, int]]) -> list[Turn]:
    return [turn(n, *pair) for n, pair in enumerate(sizes, 1)]


@pytest.mark.parametrize(
    ("continuities", "expected"),
    [
        ([], 6),
        ([0.9], 6),
        ([0.1], 6),
        ([0.5, 0.5], 6),
        ([0.71, 0.71], 8),
        ([0.7, 0.9], 6),  # 0.7 is not above 0.7
        ([0.9, 0.7], 6),
        ([0.29, 0.1], 4),
        ([0.3, 0.1], 6),  # 0.3 is not below 0.3
        ([0.1, 0.3], 6),
        ([0.1, 0.9], 6),
        ([0.1, 0.1, 0.9, 0.9], 8),  # only the last two turns count
        ([0.9, 0.9, 0.1, 0.1], 4),
    ],
)
def test_C2_the_window_has_6_turns_8_when_near_twice_and_4_when_far_twice(
    continuities: list[float], expected: int
) -> None:
    assert window.size(continuities) == expected


@given(st.lists(shares, max_size=5), st.integers(0, 4), shares)
def test_C2_more_continuity_never_makes_the_window_smaller(
    continuities: list[float], place: int, more: float
) -> None:
    if place < len(continuities):
        raised = list(continuities)
        raised[place] = max(raised[place], more)
        assert window.size(raised) >= window.size(continuities)


@given(sizes, st.sampled_from([4, 6, 8]), st.integers(0, 1200))
def test_C2_what_stays_has_room_under_the_cap(
    given_sizes: list[tuple[int, int]], limit: int, cap: int
) -> None:
    chosen = window.select(turns(given_sizes), limit, cap)
    assert chosen.floor <= cap
    assert len(chosen.staying) <= limit


@given(sizes, st.sampled_from([4, 6, 8]), st.integers(0, 1200))
def test_C2_the_oldest_leave_and_no_turn_is_lost_from_sight(
    given_sizes: list[tuple[int, int]], limit: int, cap: int
) -> None:
    before = turns(given_sizes)
    chosen = window.select(before, limit, cap)
    assert [*chosen.leaving, *chosen.staying] == before


@given(sizes, st.integers(0, 1200), st.integers(0, 1200))
def test_C2_more_room_never_shows_fewer_turns(
    given_sizes: list[tuple[int, int]], one: int, other: int
) -> None:
    before = turns(given_sizes)
    small, large = (window.select(before, 8, cap).staying for cap in sorted((one, other)))
    assert len(small) <= len(large)


@given(st.lists(st.tuples(st.integers(0, 9000), st.integers(0, 9000)), min_size=8, max_size=8))
def test_C2_at_the_full_cap_long_messages_cost_no_turn(given_sizes: list[tuple[int, int]]) -> None:
    """Eight turns of any length fit: they are elided in the middle before one is lost."""
    assert len(window.select(turns(given_sizes), 8).staying) == 8


def test_C2_a_turn_leaves_when_its_messages_could_not_keep_their_floor() -> None:
    long = turns([(500, 500)] * 3)
    assert len(window.select(long, 6, cap=3 * 2 * 64).staying) == 3
    assert len(window.select(long, 6, cap=3 * 2 * 64 - 1).staying) == 2


@pytest.mark.parametrize(("limit", "tokens"), [(4, 800), (6, 1200), (8, 1200)])
def test_P3_a_narrow_window_is_a_small_one(limit: int, tokens: int) -> None:
    assert window.room(limit) == tokens
    long = turns([(500, 500)] * limit)
    assert len(window.select(long, limit, window.room(limit)).staying) == limit
