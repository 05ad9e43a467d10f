"""Tools as people meet them: listed, run by hand, called by a model, asked about."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.conftest import Cli
from tests.e2e.test_chat import CTRL_D, READY, Terminal
from tests.servers.scripted import Reply, ScriptedServer

ADD = Reply(tool_calls=[{"id": "a", "name": "notes-add", "arguments": '{"text": "buy milk"}'}])
TIME = Reply(tool_calls=[{"id": "b", "name": "time-now", "arguments": '{"place": "Tokyo"}'}])


@pytest.fixture
def chat(assistant: Cli) -> Iterator[Terminal]:
    terminal = Terminal(assistant)
    yield terminal
    terminal.process.close(force=True)


def test_they_are_listed_with_what_they_may(alone: Cli) -> None:
    listed = alone("tools", "list", "--json").json
    tools = {tool["id"]: tool for tool in listed}
    assert tools["calculate.evaluate"]["available"]
    assert not tools["shell.run"]["available"]
    assert "tools.on" in tools["shell.run"]["why_not"]
    assert tools["notes.add"]["side_effect"]
    assert tools["time.difference"]["cached_seconds"] == 3600
    assert tools["web.fetch"]["quota"]["remaining"] == 20
    assert "web.fetch" in alone("tools", "list").out
    notes = alone("tools", "list", "--plan", "free", "--category", "notes", "--json").json
    assert [tool["id"] for tool in notes] == ["notes.search", "notes.read", "notes.add"]
    spanish = alone("tools", "list", "--category", "notes", env={"LC_ALL": "es_AR.UTF-8"}).out
    assert "pregunta" in spanish


def test_one_is_shown_with_its_arguments(alone: Cli) -> None:
    shown = alone("tools", "show", "calculate.convert")
    assert "from_unit" in shown.out
    assert "required" in shown.out
    assert alone("tools", "show", "nope").status == 2


def test_one_is_run_through_the_same_pipeline(alone: Cli) -> None:
    done = alone("tools", "run", "calculate.evaluate", "expression=6*7", "--json").json
    assert done["data"]["value"] == 42
    assert done["success"]
    left = alone("tools", "list", "--category", "calculate", "--json").json[0]
    assert left["quota"]["remaining"] in (29, 30), "30 when the minute has just begun"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("calculate.evaluate", "expression=1/0"), 65),
        (("calculate.evaluate",), 65),
        (("calculate.evaluate", "expression"), 2),
        (("nope.nope",), 2),
        (("shell.run", "command=true", "--yes"), 2),
        (("notes.add", "text=x", "--yes"), 75),
    ],
)
def test_a_failure_has_its_status_and_yes_lifts_no_rule(
    alone: Cli, words: tuple[str, ...], status: int
) -> None:
    done = alone("tools", "run", *words)
    assert done.status == status
    assert done.out == ""
    assert done.said.startswith("assistant: ")
    assert not (alone.home / "notes").exists()


def test_T3_a_role_without_the_plan_is_told_which_one_it_takes(alone: Cli) -> None:
    alone.configure('[roles.guest]\nplan = "free"\n')
    listed = alone("tools", "list", "--role", "guest", "--json").json
    assert {tool["required_plan"] for tool in listed if tool["available"]} == {"free"}


def test_ask_says_on_stderr_what_was_called(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [TIME, Reply("Six.")]
    done = assistant("ask", "what about Tokyo?")
    assert done.out == "Six.\n"
    assert "time.now place=Tokyo · " in done.err


def test_T6_without_a_terminal_the_model_is_refused(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [ADD, Reply("I could not.")]
    assert assistant("ask", "jot down: buy milk").out == "I could not.\n"
    assert not (assistant.home / "notes").exists()
    assistant.configure('[tools]\nallow = ["notes.add"]\n')
    server.replies = [ADD, Reply("Noted.")]
    assert assistant("ask", "jot down: buy milk").out == "Noted.\n"
    assert "buy milk" in (assistant.home / "notes" / "inbox.md").read_text()


def test_prompt_shows_the_share_of_the_schemas(assistant: Cli) -> None:
    sections = assistant("prompt", "hello there", "--json").json["sections"]
    tools = next(section for section in sections if section["name"] == "tools")
    assert 0 < tools["tokens"] < 700
    assert "time-now" in tools["items"]


def test_T6_yes_at_a_terminal_answers_the_question_and_lifts_no_rule(alone: Cli) -> None:
    with (alone.home / "config.toml").open("a") as config:
        config.write('[tools]\non = ["shell.run"]\noff = ["notes.add"]\n')
    run = Terminal(alone, "run", "shell.run", "command=echo it ran", "--yes", command="tools")
    run.wait("it ran")
    assert run.status() == 0
    off = Terminal(alone, "run", "notes.add", "text=x", "--yes", command="tools")
    off.wait("switched off")
    assert off.status() == 2
    asked = Terminal(alone, "run", "shell.run", "command=echo it ran", command="tools")
    asked.wait("[y]es, [N]o")
    asked.enter("n")
    asked.wait("Nothing was done.")
    assert asked.status() == 130
    assert not (alone.home / "notes").exists()


def test_T6_the_repl_asks_and_shows_a_line_for_each_call(
    chat: Terminal, server: ScriptedServer, assistant: Cli
) -> None:
    chat.wait(READY)
    server.replies = [ADD, Reply("It stays unsaid.")]
    chat.enter("jot down: buy milk")
    chat.wait("add to the note inbox.md: buy milk")
    chat.wait("lways for this tool")
    chat.enter("n")
    chat.wait("It stays unsaid.")
    assert not (assistant.home / "notes").exists()
    server.replies = [ADD, Reply("Written.")]
    chat.enter("jot down: buy milk, really")
    chat.wait("lways for this tool", 2)
    chat.enter("a")
    chat.wait("Written.")
    assert "notes.add text=buy milk note=inbox · " in chat.screen.text()
    assert "buy milk" in (assistant.home / "notes" / "inbox.md").read_text()
    assert '"notes.add"' in (assistant.home / "config.toml").read_text()
    chat.enter("/tools notes")
    chat.wait("notes.search")
    chat.enter("/why")
    chat.wait("tools")
    chat.press(CTRL_D)
    assert chat.status() == 0
