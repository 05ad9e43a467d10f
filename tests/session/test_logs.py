"""Disposable logs: 24 hours, private, write-only, silent about bodies and keys (D1, D2)."""

from __future__ import annotations

import ast
import inspect
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.session import logs
from assistant.session.logs import Log
from tests.clock import Clock

START = datetime(2026, 1, 30, 9, 30, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock(START, step=timedelta(0))


def entries(folder: Path) -> list[dict[str, str]]:
    lines = [line for path in sorted(folder.glob("*")) for line in path.read_text().splitlines()]
    return [json.loads(line) for line in lines]


def test_D1_one_json_line_an_event_in_private_files(tmp_path: Path, clock: Clock) -> None:
    log = Log(tmp_path / "logs", clock)
    log.write("info", "tool run", tool="clock.now", milliseconds=3)
    log.write("error", "model call failed", kind="Timeout")
    first, second = entries(tmp_path / "logs")
    assert first == {"at": START.isoformat(), "level": "info", "event": "tool run",
                     "tool": "clock.now", "milliseconds": 3}  # fmt: skip
    assert second["event"] == "model call failed"
    assert (tmp_path / "logs").stat().st_mode & 0o777 == 0o700
    assert all(p.stat().st_mode & 0o777 == 0o600 for p in (tmp_path / "logs").iterdir())


def test_D1_details_for_debugging_are_written_at_that_level_only(
    tmp_path: Path, clock: Clock
) -> None:
    for level, written in (("info", False), ("debug", True)):
        log = Log(tmp_path / level, clock, level)
        log.write("debug", "request", body="the whole message")
        assert bool((tmp_path / level).is_dir() and entries(tmp_path / level)) is written


@pytest.mark.parametrize(("hours", "gone"), [(23, False), (24.6, True), (400, True)])
def test_D1_a_line_is_gone_when_its_day_is_over(
    tmp_path: Path, clock: Clock, hours: float, gone: bool
) -> None:
    log = Log(tmp_path / "logs", clock)
    log.write("info", "tool run")
    clock.now += timedelta(hours=hours)
    assert log.sweep() == int(gone)
    assert bool(entries(tmp_path / "logs")) is not gone


def test_D1_a_sweep_leaves_what_is_no_log(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "notes.jsonl").write_text("{}")
    assert Log(tmp_path, clock).sweep() == 0
    assert Log(tmp_path / "nowhere", clock).sweep() == 0
    assert Log(None, clock).sweep() == 0
    assert (tmp_path / "notes.jsonl").exists()


def test_D1_verbose_tells_every_level_on_stderr(
    tmp_path: Path, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    Log(tmp_path / "logs", clock, echo=True).write("debug", "request")
    shown = capsys.readouterr()
    assert json.loads(shown.err)["event"] == "request"
    assert not shown.out
    assert not (tmp_path / "logs").exists(), "the file keeps to its level"


def test_D1_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")
    Log(tmp_path / "logs", clock).write("error", "anything")


def test_D2_the_log_can_only_be_written() -> None:
    """Its interface returns no line, and its module opens nothing for reading."""
    public = {name for name, _ in inspect.getmembers(Log, inspect.isfunction) if name[0] != "_"}
    assert public == {"write", "sweep"}
    tree = ast.parse(inspect.getsource(logs))
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert not {name for name in called if "read" in name or name.split(".")[0] == "open"}
    assert "os.O_WRONLY" in ast.unparse(tree)
