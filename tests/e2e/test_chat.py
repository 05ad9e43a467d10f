"""`assistant chat` in a real terminal, and over a pipe."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest

from assistant.cli import history
from tests.e2e.conftest import Cli
from tests.servers.scripted import Reply, ScriptedServer

ENTER, CTRL_C, CTRL_D = "\r", "\x03", "\x04"
ALT_ENTER = "\x1b\r"
COLOUR = re.compile(r"\x1b\[[\d;]*\b(3[0-7]|4[0-7]|9[0-7]|38|48)[;m]")
READY = "0 of 4,000 tokens"


class Screen(pyte.HistoryScreen):
    """A terminal's screen that answers when it is asked where its cursor is."""

    def __init__(self, columns: int, answer: Callable[[str], object]) -> None:
        super().__init__(columns, 24, history=2000)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data)

    def text(self) -> str:
        """What has scrolled away and what is on the screen."""
        above = ("".join(row[i].data for i in range(self.columns)) for row in self.history.top)
        return "\n".join(line.rstrip() for line in (*above, *self.display)).rstrip()


class Terminal:
    """A person at a terminal."""

    def __init__(
        self,
        cli: Cli,
        *words: str,
        command: str = "chat",
        columns: int = 80,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        environment = {**cli.environment, "TERM": "xterm-256color"}
        del environment["NO_COLOR"], environment["COLUMNS"]
        self.process: Any = pexpect.spawn(
            cli.program[0],
            [*cli.program[1:], command, *words],
            env={**environment, **(env or {})},
            cwd=cwd,
            dimensions=(24, columns),
            encoding="utf-8",
            timeout=60,
        )
        self.screen = Screen(columns, self.process.send)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""

    def wait(self, text: str, times: int = 1) -> str:
        """Look until ``text`` is on the screen so many times; returns all that can be seen."""
        deadline = time.monotonic() + 60
        while self.screen.text().count(text) < times:
            assert time.monotonic() < deadline, f"{text!r} is not in {self.screen.text()}"
            try:
                data = self.process.read_nonblocking(4096, 0.2)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert text in self.screen.text(), f"it ended without {text!r}"
                break
            self.raw += data
            self.stream.feed(data)
        return self.screen.text()

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
    banner = chat.wait(READY)
    assert "scripted-model" in banner
    assert "your data stays in" in banner
    server.replies = [Reply("The **first** answer."), Reply("The second.")]
    chat.enter("hola, ¿qué tal?")
    assert "**" not in chat.wait("The first answer.")
    assert READY not in chat.screen.display[-1], "the toolbar shows what was used"
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
    chat.wait(READY)
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
    chat.wait(READY)
    chat.press("some words")
    chat.wait("some words")
    chat.press(CTRL_C)
    chat.press(CTRL_C)
    chat.wait("Ctrl-C again")
    chat.press(CTRL_C)
    assert chat.status() == 0


def test_several_lines_in_one_message(chat: Terminal, server: ScriptedServer) -> None:
    chat.wait(READY)
    chat.press(f"one{ALT_ENTER}two")
    chat.enter("")
    chat.wait("\nok\n", 1)
    chat.press("\x1b[200~three\nfour\x1b[201~")
    chat.enter("")
    chat.wait("\nok\n", 2)
    for line in ('"""five', "six", '"""'):
        chat.enter(line)
    chat.wait("\nok\n", 3)
    said = [body["messages"][-1]["content"] for body in server.chats]
    assert said == ["one\ntwo", "three\nfour", "five\nsix"]


def test_commands(chat: Terminal, server: ScriptedServer) -> None:
    chat.wait(READY)
    chat.enter("/help")
    shown = chat.wait("says what one does")
    for name in ("/help", "/new", "/model", "/prompt", "/quit"):
        assert name in shown
    chat.enter("/help quit")
    chat.wait("so do exit, quit")
    chat.enter("/help keys")
    chat.wait("Ctrl-C stops")
    chat.enter("/prompt what is this?")
    assert "system" in chat.wait("what is this?", 2)
    assert not server.chats, "a preview calls no model"
    chat.enter("/modle")
    chat.wait("Did you mean /model?")
    chat.enter("/quit")
    assert chat.status() == 0


def test_new_begins_another_conversation(chat: Terminal, server: ScriptedServer) -> None:
    chat.wait(READY)
    chat.enter("is heliotrope a colour?")
    chat.wait("\nok\n")
    chat.enter("/new")
    chat.wait("a new conversation")
    chat.enter("which one?")
    chat.wait("\nok\n", 2)
    assert "heliotrope" not in str(server.chats[1])


def test_an_error_keeps_the_repl(chat: Terminal, server: ScriptedServer) -> None:
    chat.wait(READY)
    server.replies = [Reply(status=401), Reply("better now")]
    chat.enter("first")
    chat.wait("assistant: ")
    chat.enter("second")
    chat.wait("better now")


def test_forty_columns(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply("A **long** answer " + "with many words.\n\n" * 12)]
    terminal = Terminal(assistant, columns=40)
    terminal.wait("0 of 4,000")
    terminal.enter("go")
    shown = terminal.wait("many words", 12)
    assert "**" not in shown
    assert "A long answer with many words" in shown
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
        terminal.wait(READY)
        terminal.press(keys)
        terminal.wait("remembered words")
        terminal.enter("")
        terminal.wait("\nok\n")
        terminal.press(CTRL_D)
        assert terminal.status() == 0


def test_incognito_keeps_no_history(newcomer: Cli) -> None:
    terminal = Terminal(newcomer, "--incognito")
    assert "incognito" in terminal.wait(READY)
    terminal.enter("a secret")
    terminal.wait("\nok\n")
    terminal.press(CTRL_D)
    assert terminal.status() == 0
    assert not newcomer.home.exists()


def test_with_no_model_it_starts_and_says_how_to_get_one(alone: Cli) -> None:
    terminal = Terminal(alone)
    assert "assistant models pull" in terminal.wait("0 of")
    terminal.enter("hello")
    terminal.wait("assistant models pull", 2)
    terminal.press(CTRL_D)
    assert terminal.status() == 0


def test_ask_draws_markdown_on_a_terminal(assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply("# Title\n\nA **bold** word.\n\n- one\n- two\n")]
    terminal = Terminal(assistant, "go", command="ask")
    shown = terminal.wait("two")
    assert "Title\n\nA bold word.\n\n • one\n • two" in shown
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
