"""Connections to a file: as many as are used at one moment, whichever threads use them (U5)."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from assistant.storage.sqlite.connection import Database


class Counted(Database):
    """Tells how often it connected."""

    opened = 0

    def connect(self) -> sqlite3.Connection:
        self.opened += 1
        return super().connect()


@pytest.fixture
def database(tmp_path: Path) -> Counted:
    (tmp_path / "some.db").touch()
    database = Counted(tmp_path / "some.db")
    with database.transaction() as connection:
        connection.execute("CREATE TABLE t (n)")
    return database


def in_thread(work: object) -> None:
    thread = threading.Thread(target=work)  # type: ignore[arg-type]
    thread.start()
    thread.join()


def add(database: Database) -> None:
    with database.transaction() as connection:
        connection.execute("INSERT INTO t VALUES (1)")


def test_one_thread_after_the_other_needs_one_connection(database: Counted) -> None:
    alive = []
    for _ in range(12):
        ready, end = threading.Event(), threading.Event()

        def work(ready: threading.Event = ready, end: threading.Event = end) -> None:
            add(database)
            ready.set()
            end.wait()  # as the threads of a pool do

        alive.append((threading.Thread(target=work), end))
        alive[-1][0].start()
        ready.wait()
    for thread, end in alive:
        end.set()
        thread.join()
    assert database.opened == 1
    with database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM t").fetchone() == (12,)


def test_who_reads_meanwhile_has_another_one_and_sees_nothing_unfinished(database: Counted) -> None:
    seen = []

    def look() -> None:
        with database.reading() as connection:
            seen.append(connection.execute("SELECT count(*) FROM t").fetchone()[0])
        seen.append(database.has_unseen_changes)

    with database.transaction() as connection:
        connection.execute("INSERT INTO t VALUES (1)")
        in_thread(look)
        with database.reading() as same:
            assert same is connection
        assert database.has_unseen_changes
    in_thread(look)
    assert seen == [0, False, 1, False]
    assert database.opened == 2


def test_a_transaction_that_failed_leaves_a_connection_that_serves_the_next(
    database: Counted,
) -> None:
    with suppress(ZeroDivisionError), database.transaction() as connection:
        connection.execute("INSERT INTO t VALUES (1)")
        raise ZeroDivisionError
    assert not database.in_transaction
    in_thread(lambda: add(database))
    with database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM t").fetchone() == (1,)
    assert database.opened == 1


def test_a_closed_database_closes_what_is_in_use_when_its_use_ends(database: Counted) -> None:
    with database.reading() as connection:
        database.close()
        assert connection.execute("SELECT 1").fetchone() == (1,)
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("SELECT 1")
    with pytest.raises(ValueError, match="closed"), database.reading():
        pass
