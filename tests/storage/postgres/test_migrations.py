"""Tables of an earlier version, brought up to date as they lie."""

from __future__ import annotations

import pytest

from tests.contract.samples import NOW, run
from tests.engines import Postgres
from tests.storage.postgres.conftest import Opener
from tests.storage.postgres.test_isolation import everything, fill

pytest.importorskip("psycopg", reason="the extra postgres is not installed")


@pytest.fixture
def older(server: Postgres, opened: Opener, monkeypatch: pytest.MonkeyPatch, owner: str) -> str:
    """A database as the first version made it, with a user who was granted its rows."""
    server.run("DROP DATABASE IF EXISTS older", "CREATE DATABASE older OWNER app")
    url = server.url_for("app", "older")
    from assistant.storage.postgres import migrations

    with monkeypatch.context() as before:
        before.setattr(migrations, "MIGRATIONS", ("0001.sql",))
        stores = opened(url=url)
        stores.facts.erase([], ["digest"], NOW)
        stores.close()
    server.run(
        "DO $$ BEGIN CREATE ROLE clerk LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
        "GRANT USAGE ON SCHEMA assistant TO clerk",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA assistant TO clerk",
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA assistant TO clerk",
        database="older",
    )
    return url


def test_an_older_database_is_brought_up_to_date_with_what_it_holds(
    server: Postgres, older: str, opened: Opener, owner: str
) -> None:
    stores = opened(url=older)
    assert stores.facts.forgotten("digest"), "what was there is there"
    assert stores.check() == []
    stores.journal.record_runs([run()])
    assert opened(f"{owner}-2", older).journal.runs() == []
    assert opened(url=older).journal.runs() == [run()]


def test_who_was_granted_the_rows_of_the_older_tables_gets_the_new_ones(
    server: Postgres, older: str, opened: Opener, owner: str
) -> None:
    opened(url=older)
    clerk = opened(f"{owner}-clerk", server.url_for("clerk", "older"))
    nothing = everything(clerk)
    fill(clerk)
    assert clerk.journal.runs() == [run()]
    assert everything(clerk) != nothing
