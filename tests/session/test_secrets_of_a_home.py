"""F4, to the last byte: a home after a long use with secrets everywhere holds none of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.app import App, open_app
from assistant.cli import history
from assistant.errors import BadData, ModelUnavailable
from assistant.prompt.base import Attachment
from assistant.records import ErrorRecord
from assistant.session.base import TurnInput
from tests.benchmarks.secret_cases import secret_cases
from tests.benchmarks.secrets import left_behind, live_through
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer

KEY = "a-key-without-any-shape-5577"


def held(home: Path) -> bytes:
    return b"\n".join(
        p.read_bytes() for p in home.rglob("*") if p.is_file() and "cache" not in p.parts
    )


def opened(home: Path, clock: Clock, server: ScriptedServer) -> App:
    (home / "config.toml").parent.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text('[log]\nlevel = "debug"\n')
    environ = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.base_url}
    return open_app(home=home, clock=clock, environ=environ)


def test_F4_no_byte_of_a_home_holds_a_secret_of_any_kind(home: Path) -> None:
    """One of each of 40 kinds, typed, quoted by the reply, logged, cached and kept as an error."""
    by_kind = {case.kind: case for case in secret_cases()}
    cases = list(by_kind.values())
    live_through(home, cases)
    assert b"Anotado" in held(home)  # the turns are there
    assert len(left_behind(home, cases)) <= 1  # of 40, many of them never seen before


def test_F4_the_key_and_what_a_file_brought_are_kept_out_of_the_reply(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    server.replies = [Reply(f"Your key is {KEY} and the other one Zapallo.Frito.5; use 8080.")]
    with opened(home, clock, server) as app:
        env = Attachment(".env", "PORT=8080\nDB_PASSWORD=Zapallo.Frito.5\n")
        told = app.session().respond(TurnInput("what is wrong with this file?", (env,)))
        assert "Zapallo.Frito.5" in told.text  # the person still sees the reply
        app.stores.flush()
    assert b"8080" in held(home)
    assert b"Zapallo" not in held(home)
    assert KEY.encode() not in held(home)


def test_F4_a_server_that_repeats_the_prompt_in_its_refusal_puts_it_nowhere(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    said = "por qué falla la orquídea con la clave Caracol#99"
    body = json.dumps({"error": {"message": f"invalid request: messages=[{said}]"}})
    server.replies = [Reply(status=400, body=body)] * 3
    with opened(home, clock, server) as app:
        with pytest.raises(ModelUnavailable, match="orquídea"):  # shown
            app.session().respond(TurnInput(said))
        assert "status 400" in app.stores.journal.errors()[-1].message
        app.stores.flush()
    assert "orquídea".encode() not in held(home)
    assert b"Caracol#99" not in held(home)


def test_F4_a_password_that_is_a_word_is_in_neither_row_of_its_turn(
    home: Path, clock: Clock
) -> None:
    with open_app(home=home, clock=clock, answers=False) as app:
        session = app.session()
        told = session.observe("mi clave es tortuga y vivo en Rosario", "Listo: Tortuga queda.")
        assert any("una contraseña" in notice for notice in told.notices)
        assert any("Rosario" in change.text for change in told.memory_changes)
        session.new()
        app.stores.flush()
    assert b"tortuga" not in held(home).lower()


def test_F4_who_asks_to_keep_one_is_told_why_not_in_their_language(app: App) -> None:
    with pytest.raises(BadData, match="una contraseña"):
        app.facts.add("mi contraseña es tortuga")
    with pytest.raises(BadData, match="a PIN"):
        app.facts.add("my card's PIN is 4821")


def test_F4_no_secret_gets_into_the_input_history(app: App) -> None:
    history.append(app.paths.history, "my passphrase is correct horse magnet staple")
    history.append(app.paths.history, "hello")
    assert history.read(app.paths.history) == ["hello"]


def test_F4_an_error_is_bounded_and_without_secrets(app: App) -> None:
    error = ErrorRecord(app.now(), None, "X", "my password is hunter2, " + "x" * 9_000)
    app.stores.journal.record_error(error)
    kept = app.stores.journal.errors()[-1].message
    assert "hunter2" not in kept
    assert len(kept) <= 500
