"""`assistant chat` in a real terminal, and over a pipe."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pexpect
import pytest

from assistant.cli import history
from tests.e2e.conftest import Cli
from tests.servers.scripted import Reply, ScriptedServer

ENTER, CTRL_C, CTRL_D = "\r", "\x03", "\x04"
ALT_ENTER = "\x1b\r"
COLOUR = re.compile(r"\x1b\[[\d;]*\b(3[0-7]|4[0-7]|9[0-7]|38|48)[;m]")
ANSI = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[()].|.)")


class Terminal:
    """A person at `assistant chat`."""

    def __init__(self, cli: Cli, *words: str, columns: int = 80, env: dict[str, str] | None = None):
        environment = {**cli.environment, "TERM": "xterm-256color", **(env or {})}
        environment.pop("NO_COLOR", None) if not env or "NO_COLOR" not in env else None
        environment.pop("COLUMNS", None)
        self.process: Any = pexpect.spawn(
            cli.program[0],
            [*cli.program[1:], "chat", *words],
            env=environment,
            dimensions=(24, columns),
            encoding="utf-8",
            timeout=20,
        )
        self.seen = self.raw = ""

    def wait(self, text: str) -> str:
        """Read on until ``text`` is on the screen; returns what came, without styles."""
        deadline = time.monotonic() + 20
        came = ""
        while text not in came:
            assert time.monotonic() < deadline, f"{text!r} is not in {came!r}"
            try:
                data = self.process.read_nonblocking(4096, 0.2)
                self.seen += data
                self.raw += data
            except pexpect.TIMEOUT:
                pass
            except pexpect.EOF:
                came = ANSI.sub("", self.seen)
                assert text in came, f"it ended; {text!r} is not in {came!r}"
            came = ANSI.sub("", self.seen)
        self.seen = ""
        return came

    def enter(self, text: str) -> None:
        self.process.send(text + ENTER)

    def press(self, keys: str) -> None:
        self.process.send(keys)

    def status(self) -> int:
        """The exit status, once it has ended by itself."""
        self.process.expect(pexpect.EOF)
        self.process.close()
        return int(self.process.exitstatus)


@pytest.fixture
def chat(assistant: Cli) -> Iterator[Terminal]:
    terminal = Terminal(assistant)
    yield terminal
    terminal.process.close(force=True)


def test_a_conversation(chat: Terminal, server: ScriptedServer, assistant: Cli) -> None:
    banner = chat.wait("0 of 4,000 tokens")
    assert "scripted-model" in banner
    assert "your data stays in" in banner
    server.replies = [Reply("The **first** answer."), Reply("The second.")]
    chat.enter("hola, ¿qué tal?")
    assert "**" not in chat.wait("The first answer.")
    assert "0 of" not in chat.wait("of 4,000 tokens")
    chat.enter("and then?")
    chat.wait("The second.")
    assert "hola, ¿qué tal?" in str(server.chats[1]), "the window is sent"
    chat.press(CTRL_D)
    assert chat.status() == 0
    assert history.read(assistant.home / "history") == ["hola, ¿qué tal?", "and then?"]
    assert (assistant.home / "history").stat().st_mode & 0o777 == 0o600


def test_ctrl_c_stops_the_answer_and_keeps_the_repl(
    chat: Terminal, server: ScriptedServer, assistant: Cli
) -> None:
    chat.wait("0 of 4,000")
    server.replies = [Reply(pieces=["begun ", *["more "] * 500], pause=0.05), Reply("after that")]
    chat.enter("go on for ever")
    chat.wait("begun")
    chat.press(CTRL_C)
    chat.wait("stopped")
    chat.enter("still there?")
    chat.wait("after that")
    chat.press(CTRL_D)
    assert chat.status() == 0
    kept = assistant("sessions", "list", "--json").json
    assert len(kept) == 1
    assert kept[0]["turn_count"] == 2


def test_ctrl_c_twice_leaves(chat: Terminal) -> None:
    chat.wait("0 of 4,000")
    chat.press("some words")
    chat.wait("some words")
    chat.press(CTRL_C)
    chat.press(CTRL_C)
    chat.wait("Ctrl-C again")
    chat.press(CTRL_C)
    assert chat.status() == 0


def test_several_lines_in_one_message(chat: Terminal, server: ScriptedServer) -> None:
    chat.wait("0 of 4,000")
    chat.press(f"one{ALT_ENTER}two")
    chat.enter("")
    chat.wait("ok")
    chat.press("\x1b[200~three\nfour\x1b[201~")
    chat.enter("")
    chat.wait("ok")
    for line in ('"""five', "six", '"""'):
        chat.enter(line)
    chat.wait("ok")
    said = [body["messages"][-1]["content"] for body in server.chats]
    assert said == ["one\ntwo", "three\nfour", "five\nsix"]


def test_commands(chat: Terminal, server: ScriptedServer) -> None:
    chat.wait("0 of 4,000")
    chat.enter("/help")
    shown = chat.wait("Ctrl-D")
    for name in ("/help", "/new", "/model", "/prompt", "/quit"):
        assert name in shown
    chat.enter("/prompt what is this?")
    assert "system" in chat.wait("what is this?\r\n")
    assert not server.chats, "a preview calls no model"
    chat.enter("/modle")
    chat.wait("Did you mean /model?")
    chat.enter("/quit")
    assert chat.status() == 0


def test_new_begins_another_conversation(chat: Terminal, server: ScriptedServer) -> None:
    chat.wait("0 of 4,000")
    chat.enter("is heliotrope a colour?")
    chat.wait("ok")
    chat.enter("/new")
    chat.wait("a new conversation")
    chat.enter("which one?")
    chat.wait("ok")
    assert "heliotrope" not in str(server.chats[1])


def test_an_error_keeps_the_repl(chat: Terminal, server: ScriptedServer) -> None:
    chat.wait("0 of 4,000")
    server.replies = [Reply(status=401), Reply("better now")]
    chat.enter("first")
    chat.wait("assistant: ")
    chat.enter("second")
    chat.wait("better now")


def test_forty_columns(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply("A **long** answer " + "with many words " * 12)]
    terminal = Terminal(assistant, columns=40)
    terminal.wait("of 4,000")
    terminal.enter("go")
    shown = terminal.wait("of 4,000")
    assert "**" not in shown
    assert max(len(line.rstrip()) for line in shown.split("\n")) <= 41
    terminal.press(CTRL_D)
    assert terminal.status() == 0


@pytest.mark.parametrize(
    ("env", "shown"),
    [({"TERM": "dumb"}, "A **plain** answer"), ({"NO_COLOR": "1"}, "A plain answer")],
)
def test_without_colour(
    env: dict[str, str], shown: str, assistant: Cli, server: ScriptedServer
) -> None:
    server.replies = [Reply("A **plain** answer\n\n```python\nimport os\n```")]
    terminal = Terminal(assistant, env=env)
    terminal.wait("/help")
    terminal.enter("go")
    terminal.wait(shown)
    terminal.press(CTRL_D)
    assert terminal.status() == 0
    assert not COLOUR.search(terminal.raw)


def test_history_comes_back_in_the_next_run(assistant: Cli) -> None:
    for keys in ("remembered words", "\x1b[A"):
        terminal = Terminal(assistant)
        terminal.wait("of 4,000")
        terminal.press(keys)
        terminal.wait("remembered words")
        terminal.enter("")
        terminal.wait("ok")
        terminal.press(CTRL_D)
        assert terminal.status() == 0


def test_incognito_keeps_no_history(assistant: Cli) -> None:
    terminal = Terminal(assistant, "--incognito")
    assert "incognito" in terminal.wait("of 4,000")
    terminal.enter("a secret")
    terminal.wait("ok")
    terminal.press(CTRL_D)
    assert terminal.status() == 0
    assert not assistant.home.exists()


def test_with_no_model_it_starts_and_says_how_to_get_one(alone: Cli) -> None:
    terminal = Terminal(alone)
    assert "assistant models pull" in terminal.wait("no model")
    terminal.enter("hello")
    terminal.wait("assistant models pull")
    terminal.press(CTRL_D)
    assert terminal.status() == 0


def test_lines_of_a_pipe_are_turns(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply("one"), Reply("two"), Reply("three")]
    ended = assistant("chat", stdin='first\n\n"""\nsecond\nstill second\n"""\n/new\nthird\n')
    assert ended.status == 0, ended.err
    assert ended.out == "one\ntwo\nthree\n"
    said = [body["messages"][-1]["content"] for body in server.chats]
    assert said == ["first", "second\nstill second", "third"]


def test_a_pipe_whose_last_turn_fails_ends_with_its_status(
    assistant: Cli, server: ScriptedServer
) -> None:
    server.replies = [Reply("one"), Reply(status=401)]
    ended = assistant("chat", stdin="first\nsecond\n")
    assert ended.status == 77
    assert ended.out == "one\n"


def test_assistant_alone_starts_the_conversation(assistant: Cli) -> None:
    ended = assistant(stdin="hello\n")
    assert (ended.status, ended.out) == (0, "ok\n")


def test_continue_goes_on_with_the_last_one(assistant: Cli, server: ScriptedServer) -> None:
    assistant("chat", stdin="is heliotrope a colour?\n")
    assistant("chat", "-c", stdin="which one?\n")
    assert "heliotrope" in str(server.chats[1])
