"""Which characters of an entry were pasted, however it was edited (F3)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.cli.pasting import Entry, Pastes, within


class Buffer:
    """A text that is typed and pasted, with its pastes followed."""

    def __init__(self) -> None:
        self.text, self.pastes = "", Pastes()

    def type(self, keys: str, at: int | None = None) -> Buffer:
        place = len(self.text) if at is None else at
        for key in keys:
            self._put(key, place)
            place += 1
        return self

    def paste(self, words: str, at: int | None = None) -> Buffer:
        self.pastes.pasted(words)
        self._put(words, len(self.text) if at is None else at)
        return self

    def delete(self, start: int, end: int) -> Buffer:
        self.text = self.text[:start] + self.text[end:]
        self.pastes.follow(self.text, start)
        return self

    def _put(self, words: str, place: int) -> None:
        self.text = self.text[:place] + words + self.text[place:]
        self.pastes.follow(self.text, place + len(words))

    @property
    def untyped(self) -> list[str]:
        return [self.text[a:b] for a, b in self.pastes.entry(self.text).untyped]


def test_F3_what_is_typed_around_a_paste_is_typed() -> None:
    assert Buffer().type("look: ").paste("my boss is Zoe").type(" ok?").untyped == [
        "my boss is Zoe"
    ]
    assert Buffer().paste("my boss is Zoe").type("look: ", at=0).untyped == ["my boss is Zoe"]
    assert Buffer().type("my boss is Zoe").untyped == []


def test_F3_what_is_typed_inside_a_paste_is_part_of_it() -> None:
    buffer = Buffer().type("x ").paste("my boss is Zoe")
    assert buffer.delete(13, 16).type("Ana", at=13).untyped == ["my boss is "], "at its edge"
    buffer = Buffer().paste("my boss is Zoe today")
    assert buffer.delete(11, 14).type("Ana", at=11).untyped == ["my boss is Ana today"]


def test_F3_a_paste_that_was_deleted_leaves_nothing_pasted() -> None:
    assert Buffer().type("ab ").paste("my boss").delete(3, 10).type("my boss is Ana").untyped == []


def test_F3_repeated_letters_do_not_move_a_paste() -> None:
    buffer = Buffer().paste("aaa").type("aaa", at=0)
    assert buffer.text == "aaaaaa"
    assert buffer.pastes.entry(buffer.text).untyped == ((3, 6),)


def test_F3_what_comes_back_by_yank_or_the_arrow_keys_is_still_pasted() -> None:
    buffer = Buffer().paste("my boss is Zoe")
    buffer.delete(0, 14)
    buffer._put("my boss is Zoe", 0)  # a yank: all at once, no paste
    entry = buffer.pastes.entry(buffer.text)
    assert entry.untyped == ((0, 14),)
    buffer.pastes.follow("my boss is Zoe", 14)
    assert buffer.pastes.entry("my boss is Zoe").untyped == ((0, 14),)


def test_F3_each_entry_begins_typed() -> None:
    buffer = Buffer().paste("one")
    buffer.pastes.entry(buffer.text)
    buffer.text = ""
    assert buffer.type("two").untyped == []


@pytest.mark.parametrize(
    ("entry", "text", "untyped"),
    [
        (Entry('"""\nab\n"""', ((4, 6),)), "ab", ((0, 2),)),
        (Entry("/fresh my boss", ((7, 14),)), "my boss", ((0, 7),)),
        (Entry("/edit", ()), "something else", ()),
        (Entry("/edit x", ((6, 7),)), "something else", ((0, 14),)),
    ],
)
def test_F3_a_part_of_an_entry_knows_what_of_it_was_pasted(
    entry: Entry, text: str, untyped: tuple[tuple[int, int], ...]
) -> None:
    assert within(entry, text) == Entry(text, untyped)


@given(
    st.lists(st.tuples(st.booleans(), st.text("ab ", min_size=1, max_size=6), st.integers(0, 40)))
)
def test_F3_spans_stay_in_order_and_within_the_text(steps: list[tuple[bool, str, int]]) -> None:
    buffer = Buffer()
    for pasted, words, place in steps:
        at = min(place, len(buffer.text))
        (buffer.paste if pasted else buffer.type)(words, at)
        if place % 5 == 0:
            buffer.delete(at, min(len(buffer.text), at + 3))
    spans = buffer.pastes.entry(buffer.text).untyped
    assert all(0 <= a < b <= len(buffer.text) for a, b in spans)
    assert all(one[1] < two[0] for one, two in pairwise(spans))
