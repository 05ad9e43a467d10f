"""What has to be known of a home as it is opened."""

from __future__ import annotations

import pytest

from assistant.cli import opening, plain


@pytest.mark.parametrize("columns", [40, 80])
def test_what_is_told_is_broken_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    monkeypatch.setattr(plain, "interactive", lambda *_: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    files = ("/home/dana/.local/share", "/home/dana/.local/share/models")
    opening._tell("tightened", files=", ".join(files))
    lines = plain.bare(capsys.readouterr().err).splitlines()
    assert all(len(line) < columns for line in lines)
    assert {word.rstrip(",:") for word in " ".join(lines).split()} >= {*files, "others", "alone"}
