"""Dialogues under way, counts and caches in a real Redis (U3, U6).

The program is a user whose rules forbid every command that blocks a server.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import ConfigurationError, NotAuthorised, TryAgainLater
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.contract.samples import NOW, conversation, later, turn, undone
from tests.engines import PASSWORD, Redis, redis_server
from tests.storage.redis.conftest import Opener

redis = pytest.importorskip("redis", reason="the extra redis is not installed")

ID = "default:ana:1"


def keys_of(owner: str, *parts: str) -> list[str]:
    named = parts or ("meta", "history", "state")
    return [f"assistant:{{{owner}}}:conversation:{ID}:{part}" for part in named]


def said(raw: Any, owner: str) -> list[str]:
    (history,) = keys_of(owner, "history")
    return [json.loads(message)["content"] for message in raw.lrange(history, 0, -1)]


def test_U3_history_is_the_latest_ten_messages_of_the_dialogue(
    stores: Stores, raw: Any, owner: str
) -> None:
    for number in range(1, 8):
        stores.conversations.append(turn(number))
    assert said(raw, owner) == [
        text for n in range(3, 8) for text in (f"pregunta {n}", f"answer {n}")
    ]
    assert len(stores.conversations.turns(ID)) == 7, "the older are where they last"
    (meta,) = keys_of(owner, "meta")
    told = raw.hgetall(meta)
    assert (told["role"], told["created_at"]) == ("default", NOW.isoformat())
    assert told["last_activity"] == NOW.isoformat()


def test_U3_state_is_what_was_kept_for_the_conversation(
    stores: Stores, raw: Any, owner: str
) -> None:
    stores.keyvalue.put(f"pack:shop:{ID}", "state", {"cart": 2})
    stores.keyvalue.put("pack:shop:default:ana:11", "state", {"cart": 9})
    (state,) = keys_of(owner, "state")
    assert raw.hgetall(state) == {"pack:shop/state": '{"cart": 2}'}
    with undone(stores):
        stores.keyvalue.put(f"pack:shop:{ID}", "state", {"cart": 3})
    assert raw.hgetall(state) == {"pack:shop/state": '{"cart": 2}'}


def test_U3_one_time_to_live_on_all_that_each_message_renews(
    stores: Stores, raw: Any, owner: str
) -> None:
    stores.keyvalue.put(f"pack:shop:{ID}", "state", 1)
    for number in (1, 2):
        stores.conversations.append(turn(number))
        lives = [raw.pttl(key) for key in keys_of(owner)]
        assert all(44 * 60_000 < life <= 45 * 60_000 for life in lives)
        for key in keys_of(owner):
            raw.pexpire(key, 1_000_000)


def test_U3_deleting_removes_all_of_it(stores: Stores, raw: Any, owner: str) -> None:
    stores.conversations.append(turn(1))
    stores.keyvalue.put(f"pack:shop:{ID}", "state", 1)
    assert raw.exists(*keys_of(owner)) == 3
    stores.conversations.delete(ID)
    assert raw.exists(*keys_of(owner)) == 0
    assert stores.conversations.turns(ID) == []


def test_C7_an_ended_conversation_is_not_live(stores: Stores, raw: Any, owner: str) -> None:
    stores.conversations.append(turn(1))
    stores.conversations.save(conversation(turn_count=1, ended_at=later(hours=1)))
    assert raw.exists(*keys_of(owner)) == 0
    assert stores.conversations.turns(ID) == [turn(1)]


def test_the_dialogue_is_read_from_redis_while_it_is_in_step(
    stores: Stores, raw: Any, owner: str
) -> None:
    stores.conversations.append(turn(1, shift=True, state="interrupted"))
    assert stores.conversations.turns(ID) == [turn(1, shift=True, state="interrupted")]
    (history,) = keys_of(owner, "history")
    altered = json.loads(raw.lindex(history, 0)) | {"content": "as Redis has it"}
    raw.lset(history, 0, json.dumps(altered))
    assert stores.conversations.turns(ID)[0].user.content == "as Redis has it"


def test_U5_nothing_stale_is_read_of_what_a_killed_program_was_writing(
    stores: Stores, raw: Any, owner: str
) -> None:
    stores.conversations.append(turn(1))
    (meta,) = keys_of(owner, "meta")
    stores.conversations.append(turn(2))
    raw.hset(meta, "writing", "by one that was killed between the two")
    assert [t.number for t in stores.conversations.turns(ID)] == [1, 2]
    stores.conversations.append(turn(3))
    assert "writing" not in raw.hgetall(meta)
    assert len(said(raw, owner)) == 6


def test_a_turn_that_was_undone_was_never_there(stores: Stores, raw: Any, owner: str) -> None:
    stores.conversations.append(turn(1))
    with undone(stores):
        stores.conversations.append(turn(2))
        assert len(stores.conversations.turns(ID)) == 2
    assert stores.conversations.turns(ID) == [turn(1)]
    assert said(raw, owner) == ["pregunta 1", "answer 1"]
    with stores.transaction():
        stores.conversations.append(turn(2))
        with undone(stores):
            stores.conversations.append(turn(3))
    assert [t.number for t in stores.conversations.turns(ID)] == [1, 2]
    assert len(said(raw, owner)) == 4


def test_C3_what_left_the_window_leaves_redis_before_it_is_committed(
    stores: Stores, raw: Any, owner: str
) -> None:
    for number in (1, 2):
        stores.conversations.append(turn(number))
    with stores.transaction():
        stores.conversations.drop(ID, [1], NOW)
        assert said(raw, owner) == []
    assert said(raw, owner) == ["pregunta 2", "answer 2"]


def test_U2_another_owner_has_other_keys(opened: Opener, stores: Stores) -> None:
    other = opened(owner="bruno")
    stores.conversations.append(turn(1))
    stores.keyvalue.put("answers", "a", 1)
    stores.counters.increment("t", NOW)
    assert other.conversations.turns(ID) == []
    assert other.keyvalue.entries() == []
    assert other.counters.value("t", NOW) == 0


def test_U2_a_user_of_redis_bound_to_an_owner_reaches_no_other(
    server: Redis, raw: Any, opened: Opener, stores: Stores, owner: str
) -> None:
    stores.conversations.append(turn(1))
    name = f"only-{owner}"
    raw.acl_setuser(
        name, enabled=True, passwords=[f"+{PASSWORD}"], keys=[f"assistant:{{{owner}}}:*"],
        categories=["+@all", "-@admin", "-@dangerous"],
    )  # fmt: skip
    own = server.url.replace("app:", f"{name}:")
    assert opened(live=own).conversations.turns(ID) == [turn(1)]
    with pytest.raises(NotAuthorised, match="does not let this user in"):
        opened(live=own, owner="bruno").counters.value("t", NOW)
    direct: Any = redis.Redis.from_url(own)
    with pytest.raises(redis.exceptions.NoPermissionError):
        direct.lrange("assistant:{bruno}:conversation:x:history", 0, -1)
    for forbidden in ("KEYS *", "FLUSHALL", "FLUSHDB"):
        with pytest.raises(redis.exceptions.NoPermissionError):
            direct.execute_command(*forbidden.split())


def test_an_emptied_redis_loses_nothing(stores: Stores, raw: Any, owner: str) -> None:
    for number in (1, 2):
        stores.conversations.append(turn(number))
    stores.keyvalue.put(f"pack:shop:{ID}", "state", {"cart": 2})
    raw.flushall()
    assert stores.conversations.turns(ID) == [turn(1), turn(2)]
    assert stores.keyvalue.get(f"pack:shop:{ID}", "state", now=NOW) == {"cart": 2}
    stores.conversations.append(turn(3))
    assert len(said(raw, owner)) == 6, "and is filled again by the next message"


def test_without_redis_reading_goes_on_and_writing_waits_until_it_is_back(
    opened: Opener, tmp_path: Path
) -> None:
    own = Redis(redis_server().binary)
    try:
        stores = opened(live=own.url)
        stores.conversations.save(conversation())
        stores.conversations.append(turn(1))
        stores.keyvalue.put("answers", "a", 1)
        own.process.stop(signal.SIGKILL)
        assert stores.conversations.turns(ID) == [turn(1)]
        assert stores.keyvalue.get("answers", "a", now=NOW) is None
        stores.keyvalue.put("answers", "b", 1)
        writes: list[Callable[[], object]] = [
            lambda: stores.conversations.append(turn(2)),
            lambda: stores.counters.increment("t", NOW),
            lambda: stores.keyvalue.delete("answers"),
        ]
        for write in writes:
            with pytest.raises(TryAgainLater, match="does not answer"):
                write()
        assert stores.conversations.turns(ID) == [turn(1)], "nothing by halves"
        own.start()
        stores.conversations.append(turn(2))
        assert stores.conversations.turns(ID) == [turn(1), turn(2)]
        assert stores.counters.increment("t", NOW) == 1
        stores.close()
    finally:
        own.process.remove()


def test_what_is_no_address_is_told_without_its_password(opened: Opener) -> None:
    for url in ("http://a:secret@b", "redis://a:secret@b:port/0"):
        with pytest.raises(ConfigurationError) as told:
            opened(live=url).counters.value("t", NOW)
        assert "secret" not in str(told.value)


def test_U2_what_has_no_owner_is_not_kept_where_others_are(server: Redis, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="whose memory"):
        open_stores(tmp_path / "home.db", clock=lambda: NOW, live=server.url)


def test_a_wrong_password_is_told_without_it(opened: Opener, server: Redis) -> None:
    with pytest.raises(NotAuthorised) as told:
        opened(live=server.url.replace(PASSWORD, "wrong-horse")).counters.value("t", NOW)
    assert "wrong-horse" not in str(told.value)


def test_a_message_keeps_every_field_on_its_way(stores: Stores) -> None:
    odd = turn(1, user='a\0b \U0001f9e0 "quoted" \u2028')
    odd = replace(odd, user=replace(odd.user, semantic_continuity=0.123456789012345))
    stores.conversations.append(odd)
    assert stores.conversations.turns(ID) == [odd]
