"""Files that a process was writing when it was killed, beside those that it meant to replace."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assistant.storage.sqlite.backups import remove_copies
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.unfinished import left_unfinished
from tests.killing import dead_process
from tests.storage.conftest import Opener

NAMES = (
    "assistant.db.{}.tmp",
    "assistant.db.backup-2026-02-03.{}.tmp",
    "assistant.db.backup-2026-02-03.{}.tmp-journal",
    "history.{}",
    "logs/2026-02-03T10.jsonl.{}",
)
OTHERS = ("history", "notes.77", "logs/2026-02-03T10.jsonl", "assistant.db.damaged-2026")


def leave(path: Path, process: int) -> list[Path]:
    (path.parent / "logs").mkdir(parents=True, exist_ok=True)
    files = [path.parent / name.format(process) for name in (*NAMES, *OTHERS)]
    for file in files:
        file.write_text("what was said")
    return files[: len(NAMES)]


def test_F7_what_a_killed_process_left_is_erased_by_forgetting(
    open_home: Opener, path: Path
) -> None:
    open_home().close()
    files = leave(path, dead_process())
    assert sorted(left_unfinished(path)) == sorted(files)
    remove_copies(Database(path))
    assert not any(file.exists() for file in files)
    assert (path.parent / "notes.77").exists()


def test_F7_what_another_process_is_writing_stays(path: Path) -> None:
    leave(path, os.getpid())
    assert list(left_unfinished(path)) == []


def test_F7_what_is_older_than_the_process_of_its_number_is_left(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = leave(path, os.getpid())
    start = max(file.stat().st_ctime for file in files)
    monkeypatch.setattr("assistant.beside._start_of", lambda _: start + 60)
    assert sorted(left_unfinished(path)) == sorted(files)
