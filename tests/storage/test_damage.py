"""Damaged files: found, named, and never silently believed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from assistant.errors import BadData, Damaged
from assistant.storage.sqlite.connection import PAGE_SIZE
from tests.contract.samples import NOW, conversation, fact, metrics, segment, turn, vector
from tests.faults.flips import flip_often
from tests.storage.conftest import Opener


@pytest.fixture
def sound(open_home: Opener, path: Path) -> bytes:
    """The bytes of a home with some of everything."""
    stores = open_home()
    stores.conversations.save(conversation())
    for n in range(1, 30):
        stores.conversations.append(turn(n, user=f"pregunta larga {n} " * 20))
        known = fact(f"el hecho número {n} trata de cosas {n * 7919}")
        stores.facts.add(known)
        stores.facts.put_vectors("e", {known.id: vector(n, 64)})
        stores.segments.add(segment(f"tema {n}", first_turn=n, last_turn=n))
        stores.journal.record(metrics(n))
        stores.keyvalue.put("n", str(n), {"v": n})
        stores.counters.increment("t", NOW)
    stores.close()
    return path.read_bytes()


@pytest.mark.parametrize(
    "content", [b"x", b"hello " * 5000, bytes(20_000), b"SQLite format 3\0" + b"\xff" * 9000]
)
def test_what_is_no_database_is_named(open_home: Opener, path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(BadData) as caught:
        open_home()
    assert str(path) in caught.value.message
    assert "assistant doctor" in caught.value.hint
    assert "no backup" in caught.value.hint
    assert path.read_bytes() == content


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_database_is_found_at_the_start(
    open_home: Opener, path: Path, sound: bytes, share: float
) -> None:
    path.write_bytes(sound[: int(len(sound) * share)])
    with pytest.raises(BadData) as caught:
        open_home()
    assert "backup-2026-02-03" in caught.value.hint


def test_a_flipped_bit_is_told_or_harmless(open_home: Opener, path: Path, sound: bytes) -> None:
    """Whatever it hits: a failure that is told as such, a row that ``check`` knows to be altered,
    or everything as it was."""
    outcomes = flip_often(open_home, path, 150)
    assert min(outcomes["told"], outcomes["found"], outcomes["as it was"]) > 3, outcomes


def test_no_backup_is_made_of_altered_rows(open_home: Opener, path: Path, sound: bytes) -> None:
    altered = bytearray(sound)
    altered[sound.index(b"pregunta larga 7") + 3] ^= 0x04
    path.write_bytes(altered)
    before = set(path.parent.glob("*backup*"))
    stores = open_home(now=NOW + timedelta(days=1))
    stores.facts.add(fact("uno más"))
    with pytest.raises(Damaged, match="not what was written") as caught:
        stores.close()
    assert "backup-2026-02-03" in caught.value.hint
    assert set(path.parent.glob("*backup*")) == before


def test_check_finds_altered_words_of_facts_and_summaries(
    open_home: Opener, path: Path, sound: bytes
) -> None:
    for words in (b"el hecho n", b"tema 12", b"se usa Caddy"):
        at = sound.index(words) + 3
        altered = bytearray(sound)
        altered[at] ^= 0x04
        path.write_bytes(altered)
        stores = open_home()
        assert stores.check(), words
        stores.close()


def test_damage_found_while_reading_is_told_with_the_backup(
    open_home: Opener, path: Path, sound: bytes
) -> None:
    with closing(sqlite3.connect(path)) as connection:
        root = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'facts'"
        ).fetchone()[0]
    content = bytearray(sound)
    content[(root - 1) * PAGE_SIZE : root * PAGE_SIZE] = bytes(PAGE_SIZE)
    path.write_bytes(content)
    stores = open_home()
    with pytest.raises(BadData, match="damaged") as caught:
        stores.facts.all()
    assert "backup-2026-02-03" in caught.value.hint
    assert [problem for problem in stores.check() if "damaged" in problem or "age" in problem]


def test_a_lost_index_is_told_by_check(open_home: Opener, path: Path, sound: bytes) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO facts_fts (facts_fts) VALUES ('delete-all')")
        connection.commit()
    stores = open_home()
    assert [problem for problem in stores.check() if "facts_fts" in problem]
