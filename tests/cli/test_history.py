"""The prompt's history file."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.cli import history


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "history"


def test_entries_come_back_as_they_were_typed(path: Path) -> None:
    typed = ["hola", "two\nlines", "«sí» \\n 'x'", "\u2028 odd \U0001f600"]
    for entry in typed:
        history.append(path, entry)
    history.append(path, "in a conversation", "default:ana:1")
    assert history.read(path) == [*typed, "in a conversation"]


def test_only_its_owner_reads_it(path: Path) -> None:
    history.append(path, "private", "default:ana:1")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_oldest_go_when_there_are_too_many(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEPT", 3)
    for n in range(5):
        history.append(path, str(n))
    history.trim(path)
    assert history.read(path) == ["2", "3", "4"]


def test_damaged_lines_are_passed_over(path: Path) -> None:
    history.append(path, "good")
    with path.open("ab") as file:
        file.write(b'"torn\n\xff\xfe\n12\n')
    history.append(path, "after")
    assert history.read(path) == ["good", "after"]


def test_a_home_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    history.append(tmp_path / "file" / "history", "x")
    assert history.read(tmp_path / "file" / "history") == []
    history.trim(tmp_path / "absent")


@pytest.mark.parametrize(
    "entry",
    [
        "my passphrase is correct horse battery staple",
        "use passphrase winter sun follows rain",
        "mi frase de contraseña nueva va a ser luna verde río azul",
    ],
)
def test_F4_a_passphrase_that_was_typed_does_not_stay(path: Path, entry: str) -> None:
    history.append(path, entry)
    history.append(path, "how do I change my passphrase without losing data?")
    assert history.read(path) == ["how do I change my passphrase without losing data?"]
