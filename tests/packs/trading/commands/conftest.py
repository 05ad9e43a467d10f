"""The program with the pack on, in this process, at a time that stands still."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from assistant.cli import consent, pack_commands
from assistant.cli.main import run

NOW = "2025-11-25T18:00:00+00:00"  # a Tuesday on which New York trades


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Program = Callable[..., Ran]


@pytest.fixture
def home(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with the pack on and the simulated market."""
    settle(home)
    monkeypatch.setenv("ASSISTANT_NOW", NOW)
    return home


def settle(home: Path, settings: str = "", rest: str = "") -> None:
    home.mkdir(mode=0o700, exist_ok=True)
    text = f'[packs]\non = ["trading"]\n[packs.trading]\n{settings}\n{rest}\n'
    (home / "config.toml").write_text(text)


@pytest.fixture
def trading(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Program]:
    """``assistant trading …``; with ``answers`` somebody sits at a terminal and enters them."""

    def call(*words: str, answers: str | None = None) -> Ran:
        pack_commands._packs.cache_clear()
        with monkeypatch.context() as here:
            if answers is not None:
                here.setattr(consent, "somebody", lambda: True)
                here.setattr(sys, "stdin", io.StringIO(answers))
            status = run(["trading", *words])
        said = capsys.readouterr()
        return Ran(status, said.out, said.err)

    yield call
    pack_commands._packs.cache_clear()
