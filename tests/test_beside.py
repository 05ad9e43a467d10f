"""Files that are written beside the one whose place they take: a kill leaves nothing for long."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assistant.beside import replacing
from assistant.cli.config import write_private
from assistant.errors import StorageUnavailable
from tests.killing import dead_process


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_what_a_killed_process_was_writing_goes_when_the_file_is_written_again(
    tmp_path: Path,
) -> None:
    file, own = tmp_path / "config.toml", (".config.toml.2024", ".config.toml.notes.tmp")
    (tmp_path / f".config.toml.{dead_process()}.tmp").write_text("half of the settings")
    for name in own:
        (tmp_path / name).write_text("the person's own")
    write_private(file, "whole")
    assert names(tmp_path) == sorted((*own, file.name))
    assert file.read_text() == "whole"
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_another_process_is_writing_stays(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"]) as process:
        other = tmp_path / f".facts.json.{process.pid}.tmp"
        other.write_text("of another export")
        write_private(tmp_path / "facts.json", "whole")
        assert other.exists()
        process.kill()


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_beside(
    tmp_path: Path,
) -> None:
    (tmp_path / "page.html").mkdir()  # nothing takes the place of a folder
    with pytest.raises(StorageUnavailable, match="cannot be written"):
        write_private(tmp_path / "page.html", "whole")
    assert names(tmp_path) == ["page.html"]


def test_what_fails_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "facts.db"
    file.write_text("old")

    def fail() -> None:
        with replacing(file) as unnamed:
            unnamed.write_text("half")
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert (names(tmp_path), file.read_text()) == ([file.name], "old")
