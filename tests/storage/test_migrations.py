"""Older, newer and other people's databases, and two processes at the same door."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assistant.errors import BadData
from assistant.records import Fact
from assistant.storage.base import FactUse
from assistant.storage.events import StorageEvent, silent
from assistant.storage.sqlite.migrations import _SCHEMA as SCHEMA
from assistant.storage.sqlite.migrations import MIGRATIONS, Migration
from assistant.storage.sqlite.migrations import _statements as statements
from assistant.storage.sqlite.seals import SEALED, allow_seals, broken_seals, seal
from assistant.storage.sqlite.stores import open_sqlite
from assistant.storage.sqlite.vectors import halve_vectors
from tests.contract.samples import NOW, conversation, fact, metrics
from tests.storage.conftest import Opener, start


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def add_colour(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE facts ADD COLUMN colour TEXT")


def fail(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM facts")
    raise RuntimeError("half way")


def reopen(path: Path, *more: Migration, observer: object = silent) -> None:
    open_sqlite(path, lambda: NOW, observer, (*MIGRATIONS, *more)).close()  # type: ignore[arg-type]


def test_a_new_home_starts_at_the_last_version_without_a_backup(
    open_home: Opener, path: Path, events: list[StorageEvent]
) -> None:
    open_home()
    assert version_of(path) == len(MIGRATIONS)
    assert not list(path.parent.glob("*backup*"))
    assert [event.kind for event in events] == ["migrated"]


def test_an_old_home_is_migrated_with_a_backup_beside_it(open_home: Opener, path: Path) -> None:
    known = fact()
    first = open_home()
    first.facts.add(known)
    first.close()
    told: list[StorageEvent] = []
    reopen(path, add_colour, observer=told.append)
    backup = Path(f"{path}.backup-v{len(MIGRATIONS)}")
    assert [event.kind for event in told] == ["backed_up", "migrated"]
    assert backup.stat().st_mode & 0o777 == 0o600
    assert version_of(path) == len(MIGRATIONS) + 1
    assert version_of(backup) == len(MIGRATIONS)
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT id FROM facts").fetchall() == [(known.id,)]
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_migration_that_fails_changes_nothing(open_home: Opener, path: Path) -> None:
    known = fact()
    first = open_home()
    first.facts.add(known)
    first.close()
    with pytest.raises(RuntimeError, match="half way"):
        reopen(path, add_colour, fail)
    assert version_of(path) == len(MIGRATIONS)
    assert open_home().facts.all() == [known]


def test_a_newer_database_asks_for_an_upgrade(open_home: Opener, path: Path) -> None:
    open_home().close()
    reopen(path, add_colour)
    with pytest.raises(BadData, match="newer version") as caught:
        open_home()
    assert "pgrade" in caught.value.hint
    assert version_of(path) == len(MIGRATIONS) + 1


@pytest.mark.parametrize("version", [0, 1, len(MIGRATIONS) - 1])
def test_a_format_that_its_tables_do_not_have_is_damage(
    open_home: Opener, path: Path, version: int
) -> None:
    open_home().close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(BadData, match="is damaged"):
        open_home()
    assert version_of(path) == version
    copies = path.parent.glob("*.backup-v*")
    assert not [*copies], "as the newest backup it would be put in its own place"


def test_the_database_of_another_program_is_left_alone(open_home: Opener, path: Path) -> None:
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    before = path.read_bytes()
    with pytest.raises(BadData, match="another program"):
        open_home()
    assert path.read_bytes() == before


@pytest.mark.parametrize("attempt", range(3))
def test_processes_that_open_a_new_home_at_once_all_succeed(path: Path, attempt: int) -> None:
    body = """
