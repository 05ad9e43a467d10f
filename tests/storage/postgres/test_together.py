"""Reading in a row over one connection (U4), without a door between owners (U2)."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

import pytest

from assistant.storage.base import Stores
from tests.contract.samples import NOW, fact, vector
from tests.engines import Postgres
from tests.storage.postgres.conftest import Opener

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that is sent."""
    sent: list[str] = []
    execute = psycopg.Cursor.execute

    def noted(self: Any, query: Any, *more: Any, **named: Any) -> Any:
        sent.append(query if isinstance(query, str) else query.as_string(self))
        return execute(self, query, *more, **named)

    monkeypatch.setattr(psycopg.Cursor, "execute", noted)
    return sent


def read(stores: Stores) -> tuple[int, int]:
    return len(stores.facts.all()), len(stores.facts.vectors("e").ids)


def in_thread(work: Any) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_what_is_read_in_a_row_is_one_transaction(opened: Opener, asked: list[str]) -> None:
    stores = opened()
    stores.facts.add(fact("vive en Rosario", id="f"))
    read(stores)
    asked.clear()
    with stores.together():
        for _ in range(5):
            read(stores), stores.facts.revision(), stores.keyvalue.get("n", "k", now=NOW)
    assert sum("BEGIN" in each for each in asked) == 1
    assert asked[-1] == "COMMIT"
    assert sum("max(revision)" in each for each in asked) == 2  # of facts and of their vectors


def test_it_is_of_one_instant_and_what_comes_after_it_is_not(opened: Opener) -> None:
    stores, other = opened(), opened()
    with stores.together():
        assert read(stores) == (0, 0)
        in_thread(lambda: other.facts.add(fact("vive en Rosario", id="f")))
        assert read(stores) == (0, 0)
    assert read(stores) == (1, 0)


def test_a_write_inside_goes_its_own_way_and_is_seen_after_it(opened: Opener) -> None:
    stores = opened()
    with stores.together():
        assert read(stores) == (0, 0)
        with stores.transaction():
            stores.facts.add(fact("vive en Rosario", id="f"))
            stores.facts.put_vectors("e", {"f": vector(1)})
            assert read(stores) == (1, 1)
        assert read(stores) == (1, 1)
    assert read(opened()) == (1, 1)


def test_a_write_that_fails_inside_leaves_nothing(opened: Opener) -> None:
    stores = opened()
    with stores.together():
        read(stores)
        with suppress(ZeroDivisionError), stores.transaction():
            stores.facts.add(fact("vive en Rosario", id="f"))
            raise ZeroDivisionError
        assert read(stores) == (0, 0)


def test_inside_of_a_transaction_it_is_a_part_of_that(opened: Opener) -> None:
    stores = opened()
    with stores.transaction():
        stores.facts.add(fact("vive en Rosario", id="f"))
        with stores.together():
            assert read(stores) == (1, 0)
            stores.facts.put_vectors("e", {"f": vector(1)})
        assert read(stores) == (1, 1)
    assert read(stores) == (1, 1)


def test_the_next_owner_of_its_connection_sees_nothing_of_it(opened: Opener, owner: str) -> None:
    ana, ben = opened(), opened(f"{owner}-b")
    ana.facts.add(fact("vive en Rosario", id="f"))
    with ana.together(), ben.together():
        assert (read(ana), read(ben)) == ((1, 0), (0, 0))
    assert read(ben) == (0, 0)


def test_a_connection_that_breaks_inside_fails_once(opened: Opener, server: Postgres) -> None:
    from assistant.errors import TryAgainLater

    stores = opened()
    with stores.together():
        read(stores)
        server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'")
        with pytest.raises(TryAgainLater):
            stores.keyvalue.get("n", "k", now=NOW)
        assert read(stores) == (0, 0)
    assert read(stores) == (0, 0)


def test_however_many_read_in_a_row_there_are_connections_for_the_others(opened: Opener) -> None:
    stores, read_all, end = opened(), threading.Barrier(21), threading.Event()

    def hold() -> None:
        with stores.together():
            read(stores)
            read_all.wait(20)
            end.wait(20)

    threads = [threading.Thread(target=hold) for _ in range(20)]
    for thread in threads:
        thread.start()
    read_all.wait(20)
    stores.facts.add(fact("vive en Rosario", id="f"))
    assert read(stores) == (1, 0)
    end.set()
    for thread in threads:
        thread.join()
