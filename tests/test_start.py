"""How a process of the program begins."""

from __future__ import annotations

import os

import pytest

from assistant import start
from assistant.cli import main as commands

NAME = "OPENBLAS_NUM_THREADS"


@pytest.mark.parametrize(("given", "kept"), [(None, "1"), ("4", "4")])
def test_a_command_begins_with_one_thread_unless_told_otherwise(
    given: str | None, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a busy program a turn took twenty times longer while BLAS waited for its threads."""
    found: list[str | None] = []
    monkeypatch.setattr(start, "watch", lambda: None)
    monkeypatch.setattr(commands, "main", lambda: found.append(os.environ.get(NAME)))
    monkeypatch.delenv(NAME, raising=False)
    if given:
        monkeypatch.setenv(NAME, given)
    start.main()
    assert found == [kept]
