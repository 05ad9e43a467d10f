"""`make bench` composes what the benchmarks find, whatever fails on the way."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from tests.benchmarks import __main__ as bench
from tests.benchmarks import report, sections
from tests.benchmarks.base import Figure, Findings, Scale, Table, at_least, at_most
from tests.benchmarks.cost import Trend
from tests.benchmarks.fuzzing import findings as fuzz_findings
from tests.benchmarks.machine import Work
from tests.benchmarks.plain_assistants import FullHistory, LastSix
from tests.benchmarks.quality import OURS, figures, score
from tests.benchmarks.replay import as_bytes, common
from tests.benchmarks.report import Report
from tests.benchmarks.sections import SECTIONS, Outcome
from tests.benchmarks.tables import markdown, plain, shown

FINDINGS = Findings(
    figures=(
        Figure("time", "a turn", 12.34, "ms", at_most(30), headline=True),
        Figure("others", "recall", 4.0, "ms", None, {"mem0": 130.0}),
        Figure("others", "… times faster", 19.0, "×", at_least(20)),
    ),
    tables=(Table("By size", ("size", "ms"), ((1000, 1.5), (10_000, None))),),
    remarks=("Said once.",),
    versions={"mem0ai": "2.2.1"},
)


def made(*outcomes: Outcome, quick: bool = False) -> Report:
    machine = {"processor": "a processor, 2 cores"}
    return Report("2026-11-22", "make bench", quick, 0.4, machine, {"numpy": "2"}, outcomes)


def test_every_section_is_a_module_with_findings() -> None:
    for section in SECTIONS.values():
        path = Path(sections.__file__).with_name(f"{section.module}.py")
        assert "\ndef findings(" in path.read_text("utf-8"), section


def test_a_goal_knows_its_direction() -> None:
    assert at_least(20).met_by(20)
    assert not at_least(20).met_by(19.9)
    assert at_most(30).met_by(30)
    assert not at_most(30).met_by(30.1)
    assert str(at_most(4000)) == "≤ 4,000"


def test_a_report_is_the_same_after_a_file(tmp_path: Path) -> None:
    whole = made(Outcome("turn", 3.0, FINDINGS, others=0.25), Outcome("fuzz", 0.0, failure="none"))
    report.write(whole, tmp_path)
    assert report.read(tmp_path / "2026-11-22.json") == whole


def test_the_page_shows_goals_others_and_what_was_missed(tmp_path: Path) -> None:
    page = report.write(made(Outcome("turn", 3.0, FINDINGS, others=0.25)), tmp_path).read_text()
    assert "1 of 2 goals held. Missed: recall: times faster (19 ×, ≥ 20)." in page
    assert "| a turn | 12.3 ms | ≤ 30 | ✓ |  |" in page
    assert "| recall | 4 ms |  |  | mem0 130 ms |" in page
    assert "| … times faster | 19 × | ≥ 20 | ✗ |  |" in page
    assert "other programs took up to 25% of the processors" in page
    assert "numpy 2, mem0ai 2.2.1" in page
    assert "| 10,000 |  |" in page
    assert "Said once." in page


def test_a_failed_section_is_told_with_its_reason(tmp_path: Path) -> None:
    outcomes = (Outcome("beside", 1.0, failure="pip: no network"), Outcome("turn", 1.0, FINDINGS))
    page = report.write(made(*outcomes), tmp_path).read_text()
    assert "Sections that failed: beside (pip: no network)." in page
    assert "**It failed**: pip: no network" in page
    assert "| a turn | 12.3 ms |" in page


def test_a_quick_run_judges_nothing_and_stands_apart(tmp_path: Path) -> None:
    page = report.write(made(Outcome("turn", 1.0, FINDINGS), quick=True), tmp_path)
    assert page.name == "2026-11-22-quick.md"
    assert "✓" not in page.read_text()
    assert "goals held" not in page.read_text()
    assert report.headlines(tmp_path) == "Nothing was measured yet: `make bench`."


def test_sections_left_out_stay_as_an_earlier_run_of_the_day_found_them(tmp_path: Path) -> None:
    report.write(made(Outcome("fuzz", 1.0, failure="none"), Outcome("turn", 1.0)), tmp_path)
    report.write(made(Outcome("turn", 2.0, FINDINGS)), tmp_path)
    kept = report.read(tmp_path / "2026-11-22.json").outcomes
    assert [(o.name, o.seconds) for o in kept] == [("fuzz", 1.0), ("turn", 2.0)]


def test_the_readme_shows_the_headlines_of_the_latest_whole_report(tmp_path: Path) -> None:
    old = Outcome("turn", 1.0, Findings((Figure("time", "old", 1.0, headline=True),)))
    report.write(replace(made(old), date="2026-01-01"), tmp_path)
    report.write(made(Outcome("turn", 1.0, FINDINGS)), tmp_path)
    (tmp_path / "fuzz-2026-12-01.json").write_text("{}")
    lines = report.headlines(tmp_path)
    assert "| a turn | 12.3 ms | ≤ 30 | ✓ |  |" in lines
    assert "old" not in lines
    assert "recall" not in lines
    assert "1 of 2 goals held" in lines


def test_a_section_that_breaks_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "run", lambda name, *_: Outcome(name, 0.0, *_result(name)))
    assert bench.main(["--quick", "--folder", str(tmp_path), "--only", "tools", "fuzz"]) == 1
    found = report.read(next(tmp_path.glob("*-quick.json")))
    assert [(o.name, o.failure) for o in found.outcomes] == [("tools", "it broke"), ("fuzz", "")]
    assert "it broke" in capsys.readouterr().out


def _result(name: str) -> tuple[Findings, str]:
    return (Findings(), "it broke") if name == "tools" else (FINDINGS, "")


def test_a_section_runs_in_a_process_of_its_own_and_says_why_it_fails(tmp_path: Path) -> None:
    (tmp_path / "environments").mkdir()
    scale = Scale(quick=True, environments=tmp_path / "environments")
    outcome = sections.run("no-such-section", scale, tmp_path)
    assert "invalid choice" in outcome.failure
    assert outcome.seconds > 0


def test_the_reason_of_a_failure_is_its_last_words() -> None:
    assert sections.reason("Traceback…\n  File\nValueError: no\n\n") == "ValueError: no"
    assert sections.reason("") == "it ended without a word"


def test_the_command_in_a_report_names_no_path_of_the_machine() -> None:
    words = ["--quick", "--environments", "/somewhere", "--folder=/else", "--only", "turn"]
    assert bench._told(words) == ["--quick", "--only", "turn"]


def test_a_table_is_padded_or_piped_and_numbers_keep_three_digits() -> None:
    table = Table("T", ("name", "n"), (("a", 1234.5), ("b", None), ("c", 0.123)))
    assert markdown(table).splitlines()[2:4] == ["| name | n |", "| --- | ---: |"]
    assert plain(table).splitlines() == ["T", "name      n", "a     1,234", "b", "c      0.12"]
    assert [shown(n) for n in (3, 3.0, 12.34, 123.4, "x")] == ["3", "3", "12.3", "123", "x"]


def test_fuzzing_shows_the_latest_campaign_or_says_how_to_run_one(tmp_path: Path) -> None:
    scale = Scale(quick=True, environments=tmp_path)
    with pytest.raises(FileNotFoundError, match=r"tests\.fuzz\.campaign"):
        fuzz_findings(scale, tmp_path)
    row = {"inputs": 10, "minutes": 31.0, "edges": 7, "crashes": 0}
    campaign = {"date": "2026-11-21", "targets": {"signals": row, "imports": row}}
    (tmp_path / "fuzz-2026-11-21.json").write_text(json.dumps(campaign))
    found = fuzz_findings(scale, tmp_path)
    assert [(f.name, f.value, f.met) for f in found.figures] == [
        ("crashes in 20 fuzzed inputs", 0, True),
        ("fuzzing of each target, at least", 31.0, True),
    ]


def test_a_suite_that_breaks_is_told_and_the_others_are_scored(tmp_path: Path) -> None:
    class Scorer:
        SUITES: ClassVar = {
            "updates": lambda _data, _limit: {"right_%": 96.0},
            "topics": lambda _data, _limit: 1 / 0,
        }

    results = score(Scorer, ["topics", "updates"], tmp_path, None)
    assert results["topics"]["failed"].startswith("ZeroDivisionError")
    (figure,) = figures({OURS: results, "full history": {}, "last 6 turns": {}})
    assert (figure.value, figure.met) == (96.0, True)


def test_plain_assistants_send_what_they_say_and_keep_it_on_disk(tmp_path: Path) -> None:
    for number in range(8):
        sizes = [
            kind.open(tmp_path / kind.__name__).observe(f"message {number}", "ok").prompt_tokens
            for kind in (FullHistory, LastSix)
        ]
    assert sizes[0] > sizes[1]
    full, last = (
        kind.open(tmp_path / kind.__name__).preview("?") for kind in (FullHistory, LastSix)
    )
    assert "message 0" in full.sections[0].items
    assert "message 0" not in last.sections[0].items
    assert len(last.messages) == 1 + 2 * 6 + 1


def test_a_trend_within_its_noise_is_no_growth() -> None:
    flat = Trend.of([1000, 1100] * 20)
    steep = Trend.of([100 * n + n % 2 for n in range(40)])
    assert flat.slope <= flat.noise
    assert steep.slope > steep.noise


def test_the_share_that_a_cache_keeps_is_the_common_beginning() -> None:
    before = as_bytes([{"role": "system", "content": "rules"}, {"role": "user", "content": "a"}])
    now = as_bytes([{"role": "system", "content": "rules"}, {"role": "user", "content": "b"}])
    assert common(before, now) == len(b"system\nrules\nuser\n")
    assert common(b"", now) == 0


def test_what_others_took_of_the_machine_is_what_we_did_not() -> None:
    before, after = Work(1.0, 10.0), Work(3.0, 16.0)
    cores = os.cpu_count() or 1
    assert after.by_others_since(before, 4.0) == pytest.approx(4.0 / (4.0 * cores))
    assert Work(1.0, None).by_others_since(before, 4.0) is None
