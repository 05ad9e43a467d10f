"""``assistant facts add``: what it takes in, from the line and from a pipe."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.cli.main import run
from tests.cli.facts.test_commands import output
from tests.e2e.conftest import Cli


@pytest.fixture
def cli(home: Path) -> Cli:
    """A real process: what is piped needs a real pipe."""
    return Cli(home)


def known() -> list[str]:
    with open_app() as app:
        return [fact.fact for fact in app.facts.all()]


def test_a_dash_is_what_is_piped(cli: Cli) -> None:
    ended = cli("facts", "add", "-", "--json", stdin="uso Neovim\n")
    assert ended.status == 0, ended.err
    assert ended.json["fact"] == "uso Neovim"
    assert known() == ["uso Neovim"]


def test_a_fact_is_edited_from_a_pipe_too(cli: Cli) -> None:
    assert cli("facts", "add", "uso Neovim").status == 0
    with open_app() as app:
        (fact,) = app.facts.all()
    ended = cli("facts", "edit", fact.id, "-", "--json", stdin="uso Helix\n")
    assert ended.json["fact"] == "uso Helix"


def test_each_piped_line_that_holds_something_is_a_fact(cli: Cli) -> None:
    ended = cli("facts", "add", "-", stdin="uso Neovim\r\n\n  \nel equipo son 5 personas")
    assert ended.status == 0, ended.err
    assert sorted(known()) == ["el equipo son 5 personas", "uso Neovim"]


def test_a_line_that_is_refused_is_named(cli: Cli) -> None:
    ended = cli("facts", "add", "-", stdin="uso Neovim\n\n---\nel equipo son 5 personas\n")
    assert ended.status == 2
    assert "line 3" in ended.err
    assert known() == ["uso Neovim"]


@pytest.mark.parametrize(("piped", "status"), [("", 2), (" \n\n", 2), ("a\0b", 65)])
def test_a_pipe_without_a_text_adds_nothing(cli: Cli, piped: str, status: int) -> None:
    ended = cli("facts", "add", "-", stdin=piped)
    assert ended.status == status
    assert "assistant: " in ended.err
    assert known() == []


@pytest.mark.parametrize("text", ["-", "¿?", "…", "--", "👍"])
def test_a_text_without_letter_or_digit_is_no_fact(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["facts", "add", "--", text]) == 2
    assert "There is nothing to remember" in output(capsys)[1]
    assert known() == []


@pytest.mark.parametrize("text", ["7", "日本", "é"])
def test_any_letter_or_digit_makes_a_fact(text: str) -> None:
    assert run(["facts", "add", text]) == 0
    assert known() == [text]


def test_F7_what_may_replace_a_fact_is_asked_with_the_command_of_the_shell(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["facts", "add", "the boiler engineer is Tom Hale"]) == 0
    with open_app() as app:
        (old,) = app.facts.all()
    assert run(["facts", "add", "the boiler engineer is Ann Bell"]) == 0
    assert f"Both are kept; if it does: assistant facts forget {old.id} -y" in output(capsys)[1]


@pytest.mark.parametrize(
    ("setting", "text", "told"),
    [
        ("auto", "la impresora está en el sótano", "anotado: "),
        ("auto", "the printer is in the basement", "noted: "),
        ("auto", "docker", "noted: "),
        ("en", "la impresora está en el sótano", "noted: "),
    ],
)
def test_what_was_noted_is_told_in_the_language_of_the_text(
    capsys: pytest.CaptureFixture[str], home: Path, setting: str, text: str, told: str
) -> None:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(f'[ui]\nlanguage = "{setting}"\n')
    assert run(["facts", "add", text]) == 0
    assert output(capsys)[1].startswith(told + text)
    with open_app() as app:
        (fact,) = app.facts.all()
    assert run(["facts", "edit", fact.id, f"{text}!"]) == 0
    assert output(capsys)[1].startswith(told + text)
