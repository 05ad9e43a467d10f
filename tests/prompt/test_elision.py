"""Shortening in the middle."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.prompt.elision import elide
from tests.prompt.support import COUNTER, words


def test_what_fits_is_whole() -> None:
    assert elide("a short text", 10, COUNTER) == "a short text"


def test_the_mark_says_how_much_is_gone() -> None:
    text = words(400)
    short = elide(text, 100, COUNTER)
    gone = re.search(r"\[… (\d+) tokens elided …\]", short)
    assert gone is not None
    kept = COUNTER.count(short.replace(gone[0], ""))
    assert abs(int(gone[1]) + kept - COUNTER.count(text)) <= 6


def test_beginning_and_end_stay() -> None:
    short = elide(words(400), 100, COUNTER)
    assert short.startswith("palabra0 palabra1 ")
    assert short.endswith(" palabra398 palabra399")


def test_most_of_the_room_is_used() -> None:
    assert COUNTER.count(elide(words(400), 200, COUNTER)) >= 170


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet=st.sampled_from("aé 漢\n🧠x."), min_size=1, max_size=3000),
    st.integers(20, 300),
)
def test_never_over_its_room(text: str, room: int) -> None:
    assert COUNTER.count(elide(text, room, COUNTER)) <= room
