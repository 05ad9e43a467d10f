"""`assistant users` and `assistant serve` as commands."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from assistant.cli.failures import guard
from assistant.cli.program import invoke
from assistant.server import extra
from tests.clock import Clock
from tests.fresh import run


def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> tuple[str, str]:
    """What a command line says on stdout and on stderr."""
    assert guard(lambda: invoke(list(words))) == status
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_a_key_is_printed_once_and_alone(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    out, err = told(capsys, "users", "add", "ana", "--role", "client", "--plan", "pro")
    key = out.strip()
    assert key.startswith("ak-")
    assert "ana" in err
    assert key not in err
    listed = json.loads(told(capsys, "users", "list", "--json")[0])
    assert [(u["name"], u["role"], u["plan"]) for u in listed] == [("ana", "client", "pro")]
    assert key not in str(listed)


def test_a_key_is_rotated_and_revoked(capsys: pytest.CaptureFixture[str]) -> None:
    first = told(capsys, "users", "add", "ana")[0]
    second = told(capsys, "users", "rotate", "ana")[0]
    assert first != second
    told(capsys, "users", "revoke", "ana", "--yes")
    out, _ = told(capsys, "users", "list")
    assert "revoked" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("add", "Ana María"), "cannot be the name"),
        (("add", "@users"), "cannot be the name"),
        (("add", "user"), "already"),
        (("rotate", "nobody"), "no user"),
        (("revoke", "nobody", "--yes"), "no user"),
        (("add", "ana", "--role", "king"), "one of client, admin"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    _, err = told(capsys, "users", *words, status=2)
    assert says in err
    assert "Traceback" not in err


def test_nobody_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Nobody has a key yet" in told(capsys, "users", "list")[1]


def test_without_the_extra_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extra, "PACKAGES", ("not_there_at_all",))
    _, err = told(capsys, "serve", status=78)
    assert "pip install 'local-assistant[server]'" in err
    assert "not_there_at_all" in err


def test_an_address_of_another_machine_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    _, err = told(capsys, "serve", "--host", "no.such.host.invalid", "-m", "none", status=2)
    assert "is no address of this machine" in err


def test_a_laptop_loads_nothing_of_the_server() -> None:
    heavy = ("starlette", "uvicorn", "prometheus_client", "assistant.server")
    code = (
        "import sys, assistant.cli.program as p; p.program();"
        "import assistant, assistant.app, assistant.session.session;"
        f"print([m for m in {heavy!r} if m in sys.modules])"
    )
    assert run(code) == "[]"


def test_U5_a_server_has_what_every_turn_reads_with_before_the_first(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.app import open_app
    from assistant.cli import serve
    from assistant.llm import tokenizer
    from assistant.reader import reader

    loaded: list[int] = []

    def served(*_: object, **__: object) -> None:
        caches = (reader, tokenizer._load_encoding)
        loaded.extend(each.cache_info().currsize for each in caches)

    reader.cache_clear()
    tokenizer._load_encoding.cache_clear()
    monkeypatch.setattr("assistant.server.running.serve", served)
    with open_app(home=home, clock=Clock(), model="none") as app:
        serve.run(app, "127.0.0.1", 0, (None, None), [])
    assert loaded == [1, 1]


def test_the_banner_speaks_the_language_of_the_person_and_warns_of_plain_http(home: Path) -> None:
    from assistant.app import open_app
    from assistant.cli.serve import banner

    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text('[ui]\nlanguage = "es"\n')
    with open_app(home=home, clock=Clock(), model="none") as app:
        near = "\n".join(banner(app, "127.0.0.1", 8765, "ak-x"))
        far = "\n".join(banner(app, "0.0.0.0", 8765, None))
    assert "http://127.0.0.1:8765/v1" in near
    assert "ak-x" in near
    assert "Clave" in near
    assert "TLS" not in near
    assert "TLS" in far
    assert "primer arranque" in far


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_the_list_of_users_is_for_its_owner_alone(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    told(capsys, "users", "add", "ana")
    for path in (home / "users").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path
