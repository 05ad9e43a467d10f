"""Which turns make a segment."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from assistant.memory.segments.archive import leaving_groups
from assistant.records import Turn
from tests.memory.segments.samples import turns


def _turns(shifts: list[bool]) -> list[Turn]:
    rows = turns([(f"message {n}", f"reply {n}") for n in range(len(shifts))])
    return [replace(turn, shift=shift) for turn, shift in zip(rows, shifts, strict=True)]


def test_S2_three_turns_close_a_segment() -> None:
    closed, open_ = leaving_groups(_turns([False] * 5), topic_ended=False)
    assert [len(group) for group in closed] == [3]
    assert len(open_) == 2


def test_C6_a_shift_closes_the_segment_and_opens_another() -> None:
    closed, open_ = leaving_groups(_turns([False, False, True, False]), topic_ended=False)
    assert [[t.number for t in group] for group in closed] == [[1, 2]]
    assert [t.number for t in open_] == [3, 4]


def test_S3_an_unfinished_segment_keeps_its_raw_text_until_its_topic_ends() -> None:
    rows = _turns([False, False])
    assert leaving_groups(rows, topic_ended=False) == ((), tuple(rows))
    assert leaving_groups(rows, topic_ended=True) == ((tuple(rows),), ())


@given(st.lists(st.booleans(), max_size=20), st.booleans())
def test_S2_every_turn_goes_somewhere_once_and_in_order(shifts: list[bool], ended: bool) -> None:
    rows = _turns(shifts)
    closed, open_ = leaving_groups(rows, topic_ended=ended)
    assert [t for group in (*closed, open_) for t in group] == rows
    assert all(1 <= len(group) <= 3 for group in closed)
    assert all(not turn.shift for group in closed for turn in group[1:])
