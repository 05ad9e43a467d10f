"""What a pack has to say when a conversation begins is told once, and nothing waits for it long."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from assistant.cli.pasting import Entry
from assistant.cli.talk import Chat, converse
from assistant.session import greetings
from tests.bounds import PATIENCE
from tests.cli.conversation import conversing, paper
from tests.packs.support import config_of, declare, write_pack
from tests.servers.scripted import Reply, ScriptedServer

CODE = """
import threading
answered, go, calls = threading.Event(), threading.Event(), []

def greeting(moment):
    calls.append(moment.language)
    go.wait()
    if "no" in calls:
        raise OSError
    moment.collection("told").put(str(len(calls)), {"x": 1}, {})
    answered.set()
    return ["the bell rang"]
"""


@contextmanager
def bell(home: Path, folder: Path) -> Iterator[Chat]:
    declared = declare("bell", greeting="greeting", collections='(Collection("told"),)')
    place = write_pack(folder, "bell", declared, CODE)
    config = config_of(["bell"], [place])
    with ScriptedServer(Reply("ok")) as server, conversing(home, server, config) as chat:
        yield chat


def test_what_happened_is_told_before_the_first_message(home: Path, tmp_path: Path) -> None:
    def entries() -> Iterable[Entry]:
        assert paper(chat).notices == ["the bell rang"]
        yield Entry("/state")

    with bell(home, tmp_path) as chat:
        import_module("made_bell").go.set()
        assert converse(chat, entries()) == 0
        assert paper(chat).notices.count("the bell rang") == 1


def test_what_is_late_is_told_later_and_waited_for_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greetings, "DEADLINE", 0.01)

    def entries() -> Iterable[Entry]:
        assert paper(chat).notices == []
        yield Entry("/help keys")
        made.go.set()
        assert made.answered.wait(PATIENCE)
        join()
        yield Entry("/help keys")
        assert paper(chat).notices == ["the bell rang"]

    with bell(home, tmp_path) as chat:
        made = import_module("made_bell")
        converse(chat, entries())
        assert paper(chat).notices == ["the bell rang"]
        assert made.calls == ["en"]


def test_one_that_fails_costs_nothing_and_is_logged(home: Path, tmp_path: Path) -> None:
    with bell(home, tmp_path) as chat:
        made = import_module("made_bell")
        made.calls.append("no")
        made.go.set()
        assert converse(chat, []) == 0
        assert (paper(chat).notices, paper(chat).failures) == ([], [])
        logged = "".join(f.read_text() for f in chat.app.paths.logs.iterdir())
        assert "bell.greeting" in logged


def join() -> None:
    """Until the thread has handed over what it gave."""
    for thread in threading.enumerate():
        if thread.name == "source bell":
            thread.join(PATIENCE)
