"""Whatever a handler returns becomes plain, bounded JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.plain import LONGEST_TEXT, clean, plain


@dataclass
class Row:
    name: str
    at: datetime


class Place(NamedTuple):
    city: str
    size: int


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Place("Lugo", 3), {"city": "Lugo", "size": 3}),
        (
            Row("a", datetime(2026, 1, 1, tzinfo=UTC)),
            {"name": "a", "at": "2026-01-01T00:00:00+00:00"},
        ),
        ({1: (2, 3)}, {"1": [2, 3]}),
        (float("nan"), "nan"),
        (10**400, 10**400),
        (b"abc", "3 bytes"),
        (Path("/x"), "/x"),
        ({"a": None, "b": True}, {"a": None, "b": True}),
    ],
)
def test_values_become_what_json_has(value: object, expected: object) -> None:
    assert plain(value) == expected


def test_a_number_too_long_to_be_written_is_described() -> None:
    assert plain(-(10**5000)) == "a whole number of 5,001 digits"


def test_what_never_ends_is_cut() -> None:
    assert plain(count())[-1] == "… more"
    nested: list[object] = []
    nested.append(nested)
    assert "…" in json.dumps(plain(nested), ensure_ascii=False)


def test_much_in_many_pieces_is_bounded_too() -> None:
    def pieces() -> Iterator[str]:
        while True:
            yield "x" * 10_000

    assert len(json.dumps(plain({"a": pieces(), "b": "y" * 10}))) < LONGEST_TEXT * 1.2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]8;;http://evil\x07link\x1b]8;;\x07", "link"),
        ("\x1bPq#0\x1b\\after", "after"),
        ("\x9b31mred", "red"),
        ("a\rb\r\nc", "a\nb\nc"),
        ("\x1b(Bplain\x1b7", "plain"),
        ("bell\x07 nul\x00 del\x7f", "bell nul del"),
        ("ab\u202etxt.exe", "abtxt.exe"),
        ("cut\x1b[", "cut"),
        ("tab\there, ñandú ¿sí? 漢字 🙂", "tab\there, ñandú ¿sí? 漢字 🙂"),
    ],
)
def test_escape_sequences_go_and_words_stay(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(st.text(alphabet=st.sampled_from("\x1b\x9b]P[;m07\x07\\aé\n\u202e\x90\x9c"), max_size=40))
def test_nothing_that_drives_a_terminal_is_left(text: str) -> None:
    assert not set(clean(text)) & set("\x1b\x9b\x07\u202e\x90\x9c")
