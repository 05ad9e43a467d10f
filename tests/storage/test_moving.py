"""A home from store to store: whole, resumable, compared, nothing removed where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from assistant.errors import AssistantError, ConfigurationError, TryAgainLater, UsageError
from assistant.records import ErrorRecord
from assistant.storage import moving
from assistant.storage.base import FactUse, Stores
from assistant.storage.base.transfer import TABLES
from assistant.storage.moving import Move
from assistant.storage.open import open_stores
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
from tests.engines import postgres
from tests.network import before_postgres

ID = "default:ana:1"
Opener = Callable[[str], Stores]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Empty stores of a kind, as many as asked for."""
    with ExitStack() as stack:

        def opener(kind: str) -> Stores:
            url = tmp_path / uuid4().hex / "home.db" if kind == "sqlite" else postgres(kind).url
            owner = "" if kind == "sqlite" else uuid4().hex
            stores = open_stores(url, clock=lambda: NOW, owner=owner)
            stack.callback(stores.close)
            return stores

        yield opener


def fill(stores: Stores, facts: int = 3) -> Stores:
    """Something in every table, with what is odd."""
    texts = ["vive en Rosario", "a\0b \1 ñandú", *(f"hecho {n}" for n in range(facts - 2))]
    known = [fact(text, id=f"f{n}", created_at=later(days=-n)) for n, text in enumerate(texts)]
    stores.facts.add_all(known)
    stores.facts.put_vectors("e", {f.id: vector(n + 0.5) for n, f in enumerate(known)})
    stores.facts.update(replace(known[0], retired_at=NOW, superseded_by="f1"))
    stores.facts.record_uses([FactUse("f1", ID, 1, NOW)])
    stores.facts.erase([], ["digest"], NOW)
    stores.conversations.save(conversation(metadata={"title": "año"}))
    for number in (1, 2):
        stores.conversations.append(turn(number, shift=number == 1, state="interrupted"))
    stores.conversations.drop(ID, [1], later(hours=1))
    stores.segments.add(segment(id="s"))
    stores.segments.put_vectors("e", {"s": vector(0.25)})
    stores.collections.put(document("a", height=1.5, planted=NOW, bed="north"))
    stores.keyvalue.put("n", "b", {"x": [1, None]}, expires_at=later(days=1))
    stores.keyvalue.put("n", "a", "é")
    stores.counters.increment("t", NOW)
    stores.journal.record(metrics(strategies=("summarise",)))
    stores.journal.record_runs([run(1, cached=True), run(0, outcome="EXECUTION_ERROR")])
    for _ in range(2):
        stores.journal.record_error(ErrorRecord(NOW, None, "model", "the same twice"))
    return stores


def told(stores: Stores) -> list[Any]:
    """All that can be asked of it, but for revisions."""
    ids, matrix, _ = stores.facts.vectors("e")
    found = stores.collections.find("garden/plants", order="planted").documents
    return [
        stores.facts.all(retired=True),
        stores.facts.search(["rosario", "hecho", "nandu"], 9),
        dict(zip(ids, matrix.tolist(), strict=True)),
        stores.facts.uses("f1"),
        stores.facts.forgotten("digest"),
        stores.conversations.all(),
        stores.conversations.messages(ID),
        stores.conversations.turns(ID),
        stores.segments.all(ID),
        stores.segments.search(["caddy"], 5),
        stores.segments.vectors("e")[1].tolist(),
        [replace(one, revision=0) for one in found],
        stores.keyvalue.entries(),
        stores.keyvalue.items("n", now=later(days=2)),
        stores.counters.value("t", NOW),
        stores.journal.metrics(),
        stores.journal.runs(),
        stores.journal.errors(),
    ]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("sqlite", "postgres-18"),
        ("postgres-18", "sqlite"),
        ("postgres-18", "postgres-15"),
        ("postgres-15", "postgres-18"),
        ("sqlite", "sqlite"),
    ],
)
def test_everything_is_there_as_it_was(opened: Opener, source: str, target: str) -> None:
    old, new = fill(opened(source)), opened(target)
    before, seen = told(old), []
    counts = Move(old, new, "there").run(lambda done, whole: seen.append((done, whole)))
    assert told(new) == before
    assert told(old) == before, "nothing is removed where it was"
    assert set(counts) == set(TABLES)
    assert all(counts.values()), "every table held something"
    assert seen[-1][0] == seen[-1][1] == sum(counts.values())
    assert new.check() == []


