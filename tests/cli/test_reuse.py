"""An answer that is given again, as the person at the keyboard sees it (A4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.cli import plain
from assistant.cli.repl import TerminalScreen
from assistant.cli.talk import Chat
from tests.cli.conversation import Paper, conversing, paper
from tests.servers.scripted import Reply, ScriptedServer

ASKED = "how do I rename a git branch"
REWORDED = "git: change the name of a branch"
SPANISH = "cómo cambio el nombre de una rama en git"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("git branch -m")) as scripted:
        yield scripted


@pytest.fixture
def chat(home: Path, server: ScriptedServer) -> Iterator[Chat]:
    with conversing(home, server) as opened:
        yield opened


@pytest.fixture
def screen(chat: Chat) -> Paper:
    return paper(chat)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (REWORDED, "[Answer retrieved from an earlier conversation]"),
        (SPANISH, "[Respuesta recuperada de conversación anterior]"),
    ],
)
def test_A4_the_disclaimer_stands_beside_the_answer(
    chat: Chat, screen: Paper, server: ScriptedServer, question: str, line: str
) -> None:
    for typed in (ASKED, "/new", question):
        chat.take(typed)
    assert screen.answers == ["git branch -m"] * 2
    assert line in screen.notices
    dated = screen.notices[screen.notices.index(line) + 1]
    assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d", dated), "when the earlier answer was given"
    assert len(server.chats) == 1


@pytest.mark.parametrize("again", [ASKED, f"{ASKED}??", f"/fresh {REWORDED}", "/retry"])
def test_A4_asking_anew_asks_the_model(
    chat: Chat, screen: Paper, server: ScriptedServer, again: str
) -> None:
    for typed in (ASKED, again):
        chat.take(typed)
    assert len(server.chats) == 2
    assert len(screen.answers) == 2
    assert not [notice for notice in screen.notices if "retrieved" in notice]


def test_A4_wrong_takes_a_reused_answer_away(
    chat: Chat, screen: Paper, server: ScriptedServer
) -> None:
    for typed in (ASKED, "/new", REWORDED, "/wrong"):
        chat.take(typed)
    assert len(server.chats) == 1
    for typed in ("/new", REWORDED):
        chat.take(typed)
    assert len(server.chats) == 2, "neither wording is answered with it again"
    assert screen.answers[-1] == "git branch -m"


def test_A4_the_disclaimer_is_styled_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plain, "styled", lambda _stream: True)
    TerminalScreen().notice("[Answer retrieved from an earlier conversation]")
    assert capsys.readouterr().out.startswith("\x1b[2m[Answer")
