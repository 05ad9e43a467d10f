"""F4. Nothing that is written goes round the redactor."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.records import Conversation, ErrorRecord, Fact, Message, Segment, Slot, Turn
from assistant.secrets import Redactor
from assistant.storage import base, guarded
from assistant.storage.guarded import GuardedStores
from assistant.storage.open import open_stores

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)
SECRET = "Caracol#99x"
SAID = f"my password is {SECRET}, mind"
READS = {
    "get", "all", "turns", "messages", "search", "forgotten", "vectors", "without_vector", "uses",
    "revision", "changes", "items", "value", "metrics", "last_error", "errors", "runs",
    "any_forgotten", "unseen", "entries", "find", "namespaces",
}  # fmt: skip
PROTOCOLS = {
    "conversations": (base.Conversations, guarded.GuardedConversations),
    "facts": (base.Facts, guarded.GuardedFacts),
    "segments": (base.Segments, guarded.GuardedSegments),
    "collections": (base.Collections, guarded.GuardedCollections),
    "keyvalue": (base.KeyValue, guarded.GuardedKeyValue),
    "counters": (base.Counters, None),
    "journal": (base.Journal, guarded.GuardedJournal),
}


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[GuardedStores]:
    opened = open_stores(tmp_path / "assistant.db", clock=lambda: NOW)
    yield GuardedStores(opened, Redactor())
    opened.close()


@pytest.mark.parametrize("name", PROTOCOLS)
def test_F4_every_write_of_a_store_is_guarded_or_carries_no_text(name: str) -> None:
    protocol, guard = PROTOCOLS[name]
    methods = {n for n, _ in inspect.getmembers(protocol, inspect.isfunction) if n[0] != "_"}
    own = {n for n in vars(guard) if n[0] != "_"} if guard else set()
    assert methods - READS - guarded.TEXTLESS[name] == own


def test_F4_no_byte_of_what_is_written_is_secret(stores: GuardedStores, tmp_path: Path) -> None:
    talk = Conversation("default:me:1", "default", NOW, NOW, metadata={"note": SAID})
    row = Message("1/user", talk.id, 1, "user", SAID, NOW, 5)
    fact = Fact("f1", "work", SAID, "high", "explicit", NOW, NOW, slot=Slot("me", "is", SAID))
    with stores.transaction():
        stores.conversations.save(talk)
        stores.conversations.append(Turn(1, row, replace(row, id="1/assistant", role="assistant")))
        stores.facts.add(fact)
        stores.facts.update(replace(fact, confidence="low"))
        stores.segments.add(
            Segment("s1", talk.id, "default", 1, 1, NOW, SAID, (SAID,), SAID, (SAID,), (SAID,))
        )
        stores.keyvalue.put("tools/other", "k", {"data": {"password": "tortuga", "out": [SAID]}})
        stores.collections.put(
            base.Document("shop/carts", "1", {"password": "tortuga", "n": [SAID]}, {"by": SAID})
        )
        stores.journal.record_error(ErrorRecord(NOW, talk.id, "E", SAID * 100))
    stores.flush()
    held = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert SECRET.encode() not in held
    assert b"tortuga" not in held
    assert len(stores.journal.errors()[0].message) <= guarded.LONGEST_ERROR


def test_what_the_program_makes_itself_is_kept_as_it_is(stores: GuardedStores) -> None:
    key = "sk-" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY"
    stores.keyvalue.put("keys", "forgetting", key)
    stores.keyvalue.put("answers", "k", {"vector": key, "answer": SAID})
    assert stores.keyvalue.get("keys", "forgetting", now=NOW) == key
    kept = stores.keyvalue.get("answers", "k", now=NOW)
    assert isinstance(kept, dict)
    assert kept["vector"] == key
    assert SECRET not in kept["answer"]