sys.stdin.read()
stores = open_home()
stores.facts.add(fact(id=args[0]))
stores.close()
"""
    processes = [start(path, body, n) for n in range(6)]
    for process in processes:
        assert process.stdin
        process.stdin.close()
    for process in processes:
        assert process.stderr
        error = process.stderr.read()
        assert process.wait(60) == 0, error
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM facts").fetchone() == (6,)


def _index_of(name: str) -> int:
    return [migration.__name__ for migration in MIGRATIONS].index(name)


def without_strategies(connection: sqlite3.Connection) -> None:
    """The home as releases wrote it that said neither how a prompt was made to fit nor which tools
    ran."""
    connection.execute("DROP TABLE tool_runs")
    for name in ("sealed", "sealed_anew", "unsealed"):
        connection.execute(f"DROP TRIGGER turn_metrics_{name}")
    connection.execute("ALTER TABLE turn_metrics DROP COLUMN strategies")
    seal("turn_metrics")(connection)


def to_logs_of_all_changes(connection: sqlite3.Connection) -> None:
    """The home as releases wrote it that logged what was added, with numbers counted by SQLite."""
    without_strategies(connection)
    for table in ("document_fields", "documents"):
        connection.execute(f"DROP TABLE {table}")
        connection.execute(f"DROP TABLE {table}_seals")
    first = (SCHEMA / "0001.sql").read_text("utf-8")
    for kind in ("fact", "fact_vector", "segment_vector"):
        connection.execute(f"DROP VIEW {kind}_revision")
        connection.execute(f"DROP TABLE {kind}_log")
        for end in ("changed", "erased"):
            connection.execute(f"DROP TRIGGER IF EXISTS {kind}_{end}")
        name = "id" if kind == "fact" else "owner"
        for statement in statements(first):
            if re.search(rf"(TABLE|TRIGGER) {kind}_(log|added|changed|erased)", statement):
                connection.execute(statement)
        connection.execute(f"INSERT INTO {kind}_log (id) SELECT {name} FROM {kind}s ORDER BY seq")
    connection.execute(f"PRAGMA user_version = {_index_of('0003.sql')}")


def to_one_table_of_seals(path: Path) -> None:
    """The home as releases wrote it whose seals stood in one table."""
    with closing(sqlite3.connect(path)) as connection, connection:
        to_logs_of_all_changes(connection)
        connection.execute(
            "CREATE TABLE seals (kind TEXT NOT NULL, row TEXT NOT NULL, seal INTEGER NOT NULL,"
            " PRIMARY KEY (kind, row)) WITHOUT ROWID"
        )
        for table in [name for name in SEALED if not name.startswith("document")]:
            connection.execute(
                f"INSERT INTO seals SELECT '{table}', CAST(row AS TEXT), seal FROM {table}_seals"
            )
            connection.execute(f"DROP TABLE {table}_seals")
            for name in ("sealed", "sealed_anew", "unsealed"):
                connection.execute(f"DROP TRIGGER {table}_{name}")
        connection.execute("CREATE INDEX fact_vectors_by_embedder ON fact_vectors (embedder)")
        connection.execute("CREATE INDEX segment_vectors_by_embedder ON segment_vectors (embedder)")
        connection.execute("CREATE INDEX live_fact_ids ON facts (id) WHERE retired_at IS NULL")
        connection.execute("PRAGMA user_version = 2")


@pytest.mark.parametrize("altered", [False, True])
def test_seals_keep_what_they_seal_when_each_table_gets_its_own(
    open_home: Opener, path: Path, altered: bool
) -> None:
    first = open_home()
    for n in range(12):
        first.facts.add(fact(f"el hecho número {n}"))
        first.conversations.save(conversation(f"default:ana:{n}"))
    first.close()
    to_one_table_of_seals(path)
    if altered:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DROP TRIGGER fact_reindexed")
            connection.execute("UPDATE facts SET fact = 'otra cosa' WHERE seq = 11")
    open_home()
    with closing(sqlite3.connect(path)) as connection:
        allow_seals(connection)
        assert broken_seals(connection) == altered * [
            "1 of the rows in facts are not what was written"
        ]
        with connection, pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO facts_seals VALUES (11, 0)")


def written(open_home: Opener, count: int) -> list[Fact]:
    """Facts with vectors, each number of the n-th is n, in a home that is closed again."""
    stores, known = open_home(), [fact(f"el hecho número {n}") for n in range(count)]
    for n, one in enumerate(known):
        stores.facts.add(one)
        stores.facts.put_vectors("e", {one.id: np.full(8, n, np.float32)})
    stores.close()
    return known


def test_A2_vectors_of_whole_floats_are_halved_and_altered_ones_made_anew(
    open_home: Opener, path: Path
) -> None:
    known = written(open_home, 5)
    with closing(sqlite3.connect(path)) as connection:
        allow_seals(connection)
        with connection:
            to_logs_of_all_changes(connection)
            for n in range(5):
                whole = np.full(8, n, "<f4").tobytes()
                connection.execute(
                    "UPDATE fact_vectors SET vector = ? WHERE seq = ?", (whole, n + 1)
                )
            connection.execute(f"PRAGMA user_version = {MIGRATIONS.index(halve_vectors)}")
        with connection.blobopen("fact_vectors", "vector", 3) as blob:  # as a bit flips on a disk
            blob.write(b"7")
    stores = open_home()
    ids, matrix, _ = stores.facts.vectors("e")
    sound = [one.id for n, one in enumerate(known) if n != 2]
    assert dict(zip(ids, matrix[:, 0].tolist(), strict=True)) == dict(
        zip(sound, (0, 1, 3, 4), strict=True)
    )
    assert [one.id for one in stores.facts.without_vector("e")] == [known[2].id]
    assert stores.check() == []


def test_revisions_go_on_where_logs_of_all_changes_had_come(open_home: Opener, path: Path) -> None:
    """What was built on a revision is read again; what changes from then on is told."""
    known = written(open_home, 9)
    with closing(sqlite3.connect(path)) as connection:
        allow_seals(connection)
        with connection:
            to_logs_of_all_changes(connection)
            connection.execute("UPDATE facts SET last_confirmed_at = created_at WHERE seq < 9")
        before = connection.execute("SELECT max(revision) FROM fact_log").fetchone()[0]
    stores = open_home()
    assert stores.facts.revision() == before == 17
    assert stores.facts.changes(before - 1) is None
    stores.facts.erase([known[8].id], [], NOW)
    stores.facts.add(fact("otro", id="otro"))
    assert set(stores.facts.changes(before) or ()) == {known[8].id, "otro"}
    assert stores.facts.vectors("e")[0] == [one.id for one in known[:8]]
    assert stores.check() == []


def before_open_domains(path: Path) -> list[Fact]:
    """A home as releases wrote it whose table of facts named the five domains: with a retired fact,
    vectors and uses."""
    version = _index_of("0005.sql")
    stores = open_sqlite(path, lambda: NOW, silent, MIGRATIONS[:version])
    known = [fact(f"el hecho número {n}") for n in range(5)]
    known[4] = replace(known[4], retired_at=NOW)
    stores.facts.add_all(known)
    for n, one in enumerate(known[:4]):
        stores.facts.put_vectors("e", {one.id: np.full(8, n, np.float32)})
    stores.facts.record_uses([FactUse(known[1].id, "default:ana:1", 3, NOW)])
    stores.close()
    assert version_of(path) == version
    with closing(sqlite3.connect(path)) as connection:
        allow_seals(connection)
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("UPDATE facts SET domain = 'garden'")
    return known


def schema_of(path: Path) -> set[tuple[str, str, str]]:
    """Everything that the file defines, but the table of facts itself."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {row for row in rows if row[:2] != ("table", "facts")}


