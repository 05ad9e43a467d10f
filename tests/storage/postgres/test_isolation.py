"""Each owner's rows apart, asked from below the program as well (U2)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from assistant.errors import ConfigurationError, UsageError
from assistant.records import ErrorRecord
from assistant.storage.base import FactUse, Stores
from assistant.storage.open import open_users
from tests.contract.samples import (
    NOW,
    conversation,
    document,
    fact,
    later,
    metrics,
    run,
    segment,
    turn,
    vector,
)
from tests.engines import Postgres, postgres
from tests.storage.postgres.conftest import Opener

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

ALL_TABLES = (
    "SELECT relname::text FROM pg_class WHERE relnamespace = 'assistant'::regnamespace"
    " AND relkind = 'r' AND relname <> 'version' ORDER BY relname"
)


def fill(stores: Stores) -> None:
    """A row at least in every table."""
    known, gone = fact("vive en Rosario", id="f"), fact("se fue", id="g")
    stores.facts.add_all([known, gone])
    stores.facts.put_vectors("e", {"f": vector(1)})
    stores.facts.record_uses([FactUse("f", "default:ana:1", 1, NOW)])
    stores.facts.erase(["g"], ["digest"], NOW)
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1))
    stores.segments.add(segment(id="s"))
    stores.segments.put_vectors("e", {"s": vector(1)})
    stores.collections.put(document("a", height=1, bed="north"))
    stores.keyvalue.put("n", "k", 1)
    stores.counters.increment("t", NOW)
    stores.journal.record(metrics())
    stores.journal.record_runs([run()])
    stores.journal.record_error(ErrorRecord(NOW, None, "model", "timeout"))
    stores.erasures.owe(["trace"], [], NOW)


def everything(stores: Stores) -> list[Any]:
    return [
        stores.facts.all(retired=True),
        stores.facts.search(["rosario"], 5),
        stores.facts.vectors("e").ids,
        stores.facts.uses("f"),
        stores.facts.any_forgotten(),
        stores.conversations.all(),
        stores.conversations.messages("default:ana:1"),
        stores.segments.get("s"),
        stores.segments.search(["deployment"], 5),
        stores.segments.vectors("e")[0],
        stores.collections.namespaces(),
        stores.keyvalue.entries(),
        stores.counters.value("t", NOW),
        stores.journal.metrics(),
        stores.journal.runs(),
        stores.journal.errors(),
        stores.erasures.since(0),
    ]


@contextmanager
def as_app(server: Postgres, owner: str | None) -> Iterator[Any]:
    """A transaction of whoever has the program's own credentials."""
    with psycopg.connect(server.url, options="-c search_path=assistant") as connection:
        if owner is not None:
            connection.execute("SELECT set_config('assistant.owner', %s, true)", (owner,))
        yield connection
        connection.rollback()


def test_U2_no_store_reaches_another_owners_rows(opened: Opener, owner: str) -> None:
    ana, bruno = opened(), opened(f"{owner}-2")
    nothing = everything(bruno)
    fill(ana)
    assert everything(bruno) == nothing
    bruno.facts.erase(["f"], [], NOW)
    bruno.conversations.delete("default:ana:1")
    bruno.segments.erase(["s"])
    bruno.collections.delete("garden/plants")
    bruno.keyvalue.delete("n")
    bruno.journal.sweep_runs(later(days=1))
    bruno.journal.erase_errors(lambda _: True)
    fill(bruno)  # the same ids are theirs as well
    assert len(ana.facts.all()) == len(bruno.facts.all()) == 1
    assert len(ana.conversations.turns("default:ana:1")) == 1


def test_U2_from_sql_no_row_of_another_is_seen_changed_or_made(
    server: Postgres, opened: Opener, owner: str
) -> None:
    fill(opened())
    tables = [name for (name,) in server.run(ALL_TABLES, database="shared")]
    assert len(tables) > 15
    for table in tables:
        count = f"SELECT count(*) FROM {table}"
        of_owner = f"{count} WHERE owner = '{owner}'"
        there = server.run("SET search_path = assistant", of_owner, database="shared")
        assert there[0][0] > 0, f"{table} was filled"
        with as_app(server, owner) as own:
            assert own.execute(of_owner).fetchone() == there[0]
        for other in (None, "", f"{owner}-2", f"{owner}' OR true --"):
            with as_app(server, other) as foreign:
                assert foreign.execute(of_owner).fetchone() == (0,), table
                deleted = foreign.execute(f"DELETE FROM {table} WHERE owner = '{owner}'")
                assert deleted.rowcount == 0
                changed = foreign.execute(f"UPDATE {table} SET owner = 'x'")
                assert changed.rowcount == 0


