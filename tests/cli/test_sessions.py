"""``assistant sessions``: what is stored goes only after a yes."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.cli.main import run
from assistant.session.base import TurnInput
from tests.e2e.conftest import Cli
from tests.e2e.test_chat import Terminal
from tests.servers.scripted import Reply, ScriptedServer


@pytest.fixture
def stored(home: Path) -> str:
    """The id of a conversation of one turn."""
    with (
        ScriptedServer(Reply("Hola.")) as server,
        open_app(home=home, model=f"{server.base_url}|scripted-model") as app,
    ):
        session = app.session()
        session.respond(TurnInput("hola"))
        return session.conversation.id


def kept() -> list[str]:
    with open_app() as app:
        return [conversation.id for conversation in app.conversations.all()]


@pytest.mark.parametrize(("answer", "status", "left"), [("s", 0, 0), ("n", 130, 1)])
def test_delete_takes_the_yes_of_the_language_that_it_asked_in(
    home: Path, stored: str, answer: str, status: int, left: int
) -> None:
    terminal = Terminal(
        Cli(home), "delete", stored, command="sessions", env={"LANG": "es_AR.UTF-8"}
    )
    terminal.wait("[s/N]")
    terminal.enter(answer)
    assert terminal.status() == status
    assert len(kept()) == left


def test_delete_changes_nothing_where_nobody_can_be_asked(
    stored: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sessions", "delete", stored]) == 2
    assert "Add -y" in capsys.readouterr().err
    assert kept() == [stored]
