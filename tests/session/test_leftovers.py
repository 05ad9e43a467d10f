"""What was forgotten goes from the text files beside the database."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from assistant import locks, steps
from assistant.cli import history
from assistant.memory.traces import trace_of, trace_of_conversation, trace_of_text
from assistant.paths import Paths
from assistant.session.leftovers import Leftovers

KEY = b"k" * 32
CAT = trace_of("mi gato se llama Felisberto", "es", KEY)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "config.toml", tmp_path)


def log(paths: Paths, **entry: object) -> Path:
    paths.logs.mkdir(exist_ok=True)
    file = paths.logs / "20260101T10.jsonl"
    with file.open("a") as stream:
        stream.write(json.dumps(entry, ensure_ascii=False) + "\n")
    return file


def test_F7_what_is_forgotten_leaves_no_bytes_in_the_history(paths: Paths) -> None:
    history.append(paths.history, "recordá que mi gato se llama FELISBERTO", "default:ana:1")
    history.append(paths.history, "other")
    assert Leftovers(paths).erase([CAT], KEY)
    assert b"felisberto" not in paths.history.read_bytes().lower()
    assert [p.name for p in paths.history.parent.iterdir()] == ["history"]
    assert history.read(paths.history) == ["other"]
    assert paths.history.stat().st_mode & 0o777 == 0o600


def test_C7_a_deleted_conversation_takes_its_entries_along(paths: Paths) -> None:
    history.append(paths.history, "one", "default:ana:1")
    history.append(paths.history, "two", "default:ana:2")
    history.append(paths.history, "an older entry, of nobody knows which")
    gone = [
        trace_of_conversation("default:ana:1"),
        trace_of_text("An older  entry, of nobody knows which", KEY),
    ]
    assert Leftovers(paths).erase(gone, KEY)
    assert history.read(paths.history) == ["two"]


def test_F7_D1_logs_lose_what_tells_of_it_and_every_body(paths: Paths) -> None:
    log(paths, level="info", event="tool run", tool="files.read")
    log(paths, level="debug", event="tool result", data="un texto cualquiera")
    log(paths, level="error", event="bug", traceback="ValueError:\nFelisberto")
    file = log(paths, level="info", event="other", details={"of": ["another", "Felisberto"]})
    with file.open("a") as stream:
        stream.write('{"torn": "Felisb')
    assert Leftovers(paths).erase([CAT], KEY)
    assert [json.loads(line)["event"] for line in file.read_text().splitlines()] == ["tool run"]


def test_what_a_killed_process_left_beside_goes(paths: Paths) -> None:
    history.append(paths.history, "other")
    paths.history.with_name("history.4711").write_text('"Felisberto"\n')
    log(paths, level="info", event="x").with_name("20260101T09.jsonl.9").write_text("Felisberto")
    assert Leftovers(paths).erase([CAT], KEY)
    assert {p.name for p in paths.data.rglob("*") if p.is_file()} == {
        "history",
        "20260101T10.jsonl",
    }


def test_nothing_to_erase_makes_nothing(paths: Paths) -> None:
    assert Leftovers(paths).erase([CAT], KEY)
    assert list(paths.data.iterdir()) == []


def test_only_one_at_a_time_rewrites_and_the_other_says_so(paths: Paths) -> None:
    history.append(paths.history, "mi gato Felisberto")
    with locks.sole(paths.data) as mine:
        assert mine
        assert not Leftovers(paths).erase([CAT], KEY)
    assert Leftovers(paths).erase([CAT], KEY)


def test_trimming_never_brings_back_what_was_forgotten(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process trims, with the old entries in its hands, while another forgets."""
    monkeypatch.setattr(history, "KEPT", 1)
    history.append(paths.history, "first")
    history.append(paths.history, "mi gato Felisberto")
    trimming, erased = threading.Event(), threading.Event()

    def reached(step: str) -> None:
        if step == "rewriting" and threading.current_thread().name == "trim":
            trimming.set()
            erased.wait(20)

    monkeypatch.setattr(steps, "reached", reached)
    thread = threading.Thread(target=history.trim, args=(paths.history,), name="trim")
    thread.start()
    assert trimming.wait(20)
    assert not Leftovers(paths).erase([CAT], KEY)
    erased.set()
    thread.join(20)
    assert Leftovers(paths).erase([CAT], KEY)
    assert history.read(paths.history) == []
    assert [file.name for file in paths.data.iterdir()] == ["history"]
