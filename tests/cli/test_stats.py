"""`assistant stats`: figures from what each turn recorded (M1, M2)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.cli.main import run
from assistant.cli.report.figures import by_source
from assistant.cli.stats import as_object
from assistant.records import TurnMetrics

AT = datetime(2026, 1, 30, tzinfo=UTC)


def measure(
    session: str, turn: int, prompt: int, full: int, alert: str | None = None
) -> TurnMetrics:
    sections = {"system": 400, "window": prompt - 400}
    return TurnMetrics(session, turn, AT, "model", "m", prompt, 50, full, sections, alert=alert)


MEASURES = [
    measure("default:u:a", 1, 500, 500),
    measure("default:u:a", 2, 1500, 8000),
    measure("default:u:b", 1, 1000, 900, alert="over the limit"),
]


@pytest.fixture
def measured(home: Path) -> None:
    with open_app() as app:
        for row in MEASURES:
            app.stores.journal.record(row)


def test_M1_tokens_by_section_and_conversation_and_the_size_without_memory() -> None:
    figures = as_object(MEASURES)
    assert figures["turns"] == 3
    assert figures["prompt_tokens"] == 3000
    assert figures["full_history_tokens"] == 9400
    assert figures["saved"] == pytest.approx(1 - 3000 / 9400, abs=1e-4)
    assert figures["largest_prompt"] == 1500
    assert figures["sections"] == {
        "system": 1200, "state": 0, "facts": 0, "summaries": 0, "window": 1800, "tools": 0,
        "fragments": 0, "message": 0,
    }  # fmt: skip
    sessions = figures["sessions"]
    assert isinstance(sessions, list)
    assert [(s["session"], s["turns"], s["saved"]) for s in sessions] == [
        ("default:u:a", 2, pytest.approx(1 - 2000 / 8500, abs=1e-4)),
        ("default:u:b", 1, 0.0),
    ]


def test_M1_each_source_tells_what_it_saved() -> None:
    cached = TurnMetrics("default:u:c", 1, AT, "cache", "", 0, 0, 700)
    assert by_source([*MEASURES, cached]) == {
        "model": {"turns": 3, "tokens_saved": 6500, "requests_not_made": 0},
        "cache": {"turns": 1, "tokens_saved": 700, "requests_not_made": 1},
    }


def test_K3_prompts_that_were_made_to_fit_are_counted_by_strategy() -> None:
    rows = [
        replace(MEASURES[0], strategies=("summarise",)),
        replace(MEASURES[1], strategies=("reduce_domain_context", "summarise")),
        MEASURES[2],
        replace(MEASURES[0], strategies=("of another program",)),
    ]
    assert as_object(rows)["compressed"] == {
        "prompts": 3,
        "strategies": {"reduce_domain_context": 1, "summarise": 2},
    }
    assert as_object(MEASURES)["compressed"] == {"prompts": 0, "strategies": {}}


def test_M2_alerts_are_told() -> None:
    assert as_object(MEASURES)["alerts"] == [
        {"session": "default:u:b", "turn": 1, "alert": "over the limit"}
    ]


def test_the_report_goes_to_stdout_without_control_sequences(
    measured: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stats"]) == 0
    out = capsys.readouterr().out
    assert "3,000 tokens sent instead of 9,400" in out
    assert "\x1b" not in out


def test_one_conversation_and_a_span_of_time(
    measured: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stats", "--session", "b", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turns"] == 1
    later = f"{AT + timedelta(days=1):%Y-%m-%d}"
    assert run(["stats", "--since", later]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "`assistant stats` alone shows everything" in err


def test_with_nothing_measured_the_next_step_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stats"]) == 0
    assert "assistant ask" in capsys.readouterr().out
    assert as_object([])["turns"] == 0


@pytest.mark.parametrize(
    ("setting", "locale", "title"),
    [
        ("auto", "es_AR.UTF-8", "Lo que ahorra la memoria"),
        ("auto", "C.UTF-8", "What the memory saves"),
        ("en", "es_ES.UTF-8", "What the memory saves"),
        ("es", "en_US.UTF-8", "Lo que ahorra la memoria"),
    ],
)
def test_the_page_speaks_the_language_of_the_interface(
    measured: None, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    setting: str, locale: str, title: str,
) -> None:  # fmt: skip
    (home / "config.toml").write_text(f'[ui]\nlanguage = "{setting}"\n')
    monkeypatch.setenv("LC_ALL", locale)
    file = tmp_path / "report.html"
    assert run(["stats", "--html", str(file)]) == 0
    assert f"<h1>{title}</h1>" in file.read_text("utf-8")


def test_the_page_is_for_its_owner_alone_and_replaces_the_old_one(
    measured: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.html"
    file.write_text("an old one")
    file.chmod(0o644)
    assert run(["stats", "--html", str(file)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    out, err = capsys.readouterr()
    assert out == ""
    assert str(file) in err


def test_a_page_that_cannot_be_written_is_refused(
    measured: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").mkdir()
    assert run(["stats", "--html", str(tmp_path / "folder")]) == 75
    assert "cannot be written" in capsys.readouterr().err
