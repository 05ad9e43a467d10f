"""A server that goes, stalls, fills or refuses: typed errors, nothing by halves, and back again
without a new start."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import pytest

from assistant.errors import (
    AssistantError,
    BadData,
    ConfigurationError,
    NotAuthorised,
    StorageUnavailable,
    TryAgainLater,
    Unsettled,
)
from assistant.storage.base import Stores
from assistant.storage.open import location_of, open_stores
from tests.contract.samples import NOW, conversation, fact, turn, undone, vector
from tests.engines import Postgres, postgres, redis_server
from tests.network import Network, before_postgres
from tests.storage.postgres.conftest import Opener

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

ROOT = Path(__file__).parents[3]


@pytest.fixture
def stores(opened: Opener) -> Stores:
    return opened()


def end_connections(server: Postgres) -> None:
    server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'")


def with_options(url: str, options: str) -> str:
    return f"{url}&options=-c%20{quote(options)}"


def test_connections_that_broke_unused_are_replaced_unnoticed(
    server: Postgres, stores: Stores
) -> None:
    stores.facts.add(fact())
    with ThreadPoolExecutor(4) as pool:  # several of them
        list(pool.map(lambda _: stores.facts.all(), range(16)))
    end_connections(server)
    assert len(stores.facts.all()) == 1
    end_connections(server)
    stores.facts.add(fact())
    assert len(stores.facts.all()) == 2


def test_a_transaction_whose_connection_breaks_is_not_there(
    server: Postgres, stores: Stores
) -> None:
    for more in (fact("dos"), None):  # it is seen by the next statement, or by the commit
        with pytest.raises(TryAgainLater if more else Unsettled):  # noqa: PT012, SIM117
            with stores.transaction():
                stores.facts.add(fact("uno"))
                end_connections(server)
                if more:
                    stores.facts.add(more)
        assert stores.facts.all() == []
    stores.facts.add(fact("tres"))
    assert [f.fact for f in stores.facts.all()] == ["tres"]


def test_U5_a_turn_whose_connection_breaks_is_not_live_either(
    server: Postgres, opened: Opener
) -> None:
    live = redis_server().url
    stores, other = opened(live=live), opened(live=live)
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1))
    with pytest.raises(Unsettled):  # noqa: PT012, SIM117
        with stores.transaction():
            stores.conversations.append(turn(2))
            end_connections(server)
    assert stores.conversations.turns("default:ana:1") == [turn(1)]
    other.conversations.append(turn(2, user="another"))
    assert stores.conversations.turns("default:ana:1") == [turn(1), turn(2, user="another")]


def test_who_holds_an_owners_lock_for_long_is_told_of(server: Postgres, opened: Opener) -> None:
    url = with_options(server.url, "lock_timeout=200ms")
    one, other = opened(url=url), opened(url=f"{url}&application_name=other")
    with one.transaction():
        one.facts.add(fact())
        with pytest.raises(TryAgainLater, match="too long"):
            other.facts.add(fact())
        assert other.facts.all() == [], "reading waits for nobody"
    other.facts.add(fact())
    assert len(one.facts.all()) == 2


def test_owners_do_not_wait_for_each_other(server: Postgres, opened: Opener, owner: str) -> None:
    url = with_options(server.url, "lock_timeout=200ms")
    one, other = opened(url=url), opened(f"{owner}-2", url)
    with one.transaction():
        one.facts.add(fact())
        threading.Thread(target=lambda: other.facts.add(fact())).start()
        with ThreadPoolExecutor() as pool:
            pool.submit(other.facts.add, fact()).result()


def test_what_takes_too_long_is_given_up(server: Postgres, opened: Opener) -> None:
    stores = opened(url=with_options(server.url, "statement_timeout=400ms"))
    server.run(
        "CREATE OR REPLACE FUNCTION assistant.slowly() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN PERFORM pg_sleep(30); RETURN NULL; END $$",
        "CREATE TRIGGER slowly AFTER INSERT ON assistant.tombstones EXECUTE FUNCTION"
        " assistant.slowly()",
        database="shared",
    )
    try:
        with pytest.raises(TryAgainLater, match="too long"):
            stores.facts.erase([], ["digest"], NOW)
    finally:
        server.run("DROP TRIGGER slowly ON assistant.tombstones", database="shared")
    assert not stores.facts.any_forgotten()


def test_a_server_that_can_only_be_read_is_read(server: Postgres, opened: Opener) -> None:
    stores = opened()
    stores.facts.add(fact())
    copy = opened(url=with_options(server.url, "default_transaction_read_only=on"))
    assert len(copy.facts.all()) == 1
    with pytest.raises(StorageUnavailable, match="only be read"):
        copy.facts.add(fact())


def test_no_connection_to_spare_is_told_and_passes(server: Postgres, opened: Opener) -> None:
    stores = opened()
    stores.facts.add(fact())
    server.run("ALTER ROLE app CONNECTION LIMIT 0")
    try:
        end_connections(server)
        with pytest.raises(TryAgainLater, match="no connection to spare"):
            stores.facts.all()
    finally:
        server.run("ALTER ROLE app CONNECTION LIMIT -1")
    assert len(stores.facts.all()) == 1


def test_who_may_not_do_it_is_told_so(server: Postgres, opened: Opener) -> None:
    stores = opened()
    server.run("CREATE ROLE stranger LOGIN", "CREATE DATABASE closed")
    try:
        with pytest.raises(NotAuthorised):
            opened(url=server.url_for("stranger", "closed"))
        with pytest.raises(NotAuthorised):
            opened(url=server.url_for("stranger", "shared"))
    finally:
        server.run("DROP DATABASE closed", "DROP ROLE stranger")
    assert stores.facts.all() == []


def test_what_is_not_there_is_told_with_what_to_do(server: Postgres, opened: Opener) -> None:
    with pytest.raises(ConfigurationError, match="createdb"):
        opened(url=server.url_for("app", "nowhere"))
    with pytest.raises(StorageUnavailable, match="does not answer"):
        opened(url="postgresql://app@127.0.0.1:1/shared")
    with pytest.raises(ConfigurationError, match="no address"):
        opened(url="postgresql://app@host/db?nonsense=1")
    location = location_of(server.url, owner=uuid4().hex)
    assert not location.exists()
    assert location.size() == 0
    assert location.backups() == []


def test_a_later_release_is_not_written_to(server: Postgres, opened: Opener) -> None:
    from assistant.storage.postgres.migrations import MIGRATIONS

    opened()
    server.run("UPDATE assistant.version SET version = 99", database="shared")
    try:
        with pytest.raises(BadData, match="newer version"):
            open_stores(f"{server.url}&application_name=late", clock=lambda: NOW, owner="ana")
    finally:
        server.run(f"UPDATE assistant.version SET version = {len(MIGRATIONS)}", database="shared")


@pytest.mark.slow
def test_many_open_a_new_database_at_once(server: Postgres) -> None:
    server.run("DROP DATABASE IF EXISTS fresh", "CREATE DATABASE fresh OWNER app")
    script = (
        "import sys; from assistant.storage.open import open_stores;"
        "from tests.contract.samples import NOW, fact;"
        "s = open_stores(sys.argv[1], clock=lambda: NOW, owner='ana');"
        "s.facts.add(fact(id=sys.argv[2])); s.close()"
    )
    url = server.url_for("app", "fresh")
    started = [
        subprocess.Popen([sys.executable, "-c", script, url, str(n)], cwd=ROOT) for n in range(3)
    ]
    assert [process.wait(60) for process in started] == [0, 0, 0]
    stores = open_stores(url, clock=lambda: NOW, owner="ana")
    assert {f.id for f in stores.facts.all()} == {"0", "1", "2"}
    stores.close()


@pytest.fixture
def between() -> Iterator[tuple[Network, str]]:
    network, url = before_postgres(postgres())
    yield network, url
    network.close()


@pytest.mark.slow
def test_a_network_that_falls_silent_is_not_waited_for_for_ever(
    between: tuple[Network, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    network, url = between
    from assistant.storage.postgres.patience import PatientConnection

    monkeypatch.setattr(PatientConnection, "answer_seconds", 0.3)
    stores = open_stores(url, clock=lambda: NOW, owner=uuid4().hex)
    stores.facts.add(fact("uno"))
    network.silent.set()
    with pytest.raises(StorageUnavailable, match="no answer"):
        stores.facts.get("x")
    with pytest.raises(AssistantError):  # noqa: PT012, SIM117
        with stores.transaction():
            network.silent.clear()
            stores.facts.add(fact("dos"))
            network.silent.set()
            stores.facts.add(fact("tres"))
    network.silent.clear()
    for _ in range(3):  # who was connecting meanwhile gives up first
        with suppress(TryAgainLater):
            stores.facts.add(fact("cuatro"))
            break
    assert [f.fact for f in stores.facts.all()] == ["uno", "cuatro"]
    stores.close()


def test_a_connection_that_is_reset_is_replaced(between: tuple[Network, str]) -> None:
    network, url = between
    stores = open_stores(url, clock=lambda: NOW, owner=uuid4().hex)
    stores.facts.add(fact("uno"))
    network.reset()
    stores.facts.add(fact("dos"))
    with pytest.raises(AssistantError):  # noqa: PT012, SIM117
        with stores.transaction():
            stores.facts.add(fact("tres"))
            network.reset()
            stores.facts.add(fact("cuatro"))
    assert [f.fact for f in stores.facts.all()] == ["uno", "dos"]
    stores.close()


@pytest.fixture(scope="module")
def killed() -> Iterator[Postgres]:
    """A server that may be killed."""
    own = Postgres(postgres().binaries)
    yield own
    own.process.remove()


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGQUIT, signal.SIGINT])
def test_a_server_that_was_killed_and_started_again_goes_on(
    killed: Postgres, how: int, caplog: pytest.LogCaptureFixture
) -> None:
    stores = open_stores(killed.url, clock=lambda: NOW, owner=uuid4().hex)
    known = fact()
    stores.facts.add(known)
    stores.facts.put_vectors("e", {known.id: vector(1)})
    lost = fact()
    with pytest.raises(AssistantError) as told:  # noqa: PT012, SIM117
        with stores.transaction():
            stores.facts.add(lost)
            killed.process.stop(how)
            stores.facts.get(lost.id)
    assert isinstance(told.value, TryAgainLater | StorageUnavailable)
    with pytest.raises(StorageUnavailable, match="does not answer"):
        stores.facts.get(known.id)
    killed.start()
    assert stores.facts.get(known.id) == known
    assert stores.facts.get(lost.id) is None
    stores.facts.add(lost)
    stores.facts.put_vectors(
        "e", {known.id: vector(1)}
    )  # can be computed again: may have been lost
    assert stores.facts.vectors("e").ids == [known.id]
    stores.close()
    assert not caplog.records, "the pool has no voice of its own"


def test_a_broken_transaction_leaves_no_owner_behind(server: Postgres, opened: Opener) -> None:
    stores = opened()
    with undone(stores):
        stores.facts.add(fact())
    with psycopg.connect(server.admin) as admin:
        idle = admin.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
        ).fetchone()
    assert idle == (0,)
