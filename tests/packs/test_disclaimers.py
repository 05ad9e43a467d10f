"""Advice carries its disclaimer, made by the system, once a conversation (K6)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import App, open_app
from assistant.packs.base import Pack
from assistant.packs.checking import problems
from assistant.packs.telling import Disclaimer
from assistant.session.base import TurnInput
from tests.clock import Clock
from tests.packs.support import config_of, declare, write_pack
from tests.servers.scripted import Reply, ScriptedServer

CODE = '''
@tool("oracle.advise", kept=0)
def advise() -> str:
    """Advise."""
    return "plant beans"

@tool("calculate.beans", kept=0)
def beans(context: Context, rows: int) -> dict:
    """Count beans."""
    if rows < 0:
        raise failed("no rows")
    return {"settings": dict(context.settings), "state": dict(context.state)}

def tools():
    return [advise, beans]

def after(state, tool, arguments, data):
    return {"last": tool}
'''
IMPORTS = "from assistant.tools.base import Context, failed\n"
PARTS = {
    "tools": "tools",
    "states": "(State(after, lambda moment: []),)",
    "disclaimers": (
        '(Disclaimer({"en": "Not advice.", "es": "No es un consejo."}, ("oracle.advise",)),'
        ' Disclaimer({"en": "Count them.", "es": "Contalos."}, ("calculate.beans",)))'
    ),
}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("ok")) as running:
        yield running


@pytest.fixture
def app(home: Path, tmp_path: Path, server: ScriptedServer) -> Iterator[App]:
    folder = write_pack(tmp_path, "oracle", declare("oracle", **PARTS), IMPORTS + CODE)
    home.mkdir(mode=0o700)
    settings = "\n[packs.oracle]\ndepth = 3\n"
    (home / "config.toml").write_text(config_of(["oracle"], [folder]) + settings)
    model = f"{server.base_url}|scripted-model"
    with open_app(home=home, clock=Clock(), model=model) as opened:
        yield opened


def calling(name: str, arguments: str = "{}") -> Reply:
    return Reply("", tool_calls=[{"id": "c", "name": name, "arguments": arguments}])


ADVICE = calling("oracle-advise")


def test_K6_it_comes_after_the_first_advice_of_a_conversation_alone(
    app: App, server: ScriptedServer
) -> None:
    session = app.session()
    server.replies = [Reply("hello"), ADVICE, Reply("beans"), ADVICE, Reply("beans again")]
    assert "Not advice." not in session.respond(TurnInput("good morning to you")).notices
    assert "Not advice." in session.respond(TurnInput("what should I plant in May?")).notices
    assert "Not advice." not in session.respond(TurnInput("and what in the month after?")).notices
    session.new()
    server.replies = [ADVICE, Reply("beans")]
    assert "Not advice." in session.respond(TurnInput("what shall I plant in June?")).notices


def test_K6_it_comes_in_the_language_of_the_message(app: App, server: ScriptedServer) -> None:
    server.replies = [ADVICE, Reply("porotos")]
    notices = app.session().respond(TurnInput("¿qué planto en la huerta en mayo?")).notices
    assert "No es un consejo." in notices
    assert "Not advice." not in notices


def test_K6_it_outlives_the_process(app: App, server: ScriptedServer, home: Path) -> None:
    server.replies = [ADVICE, Reply("beans")]
    session = app.session()
    assert "Not advice." in session.respond(TurnInput("what should I plant in May?")).notices
    known = session.conversation.id
    with open_app(home=home, clock=Clock(), model=f"{server.base_url}|scripted-model") as other:
        server.replies = [ADVICE, Reply("beans")]
        again = other.session(conversation=known).respond(
            TurnInput("which beans are the best ones?")
        )
    assert "Not advice." not in again.notices


def test_a_call_that_failed_owes_nothing(app: App, server: ScriptedServer) -> None:
    server.replies = [calling("calculate-beans", '{"rows": -1}'), Reply("no")]
    assert "Count them." not in app.session().respond(TurnInput("count minus one rows")).notices


def test_each_goes_with_its_own_tools(app: App, server: ScriptedServer) -> None:
    server.replies = [calling("calculate-beans", '{"rows": 2}'), Reply("two")]
    notices = app.session().respond(TurnInput("count two rows of beans")).notices
    assert "Count them." in notices
    assert "Not advice." not in notices


def test_T8_a_tool_in_a_category_of_the_program_has_settings_and_state_of_its_pack(
    app: App, server: ScriptedServer
) -> None:
    session = app.session()
    server.replies = [ADVICE, Reply("beans"), calling("calculate-beans", '{"rows": 2}'), Reply("2")]
    session.respond(TurnInput("what should I plant in May?"))
    (run,) = session.respond(TurnInput("count two rows of beans")).tools
    assert run.result.data == {"settings": {"depth": 3}, "state": {"last": "oracle.advise"}}


def test_a_disclaimer_of_no_tool_is_a_problem(tmp_path: Path) -> None:
    for language in ("en", "es"):
        (tmp_path / f"guide.{language}.md").write_text("# mute")
    text = {"en": "a", "es": "b"}
    pack = Pack(
        name="mute", summary=text, guide=tmp_path, disclaimers=(Disclaimer(text, ("mute.x",)),)
    )
    assert problems(pack) == ["a disclaimer names mute.x, which is none of its tools"]


def test_a_disclaimer_is_there_in_every_language() -> None:
    with pytest.raises(ValueError, match="missing in: es"):
        Disclaimer({"en": "a"})
