"""`assistant lock` and `unlock` as people and scripts run them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.e2e.conftest import Cli, Ended
from tests.encryption import PASSPHRASE, needs_extra
from tests.storage.encryption.conftest import containing

pytestmark = needs_extra
WORD = "qzxlighthouse"
OTHER = "otra frase bien larga"
BY_COMMAND = f'[encryption]\nunlock_command = "printf %s \\"{PASSPHRASE}\\""\n'


@pytest.fixture
def cli(home: Path) -> Cli:
    cli = Cli(home)
    assert cli("facts", "add", f"I live in the {WORD}").status == 0
    assert containing(home, WORD)
    return cli


def at_terminal(cli: Cli, *words: str) -> pexpect.spawn:
    return pexpect.spawn(
        cli.program[0],
        [*cli.program[1:], *words],
        env=cli.environment,
        encoding="utf-8",
        timeout=60,
    )


def told(process: pexpect.spawn) -> tuple[int, str]:
    process.expect(pexpect.EOF)
    process.close()
    return process.exitstatus, process.before


def fed(cli: Cli, passphrase: str, *words: str) -> Ended:
    """Run it with the passphrase on a descriptor of its own."""
    reading, writing = os.pipe()
    os.write(writing, passphrase.encode() + b"\n")
    os.close(writing)
    process = cli.start(*words, "--passphrase-fd", str(reading), pass_fds=[reading])
    os.close(reading)
    out, err = process.communicate(timeout=120)
    return Ended(process.returncode, out.decode(), err.decode())


def test_a_life_at_the_terminal(cli: Cli, home: Path) -> None:
    locking = at_terminal(cli, "lock")
    locking.expect("loses the passphrase loses the memory")
    for typed in (PASSPHRASE, "a slip of the fingers", PASSPHRASE, PASSPHRASE):
        locking.expect("(New passphrase|Again): ")
        locking.sendline(typed)
    status, said = told(locking)
    assert (status, PASSPHRASE in said) == (0, False)
    assert containing(home, WORD) == []

    listing = at_terminal(cli, "facts", "list")
    listing.expect("Passphrase of .*: ")
    listing.sendline("not that one")
    listing.expect("It is wrong.*: ")
    listing.sendline(PASSPHRASE)
    status, said = told(listing)
    assert status == 0
    assert WORD in said

    wrong = at_terminal(cli, "facts", "list")
    for _ in range(3):
        wrong.expect("Passphrase of .*: ")
        wrong.sendline("never")
    status, said = told(wrong)
    assert status == 77
    assert "The passphrase is wrong" in said

    unlocking = at_terminal(cli, "unlock")
    unlocking.expect(r"\[y/N\]: ")
    unlocking.sendline("y")
    unlocking.expect("Passphrase of .*: ")
    unlocking.sendline(PASSPHRASE)
    assert told(unlocking)[0] == 0
    assert WORD in cli("facts", "list").out


def test_scripts_open_it_by_a_command_and_are_told_without(cli: Cli, home: Path) -> None:
    assert fed(cli, PASSPHRASE, "lock").status == 0
    before = {file: file.read_bytes() for file in home.glob("*") if file.is_file()}
    for words in (
        ("facts", "list"),
        ("ask", "hola"),
        ("stats",),
        ("prompt", "hola"),
        ("unlock", "-y"),
    ):
        ended = cli(*words)
        assert ended.status == 77, words
        assert "is encrypted" in ended.said
        assert "encryption.unlock_command" in ended.err
    assert {file: file.read_bytes() for file in home.glob("*") if file.is_file()} == before
    assert cli("ask", "--incognito", "what is 2+2?").status == 0  # reads nothing of the home

    cli.configure(BY_COMMAND)
    assert WORD in cli("facts", "list").out
    assert cli("facts", "add", "I keep a qzxferret").status == 0
    assert containing(home, "qzxferret") == []
    cli.configure(BY_COMMAND.replace("caballo", "burro"))
    ended = cli("facts", "list")
    assert (ended.status, "does not open" in ended.said) == (77, True)
    cli.configure('[encryption]\nunlock_command = "false"\n')
    assert cli("facts", "list").status == 78


def test_the_command_that_opens_it_encrypts_it_and_no_tab_runs_it(
    cli: Cli, home: Path, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    script = tmp_path / "passphrase.sh"
    script.write_text(f"echo x >> '{ran}'; echo '{PASSPHRASE}'")
    cli.configure(f'[encryption]\nunlock_command = "sh {script}"\n')
    assert cli("lock").status == 0
    assert containing(home, WORD) == []
    assert WORD in cli("ask", "--json", "where do I live?").out
    times = len(ran.read_text())
    completing = {
        "_ASSISTANT_COMPLETE": "complete_bash", "COMP_WORDS": "assistant facts show ", "COMP_CWORD": "3"
    }  # fmt: skip
    assert cli("x", env=completing).status == 0
    assert len(ran.read_text()) == times


def test_a_passphrase_is_changed_and_the_old_one_opens_nothing(cli: Cli, home: Path) -> None:
    fed(cli, PASSPHRASE, "lock")
    data = (home / "assistant.db").read_bytes()
    cli.configure(BY_COMMAND)
    assert fed(cli, OTHER, "lock", "--change").status == 0
    assert (home / "assistant.db").read_bytes() == data
    assert cli("facts", "list").status == 77
    cli.configure("")
    assert fed(cli, OTHER, "unlock", "-y").status == 0
    assert WORD in cli("facts", "list").out


def test_the_keyring_opens_it_silently(cli: Cli, home: Path, tmp_path: Path) -> None:
    cli.environment["PYTHON_KEYRING_BACKEND"] = "tests.keyring_file.FileKeyring"
    cli.environment["TEST_KEYRING"] = str(tmp_path / "keyring")
    assert cli("lock", "--keyring").status == 0
    assert containing(home, WORD) == []
    assert WORD in cli("facts", "list").out
    told = cli("doctor", "--json").json["checks"]
    about = next(check for check in told if check["check"] == "encryption")
    assert about["state"] == "ok"
    assert "keyring" in about["message"]
    assert "memory, swap" in about["hint"]
    for state, words in (("locked", "is locked"), ("forgetful", "encrypted already")):
        ended = cli("lock", "--keyring", env={"TEST_KEYRING_STATE": state})
        assert words in ended.said
        assert ended.status in (77, 2)
    ended = cli("facts", "list", env={"TEST_KEYRING": str(tmp_path / "another")})
    assert (ended.status, "has no key for this home" in ended.said) == (77, True)
    assert cli("unlock", "-y").status == 0
    assert (tmp_path / "keyring").read_text() == "{}"
    assert WORD in cli("facts", "list").out


@pytest.mark.parametrize("state", ["locked", "forgetful", "none"])
def test_a_keyring_that_keeps_nothing_is_said_before_anything_changes(
    cli: Cli, home: Path, tmp_path: Path, state: str
) -> None:
    backend = (
        "keyring.backends.fail.Keyring" if state == "none" else "tests.keyring_file.FileKeyring"
    )
    cli.environment |= {
        "PYTHON_KEYRING_BACKEND": backend,
        "TEST_KEYRING": str(tmp_path / "keyring"),
        "TEST_KEYRING_STATE": state,
    }
    ended = cli("lock", "--keyring")
    assert ended.status == 77
    assert "passphrase" in ended.err or "Unlock it" in ended.err
    assert not (home / "lock.json").exists()
    assert WORD in cli("facts", "list").out


def test_what_makes_no_sense_is_refused(cli: Cli, home: Path) -> None:
    assert cli("unlock").status == 2
    assert cli("lock", "--change").status == 2
    assert cli("lock").status == 2  # nobody to ask
    assert fed(cli, "short", "lock").status == 78
    assert cli("lock", "--passphrase-fd", "77").status == 78
    assert not (home / "lock.json").exists()
    assert WORD in cli("facts", "list").out


def test_doctor_checks_and_restores_an_encrypted_home(cli: Cli, home: Path) -> None:
    fed(cli, PASSPHRASE, "lock")
    cli.configure(BY_COMMAND)
    (home / "config.toml").chmod(0o600)
    checks = {check["check"]: check for check in cli("doctor", "--json").json["checks"]}
    assert checks["database"]["state"] == checks["backups"]["state"] == "ok"
    assert "Argon2id" in checks["encryption"]["message"]
    (home / "history").write_text(f'"{WORD}"\n')
    checks = {check["check"]: check for check in cli("doctor", "--json").json["checks"]}
    assert checks["encryption"]["state"] == "warn"
    assert cli("lock").status == 0
    assert containing(home, WORD) == []
    (home / "assistant.db").write_bytes(b"\xff" * 9000)
    ended = cli("facts", "list")
    assert (ended.status, "damaged" in ended.said) == (65, True)
    assert cli("doctor", "--restore", "-y").status == 0
    assert WORD in cli("facts", "list").out
    assert containing(home, WORD) == []
    checks = {check["check"]: check for check in cli("doctor", "--json").json["checks"]}
    assert checks["encryption"]["state"] == "ok"


@pytest.mark.parametrize("words", [("facts", "list"), ("doctor",), ("ask", "--incognito", "2+2")])
def test_a_plain_home_needs_nothing_of_it(cli: Cli, words: tuple[str, ...]) -> None:
    """Neither imported nor needed: it is an extra, and start-up is as fast as without."""
    script = (
        "import sys\n"
        "class Absent:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name.split('.')[0] in ('sqlcipher3', 'cryptography', 'keyring'):\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Absent())\n"
        "from assistant.cli.main import run\n"
        f"status = run({list(words)!r})\n"
        "assert not any('assistant.storage.encryption' in name for name in sys.modules)\n"
        "sys.exit(1 if status == 1 else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=cli.environment, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def test_without_the_extra_it_says_how_to_install_it(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from assistant.cli.main import run
    from assistant.storage.encryption import extra

    monkeypatch.setattr(extra, "PACKAGES", ("no_such_package",))
    assert run(["lock"]) == 78
    assert "pip install 'local-assistant[encrypted]'" in capsys.readouterr().err
    assert not (home / "lock.json").exists()


def test_the_library_takes_a_passphrase(cli: Cli, home: Path) -> None:
    from assistant import Assistant
    from assistant.errors import NotAuthorised
    from assistant.homekey import forget_key

    fed(cli, PASSPHRASE, "lock")
    with pytest.raises(NotAuthorised), Assistant.open(home) as shut:
        shut.facts()
    with Assistant.open(home, passphrase=PASSPHRASE) as opened:
        assert WORD in opened.facts()[0].fact
    forget_key(home)


def test_F7_what_is_forgotten_goes_from_an_encrypted_home_too(cli: Cli, home: Path) -> None:
    from assistant.cli import history
    from assistant.homekey import forget_key
    from assistant.paths import resolve_paths
    from assistant.storage.encryption.access import unlock
    from assistant.storage.encryption.conversion import Home

    fed(cli, PASSPHRASE, "lock")
    unlock(Home.of(resolve_paths(home)), "", PASSPHRASE)
    history.append(home / "history", f"remember that I live in the {WORD}")
    history.append(home / "history", "a quite other matter")
    cli.configure(BY_COMMAND)
    assert cli("facts", "forget", "--all", "-y").status == 0
    assert history.read(home / "history") == ["a quite other matter"]
    forget_key(home)
    assert cli("unlock", "-y").status == 0
    assert containing(home, WORD) == []
