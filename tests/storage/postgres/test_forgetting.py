"""What is forgotten: in no row, and taken from the files of each machine (F7)."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.storage.base import Stores
from assistant.storage.events import StorageEvent
from tests.contract.samples import NOW, fact, segment, turn, vector
from tests.contract.samples import conversation as a_conversation
from tests.engines import Postgres
from tests.storage.postgres.conftest import Opener

WORD = "zyxofante"


class Files:
    """Surroundings that note what they were asked to erase; ``busy`` ones refuse."""

    def __init__(self, *, busy: bool = False) -> None:
        self.busy = busy
        self.erased: list[list[str]] = []

    def files(self) -> Iterable[Path]:
        return ()

    def erase(self, traces: Sequence[str], key: bytes) -> bool:
        assert len(key) == 32
        self.erased.append(list(traces))
        return not self.busy

    def teller(self, traces: Sequence[str], key: bytes) -> Callable[[str], bool]:
        raise AssertionError((traces, key))


def told_anywhere(server: Postgres, owner: str) -> list[str]:
    """The tables in which a row of the owner holds the word, asked past every policy."""
    tables = server.run(
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'assistant'::regnamespace"
        " AND relkind = 'r' AND relname <> 'version'",
        database="shared",
    )
    count = "SELECT count(*) FROM assistant.{0} AS t WHERE owner = '{2}' AND t::text ILIKE '%{1}%'"
    return [
        name
        for (name,) in tables
        if server.run(count.format(name, WORD, owner), database="shared")[0][0]
    ]


def forget(stores: Stores) -> None:
    with stores.transaction():
        stores.facts.erase(["f"], ["digest"], NOW)
        stores.segments.erase(["s"])
        stores.conversations.drop("default:ana:1", [1], NOW)
        stores.erasures.owe(["trace"], [WORD], NOW)
        stores.scrub()


@pytest.fixture
def told(opened: Opener) -> Stores:
    stores = opened(surroundings=Files)
    stores.facts.add(fact(f"el {WORD} de Ana", id="f"))
    stores.facts.put_vectors("e", {"f": vector(1)})
    stores.segments.add(segment(WORD, id="s"))
    stores.conversations.save(a_conversation())
    stores.conversations.append(turn(1, user=f"mi {WORD}"))
    return stores


def test_F7_no_row_of_any_table_holds_it(
    server: Postgres, owner: str, told: Stores, events: list[StorageEvent]
) -> None:
    assert set(told_anywhere(server, owner)) == {"facts", "segments", "messages"}
    forget(told)
    assert told_anywhere(server, owner) == []
    assert events[-1].kind == "scrubbed"
    assert not told.erasures.pending()


def test_an_edited_text_is_gone_as_well(server: Postgres, owner: str, told: Stores) -> None:
    known = told.facts.get("f")
    assert known is not None
    told.facts.update(replace(known, fact="otra cosa"))
    assert told.erasures.pending()
    told.scrub()
    assert "facts" not in told_anywhere(server, owner)
    assert not told.erasures.pending()


def test_each_machine_takes_it_out_of_its_files_when_it_next_opens(
    told: Stores, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told
    here, there = Files(), Files()
    forget(opened(surroundings=lambda: here))
    assert here.erased == [["trace"]]
    opened(surroundings=lambda: here)
    assert here.erased == [["trace"]], "once"
    monkeypatch.setattr(platform, "node", lambda: "another")
    other = opened(surroundings=lambda: there)
    assert there.erased == [["trace"]]
    assert not other.erasures.pending()


def test_who_knows_no_files_leaves_them_to_who_does(told: Stores, opened: Opener) -> None:
    assert told
    forget(opened())
    assert opened().erasures.pending()
    files = Files()
    assert not opened(surroundings=lambda: files).erasures.pending()
    assert files.erased == [["trace"]]


def test_files_in_use_stay_owed(told: Stores, opened: Opener, events: list[StorageEvent]) -> None:
    assert told
    files = Files(busy=True)
    stores = opened(surroundings=lambda: files)
    forget(stores)
    assert stores.erasures.pending()
    assert events[-1].kind == "postponed"
    files.busy = False
    stores.scrub()
    assert not stores.erasures.pending()
    assert files.erased == [["trace"], ["trace"]]


def test_what_another_process_writes_is_seen_by_reading_that_alone(opened: Opener) -> None:
    one, other = opened(), opened()
    many = [fact(f"hecho {n}") for n in range(5)]
    one.facts.add_all(many)
    one.facts.put_vectors("e", {f.id: vector(n) for n, f in enumerate(many)})
    assert other.facts.all() == many
    first = other.facts.vectors("e")
    late = fact("tarde")
    one.facts.add(late)
    one.facts.put_vectors("e", {late.id: vector(9)})
    second = other.facts.vectors("e")
    assert second.edition == first.edition, "rows were added behind, nothing was read again"
    assert second.ids == [*first.ids, late.id]
    one.facts.erase([many[0].id], [], NOW)
    assert other.facts.all() == [*many[1:], late]
    assert many[0].id not in other.facts.vectors("e").ids


def test_what_went_long_ago_is_not_told_any_more(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.storage.postgres.changes import shorten

    one, other = opened(), opened()
    many = [fact(f"hecho {n}") for n in range(9)]
    one.facts.add_all(many)
    start = one.facts.revision()
    assert other.facts.all() == many
    one.facts.erase([f.id for f in many[:6]], [], NOW)
    latest = one.facts.revision()
    monkeypatch.setattr(
        "assistant.storage.postgres.upkeep.shorten", lambda connection: shorten(connection, 2)
    )
    one.scrub()
    assert one.facts.revision() == latest
    assert one.facts.changes(start) is None
    assert set(one.facts.changes(latest - 1) or ()) <= {f.id for f in many}
    assert other.facts.all() == many[6:]
