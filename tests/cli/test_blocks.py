"""Where a growing Markdown text is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.cli.blocks import split

PIECES = st.lists(
    st.sampled_from(
        ["# Title\n", "word ", "\n", "\n\n", "- item\n", "1. one\n", "   more\n", "```\n", "~~~~\n",
         "```py\n", "> quote\n", "| a | b |\n", "1", "2. two\n", "\t"]
    ),
    max_size=40,
)  # fmt: skip


@given(PIECES)
def test_nothing_is_lost_and_nothing_is_cut_twice(pieces: list[str]) -> None:
    text = "".join(pieces)
    finished, rest = split(text)
    assert "".join(finished) + rest == text


@given(PIECES, PIECES)
def test_a_finished_block_stays_finished_whatever_follows(
    before: list[str], after: list[str]
) -> None:
    early, _ = split("".join(before))
    later, _ = split("".join([*before, *after]))
    assert later[: len(early)] == early


@pytest.mark.parametrize(
    ("text", "finished"),
    [
        ("one\n\ntwo", ["one\n\n"]),
        ("one\n\n", []),
        ("one\ntwo", []),
        ("# A\n\nb\n\nc", ["# A\n\n", "b\n\n"]),
        ("- a\n\n- b\n\n", []),
        ("- a\n\n  more of a\n\nafter it", ["- a\n\n  more of a\n\n"]),
        ("1. a\n\n2", []),
        ("1. a\n\n2024 was", ["1. a\n\n"]),
        ("```\na\n\nb\n", []),
        ("```\na\n\nb\n```\n\nafter", ["```\na\n\nb\n```\n\n"]),
        ("````\n```\n\n```\n\nx\n````\n\nend", ["````\n```\n\n```\n\nx\n````\n\n"]),
    ],
)
def test_blocks(text: str, finished: list[str]) -> None:
    assert split(text)[0] == finished
