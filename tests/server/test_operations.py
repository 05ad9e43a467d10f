"""What `deploy/` and docs/serving.md tell an operator to do, done for real (no containers)."""

from __future__ import annotations

import os
import re
import secrets
import shlex
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from assistant.storage.open import open_stores
from tests.contract.samples import NOW, fact
from tests.engines import ENGINES, PASSWORD, Postgres, free_port, postgres, redis_server
from tests.server.processes import process
from tests.server.support import Running, events, running
from tests.server.test_deploy import DEPLOY, caddyfile
from tests.server.test_engines import own_key
from tests.servers.scripted import Reply, ScriptedServer

pytestmark = pytest.mark.slow
PAGE = (DEPLOY.parent / "docs" / "serving.md").read_text("utf-8")
PATIENCE = 60.0


@pytest.fixture(params=[engine.name for engine in ENGINES])
def server(request: pytest.FixtureRequest) -> Iterator[Postgres]:
    """One of this test's own, called as the compose file calls it."""
    own = Postgres(postgres(request.param).binaries)
    own.run("CREATE ROLE postgres SUPERUSER LOGIN")
    yield own
    own.process.remove()


def told(name: str) -> list[str]:
    """The command of the page that runs ``name``, what is of the containers apart."""
    found = re.search(rf"postgres ({name} [^<>\n]*?)(?: [<>] \S+)?\n", PAGE)
    assert found is not None, name
    return shlex.split(found[1])


def run(server: Postgres, words: list[str], **more: Any) -> bytes:
    environment = {**os.environ, "PGHOST": str(server.process.folder)}
    path = f"{server.binaries}{os.pathsep}{environment['PATH']}"
    words = [str(server.binaries / words[0]), *words[1:]]
    done = subprocess.run(
        words, env={**environment, "PATH": path}, capture_output=True, timeout=PATIENCE, **more
    )
    assert done.returncode == 0, done.stderr.decode()
    return bytes(done.stdout)


def prepared(server: Postgres) -> str:
    """The database as `deploy/postgres-init.sh` makes it, and the URL of the program's role."""
    if server.run("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"):
        environment = {"APP_PASSWORD": PASSWORD, "PGHOST": str(server.process.folder)}
        environment["PATH"] = f"{server.binaries}{os.pathsep}{os.environ['PATH']}"
        script = ["sh", str(DEPLOY / "postgres-init.sh")]
        subprocess.run(script, env=environment, check=True, capture_output=True)
    else:  # an image without pgvector is not the one that is named there
        server.run(
            f"CREATE ROLE assistant LOGIN PASSWORD '{PASSWORD}'",
            "CREATE DATABASE assistant OWNER assistant",
        )
    return server.url_for("assistant", "assistant")


def facts(served: Running, key: str) -> list[str]:
    return [f["fact"] for f in served.call("GET", "/v1/memory/facts", key=key).json["data"]]