@pytest.mark.parametrize("pretended", [None, "", "another"])
def test_U2_a_row_of_another_cannot_be_made(
    server: Postgres, opened: Opener, owner: str, pretended: str | None
) -> None:
    opened()
    with as_app(server, pretended) as foreign, pytest.raises(psycopg.Error):
        foreign.execute(
            "INSERT INTO keyvalue (owner, namespace, key, value) VALUES (%s, 'n', 'k', '1')",
            (owner,),
        )


def test_U2_the_owner_ends_with_the_transaction(server: Postgres, opened: Opener) -> None:
    fill(opened())
    with psycopg.connect(server.url, autocommit=True) as connection:
        with connection.transaction():
            connection.execute("SELECT set_config('assistant.owner', 'x', true)")
        told = connection.execute("SELECT current_setting('assistant.owner', true)").fetchone()
        assert told in ((None,), ("",))


def test_U2_a_user_with_rows_alone_cannot_lift_the_policies(
    server: Postgres, opened: Opener, owner: str
) -> None:
    """The tables made by one user, the program run as another: what docs/stores.md proposes."""
    opened()
    server.run(
        "DO $$ BEGIN CREATE ROLE clerk LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
        "GRANT USAGE ON SCHEMA assistant TO clerk",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA assistant TO clerk",
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA assistant TO clerk",
        database="shared",
    )
    url = server.url_for("clerk", "shared")
    clerk = opened(f"{owner}-clerk", url)
    fill(clerk)
    clerk.scrub()
    assert clerk.check() == []
    assert clerk.facts.get("f") is not None
    for statement in (
        "ALTER TABLE assistant.facts DISABLE ROW LEVEL SECURITY",
        "DROP POLICY own_rows ON assistant.facts",
        "SET ROLE app",
    ):
        with psycopg.connect(url) as connection, pytest.raises(psycopg.Error):
            connection.execute(statement)  # type: ignore[call-overload,unused-ignore]


def test_U2_who_names_no_owner_gets_nothing(server: Postgres) -> None:
    from assistant.storage.open import open_stores

    with pytest.raises(ConfigurationError, match="whose memory"):
        open_stores(server.url, clock=lambda: NOW)


def test_a_superuser_is_refused(server: Postgres) -> None:
    from assistant.storage.open import open_stores

    url = server.url_for("admin", "shared")
    with pytest.raises(ConfigurationError, match="rows of others"):
        open_stores(url, clock=lambda: NOW, owner="ana")


def test_the_doctor_sees_tables_that_keep_nobody_apart(server: Postgres, opened: Opener) -> None:
    stores = opened()
    assert stores.check() == []
    server.run("ALTER TABLE assistant.errors NO FORCE ROW LEVEL SECURITY", database="shared")
    try:
        assert stores.check() == ["the table errors does not keep users apart"]
    finally:
        server.run("ALTER TABLE assistant.errors FORCE ROW LEVEL SECURITY", database="shared")


def test_U1_users_are_listed_where_no_user_looks(server: Postgres, owner: str) -> None:
    users, again = (open_users(server.url, clock=lambda: NOW) for _ in range(2))
    key = users.add(owner, role="client", plan="pro")
    found = again.find(key)
    assert found is not None
    assert found.name == owner
    assert key not in repr(server.run("SELECT * FROM assistant.keyvalue", database="shared"))
    with pytest.raises(UsageError):
        open_users(server.url, clock=lambda: NOW).add("@users", role="admin", plan="free")
    users.revoke(owner)
    assert again.find(key) is None
    users.close()
    again.close()


def test_a_password_is_shown_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    from assistant.errors import AssistantError
    from assistant.storage.open import location_of, open_stores

    server = postgres()
    for url in (
        "postgresql://ana:s3cret@127.0.0.1:1/nowhere?connect_timeout=1",
        server.url_for("nobody", "shared").replace("correct-horse", "s3cret"),
        server.url_for("app", "nowhere").replace("correct-horse", "s3cret"),
        "postgresql://ana:s3cret@host:port/x",
    ):
        assert "s3cret" not in location_of(url).name
        with pytest.raises(AssistantError) as told:
            open_stores(url, clock=lambda: NOW, owner="ana")
        assert "s3cret" not in f"{told.value} {told.value.kept}"
    assert "s3cret" not in caplog.text


def test_what_changed_is_told_of_ones_own_rows_alone(opened: Opener, owner: str) -> None:
    ana, bruno = opened(), opened(f"{owner}-2")
    known = fact()
    ana.facts.add(known)
    start = ana.facts.revision()
    bruno.facts.add_all([fact() for _ in range(3)])
    assert ana.facts.revision() == start
    ana.facts.update(replace(known, fact="otra cosa"))
    assert ana.facts.changes(start) == [known.id]