def test_K1_a_home_of_five_domains_takes_more_and_loses_nothing(
    open_home: Opener, path: Path
) -> None:
    known = before_open_domains(path)
    before = schema_of(path)
    open_sqlite(path, lambda: NOW, silent, MIGRATIONS[: _index_of("0005.sql") + 1]).close()
    assert schema_of(path) == before, "its indexes, triggers and views are the same"
    stores = open_home()
    revision = stores.facts.revision()
    assert stores.facts.all(retired=True) == known
    assert stores.facts.vectors("e")[0] == [one.id for one in known[:4]]
    assert [use.turn_number for use in stores.facts.uses(known[1].id)] == [3]
    found = {id for id, _ in stores.facts.search(["hecho"], 9)}
    assert found == {one.id for one in known[:4]}
    stores.facts.add(fact("las rosas van al sol", id="rosas", domain="garden"))
    stores.facts.erase([known[0].id], [], NOW)
    assert set(stores.facts.changes(revision) or ()) == {"rosas", known[0].id}
    assert [id for id, _ in stores.facts.search(["rosas"], 9)] == ["rosas"]
    assert stores.facts.vectors("e")[0] == [one.id for one in known[1:4]], "its vector went with it"
    assert stores.check() == []


def test_a_row_that_was_altered_on_the_disk_is_still_found_afterwards(
    open_home: Opener, path: Path
) -> None:
    before_open_domains(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("DROP TRIGGER facts_sealed_anew")
        connection.execute("UPDATE facts SET confidence = 'higj' WHERE seq = 2")
    stores = open_home()
    assert len(stores.facts.all(retired=True)) == 5
    assert "1 of the rows in facts are not what was written" in stores.check()


def test_K3_measures_of_earlier_releases_stay_and_say_nothing_of_strategies(
    open_home: Opener, path: Path
) -> None:
    first = open_home()
    first.journal.record(metrics())
    first.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        allow_seals(connection)
        without_strategies(connection)
        connection.execute(f"PRAGMA user_version = {_index_of('0006.sql')}")
    stores = open_home()
    assert stores.journal.metrics() == [metrics()]
    stores.journal.record(metrics(2, strategies=("summarise",)))
    assert [m.strategies for m in stores.journal.metrics()] == [(), ("summarise",)]
    assert stores.check() == []


def test_foreign_keys_are_kept_again_after_a_migration(open_home: Opener, path: Path) -> None:
    before_open_domains(path)
    with open_home()._database.reading() as connection:
        assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert connection.execute("PRAGMA ignore_check_constraints").fetchone() == (0,)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
