"""Files that are written beside the one whose place they take (issue: a kill leaves nothing)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assistant.beside import beside
from assistant.cli.config import write_private
from assistant.errors import StorageUnavailable


@pytest.fixture
def dead() -> int:
    """The number of a process that was killed."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"])
    process.kill()
    process.wait()
    return process.pid


def test_F7_what_a_killed_process_was_writing_goes_when_the_file_is_written_again(
    tmp_path: Path, dead: int
) -> None:
    file = tmp_path / "config.toml"
    (tmp_path / f".config.toml.{dead}").write_text("half of the settings")
    (tmp_path / ".config.toml.notes").write_text("the person's own")
    write_private(file, "whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".config.toml.notes", file.name]
    assert file.read_text() == "whole"


def test_F7_what_another_process_is_writing_stays(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"]) as process:
        other = tmp_path / f".facts.json.{process.pid}"
        other.write_text("of another export")
        beside(tmp_path / "facts.json")
        assert other.exists()
        process.kill()


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_beside(
    tmp_path: Path,
) -> None:
    (tmp_path / "page.html").mkdir()  # nothing takes the place of a folder
    with pytest.raises(StorageUnavailable, match="cannot be written"):
        write_private(tmp_path / "page.html", "whole")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