def test_it_goes_on_where_it_was_broken_off(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "_AT_ONCE", 2)
    old, new = fill(opened("sqlite"), facts=9), opened("postgres-18")
    for stop in (2, 4, 6):
        steps = iter(range(stop))

        def break_off(_done: int, _whole: int, steps: Iterator[int] = steps) -> None:
            if next(steps, None) is None:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            Move(old, new, "there").run(break_off)
    Move(old, new, "there").run(lambda *_: None)
    assert told(new) == told(old)


@pytest.mark.slow
def test_it_goes_on_wherever_the_network_breaks(opened: Opener) -> None:
    """At the first run in its first commit, whose answer is lost, at the next in its second."""
    old, owner = fill(opened("sqlite")), uuid4().hex
    network, url = before_postgres(postgres())
    attempts = 0
    while network.cuts == attempts:
        new = open_stores(url, clock=lambda: NOW, owner=owner)
        network.lose_answer(b"COMMIT\x00", attempts)
        with closing(new), suppress(AssistantError):
            Move(old, new, "there").run(lambda *_: None)
        attempts += 1
    network.close()
    assert attempts > 5
    kept = open_stores(postgres().url, clock=lambda: NOW, owner=owner)
    assert told(kept) == told(old)
    kept.close()


def test_what_was_written_meanwhile_is_there_too(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = fill(opened("sqlite")), opened("postgres-18")
    late = iter([fact("vino después")])

    def write(_done: int, _whole: int) -> None:
        for one in late:
            old.facts.update(replace(one, id="f1"))
            old.keyvalue.put("n", "late", 1)

    Move(old, new, "there").run(write)
    assert told(new) == told(old)


def test_a_source_that_never_rests_is_told(opened: Opener) -> None:
    old, new = fill(opened("sqlite")), opened("sqlite")
    names = count()

    def write(_done: int, _whole: int) -> None:
        old.counters.increment(f"t{next(names)}", NOW)

    with pytest.raises(TryAgainLater, match="written to"):
        Move(old, new, "there").run(write)


def test_what_is_stored_there_already_is_left_alone(opened: Opener) -> None:
    old, new = fill(opened("sqlite")), opened("postgres-18")
    mine = fact("mine")
    new.facts.add(mine)
    with pytest.raises(UsageError, match="already"):
        Move(old, new, "there").run(lambda *_: None)
    assert new.facts.all() == [mine]


def test_a_move_from_elsewhere_is_not_mixed_with_this(opened: Opener) -> None:
    one, other, new = fill(opened("sqlite")), fill(opened("sqlite")), opened("sqlite")

    def break_off(_done: int, _whole: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Move(one, new, "one").run(break_off)
    with pytest.raises(UsageError, match="what comes from one"):
        Move(other, new, "other").run(lambda *_: None)
    Move(one, new, "one").run(lambda *_: None)
    assert told(new) == told(one)


def test_what_lives_in_memory_cannot_be_moved(opened: Opener) -> None:
    memory = open_stores("memory:", clock=lambda: NOW)
    with pytest.raises(ConfigurationError, match="SQLite or PostgreSQL"):
        Move(memory, opened("sqlite"), "memory").run(lambda *_: None)


def test_the_columns_are_those_of_the_tables(opened: Opener) -> None:
    """A column that a later format adds is not left behind."""
    import sqlite3

    database = opened("sqlite")
    connection = sqlite3.connect(database.path)  # type: ignore[attr-defined]
    ours = {"seq"}
    for table, kind in TABLES.items():
        columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        named = {"owner" if c == "id" and table.endswith("_vectors") else c for c in kind.columns}
        assert columns - ours == named, table
    opened("postgres-18")
    made = {"seq", "revision", "owner", "words", "length"}
    for table, kind in TABLES.items():
        rows = postgres().run(
            "SELECT attname::text FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped"
            f" AND attrelid = 'assistant.{table}'::regclass",
            database="shared",
        )
        assert {name for (name,) in rows} - made == set(kind.columns), table
