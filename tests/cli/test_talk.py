"""Entries and slash commands, before anything is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.cli import slash
from assistant.cli.chat import entries
from assistant.cli.noticing import is_short
from assistant.cli.talk import unfinished, unquoted
from assistant.messages import say
from assistant.session.base import TurnInput


@pytest.mark.parametrize(
    ("lines", "messages"),
    [
        (["one", "two"], ["one", "two"]),
        (['"""one', "two", '"""', "three"], ["one\ntwo", "three"]),
        (['"""', "one", '"""'], ["one"]),
        (['"""one line"""', "next"], ["one line", "next"]),
        (['"""never closed', "two"], ["never closed\ntwo"]),
        (['say """ as it is'], ['say """ as it is']),
        ([], []),
    ],
)
def test_three_quotes_hold_several_lines(lines: list[str], messages: list[str]) -> None:
    assert list(entries(lines)) == messages


def test_quotes_are_taken_off_only_when_they_open_the_message() -> None:
    assert unfinished('"""')
    assert not unfinished('a """ b')
    assert unquoted('a """') == 'a """'


@pytest.mark.parametrize("text", ["/help", " /new ", "/model some words"])
def test_a_slash_and_letters_is_a_command(text: str) -> None:
    assert slash.is_command(text)


@pytest.mark.parametrize("text", ["/etc/hosts is odd", "/ 2", "1/2", "//comment", "no /help here"])
def test_other_slashes_are_messages(text: str) -> None:
    assert not slash.is_command(text)


def test_every_command_says_what_it_does() -> None:
    assert {"help", "new", "model", "prompt", "quit"} <= set(slash.TABLE)
    for name in slash.TABLE:
        assert say(f"slash.{name}", "es") != say(f"slash.{name}", "en")


def test_the_commands_of_the_issue_are_all_there() -> None:
    asked = "help facts forget undo why fresh wrong tools new topic sessions delete role model edit"
    assert {
        *asked.split(),
        "file",
        "retry",
        "copy",
        "stats",
        "prompt",
        "state",
        "profile",
        "quit",
    } == set(slash.TABLE)


def test_F7_what_is_told_of_a_change_is_read_to_its_end(home: Path) -> None:
    first, later = "callum does network, amira does windows", "callum left, imran does network now"
    with open_app(home=home) as app:
        session = app.session()
        noted = session.respond(TurnInput(first))
        result = session.respond(TurnInput(later))
    replaced, left = result.notices
    assert "imran does network now" in replaced
    assert not is_short(replaced, result, later)
    assert not is_short(left, result, later)
    assert is_short(noted.notices[0], noted, first)
    assert not is_short(noted.notices[0], noted, f"hola, un gusto, soy de Jaén y {first}")
