"""The REPL's keys, its history, and what may never drive a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.cli import history
from tests.e2e.conftest import Cli
from tests.e2e.test_chat import CTRL_C, CTRL_D, READY, Terminal
from tests.servers.scripted import Reply, ScriptedServer

UP, CTRL_R, TAB = "\x1b[A", "\x12", "\t"
OWN_CLIPBOARD = re.compile(r"\x1b\]52;c;[A-Za-z0-9+/=]*\x07")
OPERATING_SYSTEM_COMMAND = re.compile(r"\x1b\]|\x9d|\x1bP|\x90|\x1b_|\x1b\^")
EVIL = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x9b5n\x1bP+q\x1b\\ \u202eabc"


@pytest.fixture
def chat(assistant: Cli) -> Iterator[Terminal]:
    terminal = Terminal(assistant)
    terminal.wait(READY)
    yield terminal
    terminal.process.close(force=True)


def test_nothing_that_is_shown_can_drive_the_terminal(
    chat: Terminal, server: ScriptedServer, assistant: Cli, tmp_path: Path
) -> None:
    """Replies, facts, files, tool results and commands, however they reach the screen."""
    server.replies = [
        Reply(f"A {EVIL} reply\n\n```sh\necho {EVIL} code\n```\n\n- {EVIL} item\n"),
        Reply(tool_calls=[{"id": "a", "name": f"no-{EVIL}", "arguments": f'{{"x": "{EVIL}"}}'}]),
        Reply("the end"),
    ]
    (tmp_path / "file").write_text(f"{EVIL} in a file\n" * 3)
    chat.enter("tell me something")
    chat.wait("item")
    chat.enter(f"/file {tmp_path / 'file'}")
    chat.wait("next message")
    chat.enter("and then?")
    chat.wait("the end")
    added = assistant("facts", "add", f"my cat {EVIL} is called Felisberto")
    assert added.status == 0, added.err
    for command, shown in (
        ("/facts", "Felisberto"),
        ("/prompt what is my cat called?", "abc is called Felisberto"),
        ("/why", "of 4,000 tokens"),
        ("/why bytes", "stream_options"),
        ("/sessions", "turns"),
        ("/stats", "tokens sent"),
    ):
        chat.enter(command)
        chat.wait(shown, 1)
    chat.enter("/quit")
    chat.status()
    assert chat.screen.title == ""
    assert not OPERATING_SYSTEM_COMMAND.search(chat.raw)
    for sequence in ("\x1b[2J", "\x1b[31mred", "\x9b", "\u202e"):
        assert sequence not in chat.raw


def test_copy_reaches_the_terminal_s_clipboard(chat: Terminal, server: ScriptedServer) -> None:
    server.replies = [Reply("So:\n\n```sh\nls -l\n```\n")]
    chat.enter("how do I list files?")
    chat.wait("ls -l")
    chat.enter("/copy 1")
    chat.wait("copied: block 1, 1 line")
    assert OWN_CLIPBOARD.search(chat.raw)


def test_the_up_arrow_finds_what_began_alike(chat: Terminal) -> None:
    for text in ("apples are red", "bananas are yellow", "apples are green"):
        chat.enter(text)
        chat.wait("ok", 1)
        chat.wait(f"> {text}")
    chat.press("bana" + UP)
    chat.wait("> bananas are yellow", 2)
    chat.press(CTRL_C)
    chat.press(CTRL_R + "apples are r")
    chat.wait("apples are red", 2)


def test_F4_a_secret_is_in_no_history(chat: Terminal, assistant: Cli) -> None:
    chat.enter("my password is hunter2-Xk93jd")
    chat.wait("ok")
    chat.enter("hello there")
    chat.wait("> hello there")
    chat.press(CTRL_D)
    chat.status()
    assert history.read(assistant.home / "history") == ["hello there"]


def test_the_menu_tells_what_commands_mean(chat: Terminal) -> None:
    chat.press("/un")
    chat.wait("take back what the last message noted")
    chat.press(TAB + "\r")
    chat.wait("nothing that can be taken back")


def test_an_unfinished_answer_leaves_a_mark_and_goes(
    chat: Terminal, server: ScriptedServer
) -> None:
    server.replies = [Reply("at last", delay=1.0)]
    chat.enter("hello?")
    chat.wait("\n…")
    chat.wait("\nat last")
    assert "\n…" not in chat.screen.text()


def test_keys_pressed_meanwhile_wait_for_the_next_prompt(
    chat: Terminal, server: ScriptedServer
) -> None:
    server.replies = [Reply(pieces=["one ", "two ", "three"], pause=0.5), Reply("and four")]
    chat.enter("count")
    chat.wait("one")
    chat.enter("go on")
    shown = chat.wait("and four")
    assert shown.count("go on") == 1
    assert "one two three\n" in shown


def test_output_survives_a_resize(chat: Terminal, server: ScriptedServer) -> None:
    server.replies = [Reply("The **first** answer.\n\n- one\n- two\n")]
    chat.enter("hello")
    chat.wait("two")
    chat.press("a long text that is being typed while the window becomes narrow and wide")
    chat.wait("narrow and wide")
    for columns in (40, 100):
        chat.process.setwinsize(24, columns)
        chat.screen.resize(24, columns)
        chat.press("!")
        chat.wait("!")
    assert "The first answer." in chat.screen.text()


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_without_unicode(locale: str, assistant: Cli, server: ScriptedServer) -> None:
    server.replies = [Reply("¿Qué? **mañana** … █")]
    env = {"LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "1", "PYTHONCOERCECLOCALE": "0"}
    terminal = Terminal(assistant, env=env)
    terminal.wait(READY)
    terminal.enter("hello")
    terminal.wait("Que? **manana** ... #")
    terminal.enter("/why")
    terminal.wait("#####  ")
    terminal.press(CTRL_D)
    assert terminal.status() == 0
    assert terminal.raw.isascii()


def bytes_of(home: Path) -> bytes:
    """Everything in the files of a home but the embedder's tables."""
    files = (f for f in home.rglob("*") if f.is_file() and "cache" not in f.parts)
    return b"\n".join(file.read_bytes() for file in files).lower()


