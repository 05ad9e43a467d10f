"""The sources of a turn in a home: side by side, on time, kept, and read from its stores (K2)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App, open_app
from assistant.cli import stack
from assistant.cli.prompt import as_object, describe
from assistant.packs import Source
from assistant.packs.documents import documents_of
from assistant.prompt.base import Prompt
from assistant.session.base import TurnInput
from assistant.session.session import Session
from tests.bounds import PATIENCE
from tests.clock import Clock
from tests.packs.support import config_of, declare, write_pack

CODE = """
import threading

GO = threading.Event()
MEETING = threading.Barrier(2)
asked = []

def held(moment):
    asked.append(moment.text)
    GO.wait(30)
    return ["the answer"]

def meets(moment):
    MEETING.wait(30)
    return ["met"]

def kept(moment):
    asked.append(moment.text)
    return [f"{doc.id}: {doc.content['litres']}" for doc in moment.collection("wells").find().documents]

def source(name, lines, **more):
    return Source(name, lines, cap=40, title={"en": name, "es": name}, reason={"en": "r", "es": "r"},
                  always=True, **more)
"""


def sources(*listed: str) -> str:
    parts = "".join(f"source({one})," for one in listed)
    return declare("wells", sources=f"({parts})", collections="(Collection('wells'),)")


def home_with(home: Path, folder: Path, *listed: str) -> Path:
    home.mkdir(mode=0o700, exist_ok=True)
    place = write_pack(folder, "wells", sources(*listed), CODE)
    (home / "config.toml").write_text(config_of(["wells"], [place]))
    return home


def opened(home: Path, folder: Path, *listed: str, **more: Any) -> App:
    return open_app(
        home=home_with(home, folder, *listed),
        clock=more.pop("clock", Clock()),
        answers=False,
        **more,
    )


def pack() -> Any:
    return import_module("made_wells")


@pytest.fixture(autouse=True)
def _let_go() -> Iterator[None]:
    yield
    if "made_wells" in sys.modules:
        pack().GO.set()


def told(prompt: Prompt, name: str) -> list[str]:
    return [item for s in prompt.sections if s.name == name for item in s.items]


def outcomes(prompt: Prompt) -> dict[str, str]:
    return {source.name: source.outcome for source in prompt.sources}


def ask(session: Session, text: str = "how deep is it?") -> Prompt:
    session.observe(text, "deep")
    assert session.last_prompt is not None
    return session.last_prompt


def test_K2_two_sources_that_wait_for_each_other_both_answer(home: Path, tmp_path: Path) -> None:
    with opened(home, tmp_path, "'a', meets, deadline=5", "'b', meets, deadline=5") as app:
        prompt = app.session().preview(TurnInput("hello"))
    assert told(prompt, "wells.a") == told(prompt, "wells.b") == ["- met"]
    assert outcomes(prompt) == {"wells.a": "fresh", "wells.b": "fresh"}


def test_K2_a_late_one_is_named_with_its_time_and_not_asked_again(
    home: Path, tmp_path: Path
) -> None:
    with opened(home, tmp_path, "'slow', held, deadline=0.02") as app:
        session = app.session()
        first, second = ask(session), ask(session, "and how wide?")
        assert (outcomes(first), outcomes(second)) == (
            {"wells.slow": "late"},
            {"wells.slow": "busy"},
        )
        assert pack().asked == ["how deep is it?"]
        assert told(second, "wells.slow") == []
        (shown,) = as_object(first)["sources"]
        assert shown["name"] == "wells.slow"
        assert shown["ms"] >= 19
        assert shown["why"] == f"it had not answered after {shown['ms']} ms"
        why = describe(first, stack.Look(width=99))
        assert [line for line in why if line == f"slow  {shown['why']}"]
        assert any("slow  wells.slow" in line for line in why[why.index("") :])


def test_K2_it_is_said_in_the_language_of_the_message(home: Path, tmp_path: Path) -> None:
    with opened(home, tmp_path, "'slow', held, deadline=0.02") as app:
        (report,) = app.session().preview(TurnInput("¿qué tan hondo es el pozo?")).sources
    assert report.why.startswith("no había respondido a los ")


@pytest.mark.parametrize("incognito", [False, True])
def test_K2_a_source_reads_the_home_s_stores_in_its_thread(
    home: Path, tmp_path: Path, *, incognito: bool
) -> None:
    with opened(home, tmp_path, "'w', kept, deadline=5", incognito=incognito) as app:
        session = app.session()
        wells = documents_of(pack().PACK, "wells", app.stores.collections)
        for i in range(5):
            wells.put(f"w{i}", {"litres": i})
            assert len(told(ask(session, f"what of well {i}?"), "wells.w")) == i + 1


def test_K2_lines_that_are_good_are_not_asked_for_again(home: Path, tmp_path: Path) -> None:
    clock = Clock()
    listed = "'w', kept, deadline=5, good_for=600, key=lambda m: m.role"
    with opened(home, tmp_path, listed, clock=clock) as app:
        session = app.session()
        assert outcomes(ask(session)) == {"wells.w": "fresh"}
        assert outcomes(ask(session, "and another thing")) == {"wells.w": "kept"}
        assert outcomes(ask(session, "¿y en español?")) == {"wells.w": "fresh"}
        clock.now += timedelta(seconds=601)
        assert outcomes(ask(session)) == {"wells.w": "fresh"}


def test_K2_without_a_key_they_are_good_for_the_same_message_alone(
    home: Path, tmp_path: Path
) -> None:
    with opened(home, tmp_path, "'w', kept, deadline=5, good_for=600") as app:
        session = app.session()
        texts = ("one thing", "one thing", "another thing")
        assert [outcomes(ask(session, text))["wells.w"] for text in texts] == [
            "fresh", "kept", "fresh",
        ]  # fmt: skip


def test_F7_forgetting_reaches_what_was_fetched(home: Path, tmp_path: Path) -> None:
    listed = "'w', kept, deadline=5, good_for=600, key=lambda m: ''"
    with opened(home, tmp_path, listed) as app:
        session = app.session()
        wells = documents_of(pack().PACK, "wells", app.stores.collections)
        wells.put("w", {"litres": "zyxofante"})
        fact = app.facts.add("the zyxofante is in the well")
        assert told(ask(session), "wells.w") == ["- w: zyxofante"]
        app.facts.forget([fact.id])
        assert told(session.preview(TurnInput("hello")), "wells.w") != ["- w: zyxofante"]
        assert told(ask(session, "and now?"), "wells.w") == []


def test_a_key_that_fails_costs_its_source(home: Path, tmp_path: Path) -> None:
    with opened(home, tmp_path, "'w', kept, good_for=9, key=lambda m: 1 // 0") as app:
        (report,) = app.session().preview(TurnInput("hello")).sources
    assert report.outcome == "failed"
    assert report.why.endswith("ZeroDivisionError")


@pytest.mark.parametrize(
    ("text", "enabled"),
    [
        ("what is there to do?", True),
        ("¿qué hay para hacer?", True),
        ("Detesto Jira", True),
        ("docker?", True),
        ("¿qué hay para hacer?", False),
        ("x " * 20_000 + "¿qué hay para hacer en la huerta de mi abuela?", True),
    ],
)
def test_a_source_is_asked_in_the_language_in_which_the_message_is_read(
    home: Path, text: str, *, enabled: bool
) -> None:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(f"[memory]\nenabled = {str(enabled).lower()}\n")
    with open_app(home=home, clock=Clock(), answers=False) as app:
        conversation = app.session().conversation
        seen = app.memory.perceive(conversation, text, app.now())
        assert app.memory.language_of(text) == seen.reading.language


def test_K2_without_sources_that_serve_a_turn_has_no_thread(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.packs.support import use

    use(home)
    with open_app(home=home, clock=Clock(), answers=False) as app:
        packs = app.session_packs
        assert packs is not None
        monkeypatch.setattr(packs, "usable", ())
        conversation = app.session().conversation
        monkeypatch.setattr(threading, "Thread", None)
        assert packs.ask("hello", conversation, "en", app.now()).brought().context == ()


PROGRAM = [sys.executable, "-m", "assistant.cli.main"]


def test_K2_leaving_does_not_wait_for_a_source_that_never_answers(
    home: Path, tmp_path: Path
) -> None:
    """A thread that is waited for would hold the program as long as the source, for ever."""
    home_with(home, tmp_path, "'never', lambda m: threading.Event().wait(), deadline=0.02")
    done = subprocess.run(
        [*PROGRAM, "prompt", "--no-stdin", "--json", "hello"],
        capture_output=True,
        encoding="utf-8",
        timeout=4 * PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert '"outcome": "late"' in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals elsewhere")
def test_K2_ctrl_c_ends_the_waiting(home: Path, tmp_path: Path) -> None:
    began = tmp_path / "began"
    never = f"'never', lambda m: (open({str(began)!r}, 'w').close(), threading.Event().wait())"
    home_with(home, tmp_path, f"{never}, deadline=5")
    running = subprocess.Popen(
        [*PROGRAM, "prompt", "--no-stdin", "hello"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    patience = time.monotonic() + 4 * PATIENCE
    while not began.exists() and time.monotonic() < patience:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    running.communicate(timeout=4 * PATIENCE)
    assert running.returncode == 130


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"deadline": 0}, "waits 0 to 5 seconds"),
        ({"deadline": 60}, "waits 0 to 5 seconds"),
        ({"good_for": -1}, "0 seconds or more"),
        ({"name": "instructions"}, "the pack's instructions"),
        ({"name": "profile"}, "the pack's profile"),
    ],
)
def test_a_source_that_cannot_be_used_is_refused(fields: dict[str, Any], why: str) -> None:
    both = {"en": "one", "es": "uno"}
    values = {"name": "w", "lines": lambda _: [], "cap": 9, "title": both, "reason": both, **fields}
    with pytest.raises(ValueError, match=why):
        Source(**values)
