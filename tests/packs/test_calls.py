"""A pack's command and slash command run its own tools through the one pipeline (T2, T6)."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.cli import consent, pack_commands
from assistant.cli.main import run
from assistant.cli.talk import Chat
from assistant.errors import BadData
from assistant.packs import Moment
from assistant.tools.calls import Consent, Question
from tests.cli.conversation import Paper, conversing, paper
from tests.packs.support import GARDEN, config_of, declare, use, write_pack
from tests.servers.scripted import Reply, ScriptedServer

TOOLS = """
import typer

@tool("shed.count", kept=60)
def count(thing: str) -> dict:
    \"\"\"Count things.

    Args:
        thing: Which.
    \"\"\"
    return {"thing": thing, "count": 3}

@tool("shed.fill", tell=lambda values, language: {"en": "fill", "es": "llenar"}[language] + " the shed")
def fill() -> str:
    \"\"\"Fill it.\"\"\"
    return "full"

def commands():
    app = typer.Typer()

    @app.command("run")
    def run_(context: typer.Context, tool: str, thing: str = "") -> None:
        with context.obj.open() as moment:
            print(moment.call(tool, {"thing": thing} if thing else {}))

    @app.command()
    def other() -> None: ...

    return app

def filled(moment):
    return ["the shed:", "  " + moment.call("shed.fill", {})]
"""
SHED = declare(
    "shed",
    tools="lambda: (count, fill)",
    command="commands",
    slash='(SlashCommand("fill", filled, {"en": "fill", "es": "llenar"}),)',
)


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    pack_commands._packs.cache_clear()
    yield
    pack_commands._packs.cache_clear()


@pytest.fixture
def shed(home: Path, tmp_path: Path) -> Path:
    folder = write_pack(tmp_path, "shed", SHED, TOOLS)
    use(home, ["shed", "garden"], [folder, GARDEN])
    return folder


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.setattr(consent, "somebody", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO(line))


def test_T2_a_command_runs_a_tool_of_its_pack(
    shed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["shed", "run", "shed.count", "--thing", "spade"]) == 0
    assert capsys.readouterr().out == "{'thing': 'spade', 'count': 3}\n"


def test_T2_what_is_wrong_with_a_call_ends_the_command_with_its_status(
    shed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["shed", "run", "shed.count"]) == BadData.exit_status
    said = capsys.readouterr()
    assert said.out == ""
    assert "thing" in said.err


def test_T6_a_command_asks_the_person_at_the_terminal(
    shed: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_terminal(monkeypatch, "y\n")
    assert run(["shed", "run", "shed.fill"]) == 0
    said = capsys.readouterr()
    assert said.out == "full\n"
    assert "fill the shed" in said.err


@pytest.mark.parametrize("answer", ["n\n", ""])
def test_T6_a_no_is_a_no(
    shed: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    at_a_terminal(monkeypatch, answer)
    assert run(["shed", "run", "shed.fill"]) == 130
    said = capsys.readouterr()
    assert (said.out, said.err.endswith("Nothing was done.\n")) == ("", True)


def test_T6_without_a_terminal_it_is_refused(
    shed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["shed", "run", "shed.fill"]) == 75
    assert capsys.readouterr().out == ""


def test_another_packs_tools_and_the_programs_own_are_out_of_reach(
    shed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for tool in ("garden.needs", "time.now"):
        assert run(["shed", "run", tool]) == 1  # a fault of the pack's code
        assert capsys.readouterr().out == ""


def test_only_commands_have_it() -> None:
    from datetime import UTC, datetime

    with pytest.raises(ValueError, match="slash command alone"):
        Moment(text="", language="en", now=datetime.now(UTC)).call("shed.count", {})


@pytest.fixture
def chat(home: Path, shed: Path) -> Iterator[Chat]:
    config = config_of(["shed"], [shed])
    with ScriptedServer(Reply("ok")) as server, conversing(home, server, config) as opened:
        yield opened


def test_T6_a_slash_command_asks_in_the_language_of_the_conversation(chat: Chat) -> None:
    asked: list[Question] = []

    def yes(question: Question) -> Consent:
        asked.append(question)
        return "once"

    chat.app.confirm = yes
    chat.language = "es"
    chat.take("/fill")
    assert [question.words for question in asked] == ["llenar the shed"]
    assert paper(chat).take() == "the shed:\n  full", "as the pack wrote them, blanks too"


def test_T6_in_a_pipe_a_slash_command_is_refused(chat: Chat) -> None:
    chat.take("/fill")
    screen: Paper = paper(chat)
    assert screen.take() == ""
    assert screen.failures[0].exit_status == 75
