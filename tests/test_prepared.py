"""What is worked out of the shipped lists is kept for later processes, and never trusted blindly."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import prepared as module
from assistant.prepared import keep_in, prepared


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    before = module._places[0]
    keep_in(tmp_path / "home" / "cache")
    (tmp_path / "home").mkdir()
    yield tmp_path / "home" / "cache"
    keep_in(before)


def never() -> object:
    raise AssertionError("it was worked out again")


def test_it_is_worked_out_once(folder: Path) -> None:
    assert prepared("words", "a b", lambda: [["a"], "ñ"]) == [["a"], "ñ"]
    assert prepared("words", "a b", never) == [["a"], "ñ"]


def test_other_lists_lead_to_something_else_and_take_its_place(folder: Path) -> None:
    prepared("words", "a b", lambda: 1)
    assert prepared("words", "a c", lambda: 2) == 2
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"x" * 4096])
def test_a_damaged_file_is_made_anew(folder: Path, damage: bytes) -> None:
    prepared("words", "a b", lambda: 1)
    (file,) = folder.iterdir()
    file.write_bytes(damage)
    assert prepared("words", "a b", lambda: 1) == 1
    assert prepared("words", "a b", never) == 1


def test_one_that_was_changed_by_a_bit_is_made_anew(folder: Path) -> None:
    prepared("words", "a b", lambda: "words")
    (file,) = folder.iterdir()
    whole = bytearray(file.read_bytes())
    whole[-3] ^= 1
    file.write_bytes(whole)
    assert prepared("words", "a b", lambda: "again") == "again"


def test_no_word_of_the_lists_can_be_read_in_the_home(folder: Path) -> None:
    prepared("words", "", lambda: ["vegetarian", "jubilada"] * 100)
    assert all(b"vegetarian" not in file.read_bytes() for file in folder.iterdir())


def test_a_home_that_is_gone_is_not_made_again(folder: Path) -> None:
    folder.parent.rmdir()
    assert prepared("words", "a", lambda: 3) == 3
    assert not folder.parent.exists()


def test_where_nothing_may_be_written_it_is_worked_out_each_time(tmp_path: Path) -> None:
    keep_in(None)
    assert prepared("words", "a", lambda: 4) == 4
    keep_in(tmp_path / "file" / "cache")
    (tmp_path / "file").write_text("no folder")
    assert prepared("words", "a", lambda: 5) == 5
    keep_in(None)
