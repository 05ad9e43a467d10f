"""Tables laid out once: mapped afterwards, made anew when broken, kept in memory when need be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from assistant.embedding.prepared import MAPPED, load_arrays

if TYPE_CHECKING:
    from assistant.embedding.prepared import Arrays


class Builder:
    """Counts how often the tables are built."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> Arrays:
        self.calls += 1
        return {name: np.arange(2000) + n for n, name in enumerate([*MAPPED, "scale"])}


@pytest.fixture
def build() -> Builder:
    return Builder()


def test_the_first_builds_and_the_next_maps(tmp_path: Path, build: Builder) -> None:
    first = load_arrays(tmp_path / "deep" / "tables", build)
    second = load_arrays(tmp_path / "deep" / "tables", build)
    assert build.calls == 1
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert isinstance(second["table"], np.memmap)


@pytest.mark.parametrize("name", ["table.npy", "rest.npz"])
def test_a_file_cut_short_is_made_anew(tmp_path: Path, build: Builder, name: str) -> None:
    folder = tmp_path / "tables"
    load_arrays(folder, build)
    with (folder / name).open("r+b") as file:
        file.truncate(100)
    again = load_arrays(folder, build)
    assert build.calls == 2
    assert again["scale"][0] == len(MAPPED)
    assert np.array_equal(load_arrays(folder, build)["table"], again["table"])
    assert build.calls == 2


def test_a_missing_file_is_made_anew(tmp_path: Path, build: Builder) -> None:
    folder = tmp_path / "tables"
    load_arrays(folder, build)
    (folder / "score.npy").unlink()
    load_arrays(folder, build)
    load_arrays(folder, build)
    assert build.calls == 2


def test_nothing_half_written_stays_behind(tmp_path: Path, build: Builder) -> None:
    load_arrays(tmp_path / "tables", build)
    assert [entry.name for entry in tmp_path.iterdir()] == ["tables"]


def test_where_nothing_can_be_written_the_arrays_serve(tmp_path: Path, build: Builder) -> None:
    (tmp_path / "file").write_text("in the way")
    assert load_arrays(tmp_path / "file" / "tables", build)["table"][5] == 5
    assert load_arrays(None, build)["table"][5] == 5
