"""What the other built-in tools do: sums, units, time, the shell, the memory."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from assistant.config import ShellConfig, ToolsConfig
from assistant.tools.base import Known, Tool
from assistant.tools.builtin import calculator, clock, recollection, shell
from assistant.tools.pipeline import Pipeline
from tests.bounds import PATIENCE
from tests.tools.support import NOW, Bench, code


def test_the_time_elsewhere(tmp_path: Path) -> None:
    bench = Bench(tmp_path, clock.TOOLS)
    assert bench.run("time.now", place="Tokyo").data["time"] == "18:00"
    assert bench.run("time.now", place="buenos aires").data["time"] == "06:00"
    assert bench.run("time.now", place="UTC-3:30").data["time"] == "05:30"
    there = bench.run("time.convert", when="15:30", from_place="Madrid", to_place="New York").data
    assert there["to"]["time"] == "09:30"
    dated = bench.run(
        "time.convert", when="2026-07-01T10:00", from_place="Europe/London", to_place="Lima"
    ).data
    assert dated["to"]["time"] == "04:00", "summer time counts"
    assert code(bench.run("time.now", place="Atlantis")) == "VALIDATION_ERROR"
    assert code(bench.run("time.convert", when="soon", from_place="Lima")) == "VALIDATION_ERROR"


def test_A3_the_time_is_never_kept(tmp_path: Path) -> None:
    bench = Bench(tmp_path, clock.TOOLS)
    bench.run("time.now", place="UTC+0")
    bench.later(60)
    again = bench.run("time.now", place="UTC+0")
    assert (again.data["time"], again.metadata.cached) == ("09:01", False)


def test_days_between_dates(tmp_path: Path) -> None:
    bench = Bench(tmp_path, clock.TOOLS)
    found = bench.run("time.difference", start="2026-01-30", end="2026-02-13").data
    assert found == {"days": 14, "weeks": 2.0, "working_days": 10}
    back = bench.run("time.difference", start="2026-02-13", end="2026-01-30").data
    assert (back["days"], back["working_days"]) == (-14, -10)
    assert bench.run("time.difference", start="2026-01-30", end="2026-02-13").metadata.cached


def shell_bench(folder: Path, timeout: float = 20.0) -> Bench:
    config = ToolsConfig(
        on=("shell.run",), roots=(str(folder),), timeout=timeout,
        shell=ShellConfig(write=(str(folder),)),
    )  # fmt: skip
    return Bench(folder, shell.TOOLS, config, says="once")


def test_T6_a_command_runs_once_it_was_agreed_to(tmp_path: Path) -> None:
    bench = shell_bench(tmp_path)
    data = bench.run("shell.run", command="echo hi; pwd; exit 3").data
    assert data["exit_status"] == 3
    assert data["output"] == f"hi\n{os.path.realpath(tmp_path)}\n"
    assert bench.asked[0].words == "run in a shell: echo hi; pwd; exit 3"
    assert not bench.asked[0].may_always


def test_a_command_sees_no_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", "sk-very-secret")
    monkeypatch.setenv("GITHUB_TOKEN", "ghp-secret")
    output = shell_bench(tmp_path).run("shell.run", command="env").data["output"]
    assert "secret" not in output
    assert "PATH=" in output


def test_the_output_of_a_command_is_bounded(tmp_path: Path) -> None:
    bench = shell_bench(tmp_path)
    data = bench.run("shell.run", command="head -c 5000000 /dev/zero | tr '\\0' x").data
    assert len(data["output"]) == shell.MOST_OUTPUT
    assert "only the first" in data["note"]
    assert data["exit_status"] == 0


def test_a_command_that_hangs_is_killed_with_its_children(tmp_path: Path) -> None:
    bench = shell_bench(tmp_path, timeout=0.5)
    mark = tmp_path / "alive"
    script = f"(while true; do date +%s%N > {mark}; sleep 0.05; done) & sleep 60"
    started = time.perf_counter()
    result = bench.run("shell.run", command=script)
    assert time.perf_counter() - started < PATIENCE
    assert code(result) == "EXECUTION_ERROR"
    assert result.error
    assert "stopped" in result.error.message
    time.sleep(0.3)
    last = mark.read_text()
    time.sleep(0.3)
    assert mark.read_text() == last, "no child outlives the call"


def test_a_child_left_behind_does_not_hold_the_call(tmp_path: Path) -> None:
    started = time.perf_counter()
    data = shell_bench(tmp_path).run("shell.run", command="sleep 60 & echo started").data
    assert data["output"] == "started\n"
    assert time.perf_counter() - started < PATIENCE


class Memory:
    """A memory that holds two things."""

    def facts(self, words: str, limit: int) -> Sequence[Known]:
        return [Known(f"about {words}", "work", NOW, "dormant")][:limit]

    def topics(self, limit: int) -> Sequence[Known]:
        return [Known("deployment", "topic", NOW, "decided")][:limit]


def test_the_memory_is_searched_on_purpose_and_never_kept(tmp_path: Path) -> None:
    bench = Bench(tmp_path, recollection.TOOLS)
    assert code(bench.run("memory.search", words="x")) == "TOOL_NOT_FOUND", "switched off"
    here = bench.pipeline.here._replace(memory=Memory())
    pipeline = Pipeline(bench.pipeline.registry, here, bench.stores, lambda *_, **__: None)
    bench.pipeline = pipeline
    assert bench.run("memory.search", words="the team").data == [
        {"fact": "about the team", "domain": "work", "said": "2026-01-30", "state": "dormant"}
    ]
    assert not bench.run("memory.search", words="the team").metadata.cached
    assert bench.run("memory.topics").data[0]["topic"] == "deployment"


def test_T5_sums_are_never_kept(tmp_path: Path) -> None:
    bench = Bench(tmp_path, calculator.TOOLS)
    tools: dict[str, Tool] = {t.id: t for t in calculator.TOOLS}
    assert set(tools) == {"calculate.evaluate", "calculate.convert"}
    values: Any = {"value": 1, "from_unit": "km", "to_unit": "m"}
    assert bench.run("calculate.convert", values).data["value"] == 1000
    assert not bench.run("calculate.convert", values).metadata.cached
    assert code(bench.run("calculate.evaluate", expression="two")) == "VALIDATION_ERROR"
