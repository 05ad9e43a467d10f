"""The lists of ``data/``: what each loader promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import resources


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for ``data/``."""
    monkeypatch.setattr(resources, "data_path", lambda *parts: tmp_path.joinpath(*parts))
    return tmp_path


def test_lines_are_those_that_say_something(lists: Path) -> None:
    (lists / "some.txt").write_text("# what it is\n\none\n  \ntwo, three\n", "utf-8")
    assert resources.lines_of("some.txt") == ("one", "two, three")


def test_sections_hold_their_entries_folded_and_in_order(lists: Path) -> None:
    (lists / "parts.txt").write_text("loose\n[first]\nÑandú, b\n# no\nc,\n[none]\n", "utf-8")
    found = resources.sections_of("parts.txt")
    assert found == {"": ("loose",), "first": ("nandu", "b", "c"), "none": ()}
