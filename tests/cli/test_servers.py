"""A local server of another account: asked about once, and sent nothing before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.cli import servers
from assistant.cli.main import run
from assistant.cli.request import Talk
from assistant.cli.talk import Chat
from assistant.errors import ModelUnavailable
from assistant.llm import discover, probe
from tests.cli.conversation import Paper
from tests.servers.foreign import Foreign, foreign_server


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> Iterator[Foreign]:
    """The only server that is looked for."""
    with foreign_server() as server:
        ports = {"Ollama": server.port}
        monkeypatch.setattr(probe, "LOCAL_SERVERS", ports)
        defaults = {**(discover.choose.__kwdefaults__ or {}), "ports": ports}
        monkeypatch.setattr(discover.choose, "__kwdefaults__", defaults)
        yield server


def chat_of(home: Path, *, agrees: bool, attended: bool = True) -> Chat:
    app = open_app(home=home)
    return Chat(Talk(), app, app.session(), Paper(agrees=agrees, attended=attended))


def test_ask_sends_nothing_and_says_why(
    foreign: Foreign, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["facts", "add", "my boat is called Calypso"]) == 0
    assert run(["ask", "what is my boat called, and why would one call it that?"]) in (0, 69)
    said = capsys.readouterr().err
    assert foreign.posts == []
    assert f"`assistant models accept {foreign.port}`" in said
    assert "belongs to the user nobody" in said
    assert run(["ask", "¿qué tiempo hace en la luna cuando llueve?"]) in (0, 69)
    assert "es de nobody" in capsys.readouterr().err.replace("el usuario ", "")


def test_a_yes_in_a_script_is_enough(foreign: Foreign, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["models", "accept"]) == 0
    assert str(foreign.port) in capsys.readouterr().out
    assert run(["models", "accept", str(foreign.port)]) == 0
    assert "may be asked from now on" in capsys.readouterr().err
    assert run(["ask", "why is the sky blue?"]) == 0
    assert len(foreign.posts) == 1
    assert "accept" not in capsys.readouterr().err
    assert run(["models", "accept", "--revoke", str(foreign.port)]) == 0
    assert run(["ask", "why is the sea green?"]) in (0, 69)
    assert len(foreign.posts) == 1
    assert run(["models", "accept", "9"]) == 2


def test_incognito_does_not_read_the_yes(
    foreign: Foreign, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["models", "accept", str(foreign.port)]) == 0
    assert run(["ask", "--incognito", "why is the sky blue?"]) in (0, 69)
    assert foreign.posts == []
    assert run(["ask", "why is the sky blue?"]) == 0
    assert len(foreign.posts) == 1


def test_use_names_the_yes_that_it_needs(
    foreign: Foreign, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["models", "use", "scripted-model"]) == 0
    assert f"models accept {foreign.port}" in capsys.readouterr().err
    assert run(["ask", "why is the sky blue?"]) == 69
    assert foreign.posts == []


def test_a_conversation_asks_once(foreign: Foreign, home: Path) -> None:
    chat = chat_of(home, agrees=True)
    with chat.app:
        servers.settle(chat)
        assert isinstance(chat.screen, Paper)
        (question,) = chat.screen.asked
        assert "Ollama" in question
        assert str(foreign.port) in question
        assert "nobody" in question
        chat.take("why is the sky blue?")
        assert len(foreign.posts) == 1
    again = chat_of(home, agrees=False)
    with again.app:
        servers.settle(again)
        assert isinstance(again.screen, Paper)
        assert again.screen.asked == [], "the yes was remembered"


def test_a_no_is_remembered_too(foreign: Foreign, home: Path) -> None:
    for times in (1, 0):
        chat = chat_of(home, agrees=False)
        with chat.app:
            servers.settle(chat)
            assert isinstance(chat.screen, Paper)
            assert len(chat.screen.asked) == times
            chat.take("why is the sky blue?")
            assert not any("accept" in line for line in chat.screen.notices)
    assert foreign.posts == []


def test_a_model_named_in_a_conversation_is_asked_about(foreign: Foreign, home: Path) -> None:
    chat = chat_of(home, agrees=True)
    with chat.app:
        chat.take("/model scripted-model")
        chat.take("why is the sky blue?")
        assert len(foreign.posts) == 1


def test_where_nobody_is_asked_nothing_is_remembered(foreign: Foreign, home: Path) -> None:
    chat = chat_of(home, agrees=True, attended=False)
    with chat.app:
        servers.settle(chat)
        assert isinstance(chat.screen, Paper)
        assert chat.screen.asked == []
        with pytest.raises(ModelUnavailable):
            chat.use_model("scripted-model")
    assert foreign.posts == []


def test_the_doctor_knows_the_yes_and_names_its_lack(
    foreign: Foreign, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["facts", "list"]) == 0
    run(["doctor"])
    assert f"models accept {foreign.port}" in capsys.readouterr().out
    assert run(["models", "accept", str(foreign.port)]) == 0
    run(["doctor"])
    assert "models accept" not in capsys.readouterr().out
