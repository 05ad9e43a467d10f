"""Only the conclusion enters the prompt, within its room, and what is cut is said (T8)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.tools.conclusion import conclude, share
from tests.prompt.support import COUNTER

TABLE = [{"name": f"file{n}.txt", "bytes": n * 100} for n in range(400)]


def test_small_results_stay_whole() -> None:
    assert conclude("done", 300, COUNTER) == "done"
    assert conclude({"a": 1, "b": ["x"]}, 300, COUNTER) == 'a: 1\nb: ["x"]'
    assert conclude([], 300, COUNTER) == "nothing"
    assert conclude(None, 300, COUNTER) == "null"


def test_T8_a_table_keeps_its_head_and_says_how_many_rows_there_are() -> None:
    text = conclude(TABLE, 100, COUNTER)
    assert text.splitlines()[:2] == ["name | bytes", "file0.txt | 0"]
    assert text.splitlines()[-1].endswith("of 400 rows]")


def test_T8_a_text_keeps_its_beginning_and_its_end() -> None:
    text = conclude("\n".join(f"line {n}" for n in range(1000)), 100, COUNTER)
    lines = text.splitlines()
    assert lines[0] == "line 0"
    assert lines[-1] == "line 999"
    assert any("of 1,000 lines left out" in line for line in lines)


def test_T8_an_object_keeps_every_short_value_whole_beside_a_long_one() -> None:
    data = {"exit_status": 1, "output": "word " * 5000, "note": "cut"}
    text = conclude(data, 120, COUNTER)
    assert "exit_status: 1" in text
    assert "note: cut" in text
    assert "word word" in text


def test_T8_one_endless_line_is_cut_and_said_to_be() -> None:
    assert "characters]" in conclude("x" * 100_000, 60, COUNTER)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=300),
    lambda inner: (
        st.lists(inner, max_size=30) | st.dictionaries(st.text(max_size=20), inner, max_size=20)
    ),
    max_leaves=60,
)


@settings(max_examples=60, deadline=None)
@given(json_values, st.integers(1, 300))
def test_T8_no_result_is_larger_than_its_room(data: Any, room: int) -> None:
    assert COUNTER.count(conclude(data, room, COUNTER)) <= room


@given(st.lists(st.integers(1, 2000), max_size=60), st.integers(100, 300))
def test_T8_together_they_never_take_more_than_the_room(sizes: list[int], room: int) -> None:
    shares = share(sizes, room)
    assert sum(shares) <= room
    assert all(given <= size for given, size in zip(shares, sizes, strict=True))


@pytest.mark.parametrize(
    ("sizes", "room", "shares"),
    [
        ([10, 20], 300, [10, 20]),
        ([10, 500, 500], 300, [10, 145, 145]),
        ([1000] * 3, 300, [100, 100, 100]),
        ([], 300, []),
        ([5, 1000, 7], 300, [5, 288, 7]),
        ([1000] * 40, 300, [1] * 29 + [24] * 4 + [25] * 7),
        ([10] * 25, 300, [10] * 25),
        ([5] * 20 + [1000], 60, [1] * 16 + [5] * 4 + [24]),
    ],
)
def test_T8_all_results_share_the_room(sizes: list[int], room: int, shares: list[int]) -> None:
    assert share(sizes, room) == shares