def test_F7_what_is_undone_is_in_no_file(
    chat: Terminal, server: ScriptedServer, assistant: Cli
) -> None:
    """The fact, the raw turn with its reply, and the entry of the arrow keys."""
    server.replies = [Reply("Felisberto, what a name.")]
    chat.enter("remember that my cat is called Felisberto")
    chat.wait("what a name")
    chat.wait("noted")
    assert b"felisberto" in bytes_of(assistant.home)
    chat.enter("/undo")
    chat.wait("taken back")
    assert b"felisberto" not in bytes_of(assistant.home)
    assert history.read(assistant.home / "history") == ["/undo"]
    chat.enter("/quit")
    chat.status()
    assert b"felisberto" not in bytes_of(assistant.home)


def test_C7_a_deleted_conversation_leaves_neither_turn_nor_entry(
    chat: Terminal, server: ScriptedServer, assistant: Cli
) -> None:
    """Also of turns that were summed up long ago; those of another conversation stay."""
    for n in range(9):
        server.replies = [Reply(f"Answer number {n}.")]
        chat.enter(f"how do I clean a Wermelskirchen {n} ?")
        chat.wait(f"Answer number {n}")
    assert b"wermelskirchen" in bytes_of(assistant.home)
    chat.enter("/delete")
    chat.wait("for good?")
    chat.enter("y")
    chat.wait("deleted")
    assert b"wermelskirchen" not in bytes_of(assistant.home)
    server.replies = [Reply("Hello.")]
    chat.enter("good morning")
    chat.wait("Hello")
    chat.enter("/quit")
    chat.status()
    kept = history.read(assistant.home / "history")
    assert "good morning" in kept
    assert b"wermelskirchen" not in bytes_of(assistant.home)
