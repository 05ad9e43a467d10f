"""Slips of the fingers are counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.text.slips import slips

WORDS = st.text("abcñ", max_size=9)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("tema", "tema", 0),
        ("canbiando", "cambiando", 1),
        ("remmber", "remember", 1),
        ("recodra", "recorda", 1),
        ("diferent", "differnt", 2),
        ("ca", "abc", 3),
        ("", "ab", 2),
    ],
)
def test_slips_between_two_words(one: str, other: str, expected: int) -> None:
    assert slips(one, other, 3) == slips(other, one, 3) == expected


def slow(one: str, other: str) -> int:
    """The definition, as a recursion."""
    if not one or not other:
        return len(one) + len(other)
    costs = [
        slow(one[:-1], other) + 1,
        slow(one, other[:-1]) + 1,
        slow(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    ]
    if len(one) > 1 and len(other) > 1 and one[-2:] == other[-1] + other[-2]:
        costs.append(slow(one[:-2], other[:-2]) + 1)
    return min(costs)


@given(st.text("abc", max_size=5), st.text("abc", max_size=5), st.integers(0, 6))
def test_the_count_is_the_defined_one_up_to_its_limit(one: str, other: str, most: int) -> None:
    assert slips(one, other, most) == min(slow(one, other), most + 1)


@given(WORDS, WORDS)
def test_it_is_the_same_both_ways(one: str, other: str) -> None:
    assert slips(one, other) == slips(other, one)