def test_a_backup_of_the_page_comes_back_with_each_users_rows_apart(
    home: Path, model: ScriptedServer, server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = prepared(server)
    monkeypatch.setenv("ASSISTANT_STORAGE_URL", url)
    model.replies = [Reply("Zinc."), Reply("Copper."), Reply("Tin.")]
    with running(home, model) as served:
        ana, bob = served.add_user("ana"), served.add_user("bob")
        served.call("POST", "/v1/memory/facts", {"text": "my cat is called Mochi"}, key=ana)
        served.call("POST", "/v1/memory/facts", {"text": "my dog is called Toby"}, key=bob)
        first = served.ask("why does it fail?", key=ana, headers={"X-Conversation": "builds"})
        dump = run(server, told("pg_dump"))
        served.call("POST", "/v1/memory/facts", {"text": "my bird is called Pio"}, key=bob)
        served.ask("and at night?", key=ana, headers={"X-Conversation": "builds"})
    restore = told("pg_restore")
    assert {"--clean", "--if-exists"} <= set(restore)
    run(server, restore, input=dump)
    with running(home, model) as served:
        assert facts(served, ana) == ["my cat is called Mochi"]
        assert facts(served, bob) == ["my dog is called Toby"], "as it was when it was dumped"
        again = served.ask("and then?", key=ana, headers={"X-Conversation": "builds"})
        assert again.headers["x-conversation"] == first.headers["x-conversation"]
        assert again.json["assistant"]["turn"] == 2
        served.call("POST", "/v1/memory/facts", {"text": "my fish is called Bo"}, key=bob)
        assert facts(served, bob) == ["my dog is called Toby", "my fish is called Bo"]
    _assert_apart(server, url)


def _assert_apart(server: Postgres, url: str) -> None:
    """Row-level security is there, and holds for the role that owns the tables."""
    import psycopg

    stores = open_stores(url, clock=lambda: NOW, owner="carla")
    assert stores.check() == []
    stores.facts.add(fact())
    assert len(stores.facts.all()) == 1
    stores.close()
    with psycopg.connect(url) as connection:
        for owner, seen in ((None, 0), ("ana", 1), ("zoe", 0)):
            connection.execute("SELECT set_config('assistant.owner', %s, true)", (owner or "",))
            count = connection.execute("SELECT count(*) FROM assistant.facts").fetchone()
            assert count == (seen,), owner
            connection.rollback()
    assert server.run("SELECT count(*) FROM assistant.facts", database="assistant")[0][0] > 2


def test_a_backup_comes_back_on_a_server_that_has_nothing_yet(server: Postgres) -> None:
    url = prepared(server)
    stores = open_stores(url, clock=lambda: NOW, owner="ana")
    stores.facts.add(fact("vive en Rosario"))
    stores.close()
    dump = run(server, told("pg_dump"))
    other = Postgres(server.binaries)
    try:
        other.run("CREATE ROLE postgres SUPERUSER LOGIN")
        there = prepared(other)
        run(other, told("pg_restore"), input=dump)
        with_rows = open_stores(there, clock=lambda: NOW, owner="ana")
        assert [f.fact for f in with_rows.facts.all()] == ["vive en Rosario"]
        assert len(with_rows.facts.search(["rosario"], 5)) == 1
        assert with_rows.check() == []
        with_rows.close()
    finally:
        other.process.remove()


def test_the_script_makes_a_role_that_is_bound_by_the_policies(server: Postgres) -> None:
    prepared(server)
    told = server.run(
        "SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole FROM pg_roles"
        " WHERE rolname = 'assistant'"
    )
    assert told == [(False, False, False, False)]


@contextmanager
def proxied(ports: list[int], tmp_path: Path) -> Iterator[str]:
    """`deploy/Caddyfile` in front of these, on a port of loopback."""
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("caddy is not installed")
    text = caddyfile(caddy)
    for number, port in enumerate(ports, 1):
        text = text.replace(f"app-{number}:8765", f"127.0.0.1:{port}")
    assert ":8765" not in text
    (tmp_path / "Caddyfile").write_text(text)
    address = f"http://127.0.0.1:{free_port()}"
    places = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(tmp_path))
    started = subprocess.Popen(
        [caddy, "run", "--adapter", "caddyfile", "--config", tmp_path / "Caddyfile"],
        env={**places, "ADDRESS": address, "CADDY_ADMIN": f"127.0.0.1:{free_port()}"},
        stdout=subprocess.DEVNULL,
        stderr=(tmp_path / "caddy.log").open("wb"),
    )
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=5).close()
                break
            except OSError:
                assert started.poll() is None, (tmp_path / "caddy.log").read_text()
                assert time.monotonic() < until
                time.sleep(0.05)
        yield address
    finally:
        started.terminate()
        started.wait(PATIENCE)


def test_behind_the_proxy_a_process_may_go_and_come(
    home: Path, model: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes, PostgreSQL, Redis and the proxy, as the compose file puts them together."""
    monkeypatch.setenv("ASSISTANT_STORAGE_URL", postgres().url)
    monkeypatch.setenv("ASSISTANT_STORAGE_LIVE", redis_server().url)
    monkeypatch.setenv("USER", f"o{secrets.token_hex(4)}")
    key, where = own_key(home), f"{model.base_url}|scripted-model"
    model.replies = [Reply("one two three four", pause=0.02)]
    with ExitStack() as stack:
        both = [stack.enter_context(process(home, where, tmp_path, key)) for _ in range(2)]
        address = stack.enter_context(proxied([each.port for each in both], tmp_path))
        front = Running(both[0].app, int(address.rpartition(":")[2]), key, both[0].turns)
        named = {"X-Conversation": "builds"}

        def ask(number: int) -> int:
            got = front.ask(f"is number {number} broken?", headers=named, stream=number % 2 == 0)
            assert got.status == 200, got.body
            return int((events(got)[-1] if number % 2 == 0 else got.json)["assistant"]["turn"])

        assert [ask(number) for number in range(1, 5)] == [1, 2, 3, 4]
        for hidden in ("/metrics", "/readyz"):
            assert front.call("GET", hidden).status == 404, "that stays inside"
        both[0].kill()
        assert [ask(number) for number in range(5, 25)] == list(range(5, 25))
