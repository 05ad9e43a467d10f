"""Tables laid out once: mapped afterwards, made anew when broken, kept in memory when need be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from assistant.embedding.prepared import INDEX, TABLES, load_arrays

if TYPE_CHECKING:
    from assistant.embedding.prepared import Arrays


class Builder:
    """Counts how often the tables are built."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> Arrays:
        self.calls += 1
        return {
            "table": np.arange(4000, dtype=np.uint8).reshape(40, 100),
            "odd": np.arange(7, dtype=np.int8),
            "scale": np.linspace(0, 1, 17, dtype=np.float32),
            "turned": np.arange(12.0).reshape(3, 4).T,
            "eps": np.asarray(1e-6),
        }


@pytest.fixture
def build() -> Builder:
    return Builder()


def test_the_first_builds_and_the_next_maps(tmp_path: Path, build: Builder) -> None:
    first = load_arrays(tmp_path / "deep" / "tables", build)
    second = load_arrays(tmp_path / "deep" / "tables", build)
    assert build.calls == 1
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert all(first[name].dtype == second[name].dtype for name in first)
    assert not any(array.flags.writeable or array.flags.owndata for array in second.values())
    assert all(array.ctypes.data % array.itemsize == 0 for array in second.values())


@pytest.mark.parametrize("name", [TABLES, INDEX])
def test_a_file_cut_short_is_made_anew(tmp_path: Path, build: Builder, name: str) -> None:
    folder = tmp_path / "tables"
    load_arrays(folder, build)
    with (folder / name).open("r+b") as file:
        file.truncate(40)
    again = load_arrays(folder, build)
    assert build.calls == 2
    assert again["scale"][-1] == 1
    assert np.array_equal(load_arrays(folder, build)["table"], again["table"])
    assert build.calls == 2


def test_a_missing_file_is_made_anew(tmp_path: Path, build: Builder) -> None:
    folder = tmp_path / "tables"
    load_arrays(folder, build)
    (folder / TABLES).unlink()
    load_arrays(folder, build)
    load_arrays(folder, build)
    assert build.calls == 2


def test_nothing_half_written_stays_behind(tmp_path: Path, build: Builder) -> None:
    load_arrays(tmp_path / "tables", build)
    assert [entry.name for entry in tmp_path.iterdir()] == ["tables"]


def test_what_an_earlier_release_laid_out_goes(tmp_path: Path, build: Builder) -> None:
    for name in ("model-1-1", "model-2-2", "another"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "old.npy").touch()
    for _ in range(2):
        load_arrays(tmp_path / "model-2-3", build, replaces="model-*")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["another", "model-2-3"]
    assert build.calls == 1


def test_where_nothing_can_be_written_the_arrays_serve(tmp_path: Path, build: Builder) -> None:
    (tmp_path / "file").write_text("in the way")
    assert load_arrays(tmp_path / "file" / "tables", build)["table"][0, 5] == 5
    assert load_arrays(None, build)["table"][0, 5] == 5
