"""The one error boundary."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from assistant import errors
from assistant.cli import failures
from assistant.cli.main import run

EXPECTED = {
    errors.UsageError: 2,
    errors.NothingToAsk: 3,
    errors.BudgetExceeded: 4,
    errors.BadData: 65,
    errors.ModelUnavailable: 69,
    errors.StorageUnavailable: 75,
    errors.TryAgainLater: 75,
    errors.Unsettled: 75,
    errors.NotAuthorised: 77,
    errors.ConfigurationError: 78,
    errors.Declined: 130,
}


def raising(error: BaseException) -> int:
    raise error


@pytest.mark.parametrize(
    ("kind", "status"), [row for row in EXPECTED.items() if row[0] is not errors.Declined]
)
def test_an_expected_failure_says_what_why_and_what_next(
    kind: type[errors.AssistantError], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    error = kind("It failed: no reason.", "Do this.")
    assert failures.guard(lambda: raising(error)) == status
    output = capsys.readouterr()
    assert output.err == "assistant: It failed: no reason\n  Do this.\n"
    assert not output.out


def test_a_no_of_the_person_is_no_failure_to_be_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    error = errors.Declined("Nothing was ordered.")
    assert failures.guard(lambda: raising(error)) == EXPECTED[errors.Declined]
    assert capsys.readouterr().err == "Nothing was ordered.\n"


def test_every_expected_failure_has_its_row() -> None:
    """Of those that may reach a person; what a module raises for itself alone has none."""
    every = errors.AssistantError.__subclasses__()
    assert {error for error in every if error.__module__ == errors.__name__} == set(EXPECTED)


def test_a_bug_is_one_line_and_a_log(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert failures.guard(lambda: raising(KeyError("inner"))) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "KeyError" in said
    log = Path(said.rsplit(" in ", 1)[1].strip())
    assert log.parent == home / "logs"
    assert "Traceback" in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_bug_in_a_home_that_cannot_be_written_is_said_all_the_same(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.write_text("a file where the folder should be")
    assert failures.guard(lambda: raising(KeyError("inner"))) == 1
    assert "could not be written" in capsys.readouterr().err


def test_ctrl_c_ends_with_130(capsys: pytest.CaptureFixture[str]) -> None:
    assert failures.guard(lambda: raising(KeyboardInterrupt())) == 130
    assert capsys.readouterr().err == "interrupted\n"


INTERRUPTED_IMPORT = """
import sys, time
from assistant.start import Working, watch
watch()
with Working():
    try:
        import interrupted
        print("whole", flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        print("told")
"""


@pytest.mark.parametrize(
    ("after", "said"), [("", ["whole", "told"]), ("while True: pass", ["told"])]
)
def test_ctrl_c_leaves_an_import_whole_unless_it_hangs(
    tmp_path: Path, after: str, said: list[str]
) -> None:
    """An exception in the middle of one may be swallowed, and leave its lock taken for good."""
    module = f"import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n{after}\n"
    (tmp_path / "interrupted.py").write_text(module)
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT], env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=Path.cwd(), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ended.stdout.split(), ended.stderr) == (said, "")


INTERRUPTED_FINALIZER = """
import os, signal
from assistant.start import Working, watch
watch()

class Closing:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        print("closed", flush=True)

with Working():
    try:
        Closing()
        signal.sigtimedwait([signal.SIGALRM], 60)
    except KeyboardInterrupt:
        print("told")
"""


@pytest.mark.skipif(not hasattr(signal, "sigtimedwait"), reason="waits as POSIX does")
def test_ctrl_c_while_an_object_goes_is_told_after_it() -> None:
    """Python prints an exception that is raised there, and goes on."""
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_FINALIZER],
        cwd=Path.cwd(), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ended.stdout.split(), ended.stderr) == (["closed", "told"], "")


def test_a_refused_confirmation_is_an_interruption(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused() -> None:
        raise typer.Abort

    monkeypatch.setattr("assistant.cli.config.path", refused)
    assert run(["config", "path"]) == 130
    assert capsys.readouterr().err == "cancelled\n"


def test_a_closed_pipe_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert failures.guard(lambda: raising(BrokenPipeError())) == 0
    assert not capsys.readouterr().err


def test_a_message_from_elsewhere_cannot_drive_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    failures.guard(lambda: raising(errors.BadData("The server said \x1b[2J\nmore")))
    assert capsys.readouterr().err == "assistant: The server said [2J more\n"


def test_F5_what_the_memory_kept_all_the_same_is_told_with_the_failure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    error = errors.ModelUnavailable("No answer came", "Try again.")
    error.add_note("noted: the deploy is on Thursdays")
    failures.tell(error)
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "assistant: No answer came", "  Try again.", "noted: the deploy is on Thursdays"
    ]  # fmt: skip


def test_it_speaks_the_persons_language_even_where_the_configuration_is_wrong(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "es_AR.UTF-8")
    assert run(["stat"]) == 2
    assert "¿Quisiste decir 'stats'?" in capsys.readouterr().err
    home.mkdir()
    (home / "config.toml").write_text('[ui]\nlanguage = "en"\n')
    assert run(["stat"]) == 2
    assert "Did you mean 'stats'?" in capsys.readouterr().err
    (home / "config.toml").write_text("[wrong")
    assert run(["stat"]) == 2
    assert "No existe la orden" in capsys.readouterr().err


def test_an_error_with_a_key_is_told_in_the_persons_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "es_AR.UTF-8")
    assert run(["profile", "show", "nowhere"]) == 2
    assert "No hay perfil de 'nowhere'" in capsys.readouterr().err
