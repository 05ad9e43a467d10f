"""Asking before a side effect, and what an "always" leaves behind (T6)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from assistant.cli import consent
from assistant.cli.consent import _keep_and_tell, is_yes, keep, understood
from assistant.config import load_config
from assistant.records import Language


@pytest.mark.parametrize(
    ("line", "language", "answer"),
    [
        ("y\n", "en", "once"),
        ("o", "en", "once"),
        ("once", "en", "once"),
        ("a", "en", "always"),
        ("Always\n", "en", "always"),
        ("s", "es", "always"),
        ("siempre", "es", "always"),
        ("u", "es", "once"),
        ("sí", "es", "once"),
        ("n", "en", "no"),
        ("", "en", "no"),
        ("\n", "es", "no"),
        ("maybe", "en", "no"),
        ("yesterday", "en", "no"),
    ],
)
def test_T6_anything_but_a_clear_yes_is_a_no(line: str, language: Language, answer: str) -> None:
    assert understood(line, may_always=True, language=language) == answer


@pytest.mark.parametrize(("line", "answer"), [("a", "no"), ("s", "once"), ("y", "once")])
def test_T6_always_is_no_answer_where_it_is_not_offered(line: str, answer: str) -> None:
    assert understood(line, may_always=False, language="es") == answer


@pytest.mark.parametrize(("line", "yes"), [("y\n", True), ("S", True), ("sí", True), ("o", False),
                                           ("", False), ("once", False), ("siempre", False)])  # fmt: skip
def test_what_cannot_be_taken_back_needs_a_yes_in_either_language(line: str, yes: bool) -> None:
    assert is_yes(line) is yes


def test_T6_always_is_remembered_in_the_configuration_beside_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('# mine\n[ui]\nkeys = "vi"  # as ever\n\n[tools]\nallow = ["a.b"]\n')
    keep(file, "notes.add")
    keep(file, "notes.add")
    assert load_config(file).tools.allow == ("a.b", "notes.add")
    assert "# mine" in file.read_text()
    assert "# as ever" in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600


def test_T6_an_always_that_cannot_be_written_down_lets_the_call_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[tools\n")
    _keep_and_tell(file, "notes.add", "en")
    assert "this time alone" in capsys.readouterr().err
    file.write_text("")
    _keep_and_tell(file, "notes.add", "es")
    assert "tools.allow" in capsys.readouterr().err
    assert load_config(file).tools.allow == ("notes.add",)


def test_T6_the_file_is_made_where_there_is_none(tmp_path: Path) -> None:
    keep(tmp_path / "new" / "config.toml", "notes.add")
    data = tomllib.loads((tmp_path / "new" / "config.toml").read_text())
    assert data == {"tools": {"allow": ["notes.add"]}}


@pytest.mark.parametrize("columns", [24, 40, 80])
def test_T6_what_is_agreed_to_breaks_between_words_and_loses_nothing(columns: int) -> None:
    text = "Add AAPL (Apple Inc.) to the watchlist of this account, and tell of it tomorrow"
    rows = consent._rows(text, columns)
    assert max(map(len, rows)) < columns
    bare = [rows[0], *(row.removeprefix(consent.BAR) for row in rows[1:])]
    assert "".join(bare) == text
    assert all(row.endswith(" ") for row in bare[:-1])
    long = "x" * 100
    assert "".join(row.removeprefix(consent.BAR) for row in consent._rows(long, columns)) == long
