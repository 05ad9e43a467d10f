"""Several programs on one home: no lost write, no half one, no long wait without a word."""

from __future__ import annotations

import random
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from assistant.errors import TryAgainLater
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.stores import SQLiteStores
from tests.contract.samples import NOW, conversation, fact, vector
from tests.storage.conftest import Opener, run, start

WRITER = """
stores = open_home()
for n in range(int(args[1])):
    with stores.transaction():
        seen = stores.counters.value("total", NOW)
        stores.facts.add(fact(f"from {args[0]} number {n}", id=f"{args[0]}-{n}"))
        assert stores.counters.increment("total", NOW) == seen + 1
stores.close()
"""


def ten_writers(open_home: Opener, path: Path, each: int) -> None:
    stores = open_home()
    writers = [start(path, WRITER, worker, each) for worker in range(10)]
    for writer in writers:
        _, error = writer.communicate(timeout=120)
        assert writer.returncode == 0, error
    assert stores.counters.value("total", NOW) == 10 * each
    assert len(stores.facts.all()) == 10 * each
    assert len(stores.facts.search(["number"], 2000)) == 10 * each
    assert stores.check() == []


def test_ten_writers_lose_nothing(open_home: Opener, path: Path) -> None:
    ten_writers(open_home, path, 15)


@pytest.mark.slow
def test_ten_writers_of_a_hundred_lose_nothing(open_home: Opener, path: Path) -> None:
    ten_writers(open_home, path, 100)


def test_T4_a_limit_holds_across_processes(open_home: Opener, path: Path) -> None:
    body = """
stores = open_home()
print(sum(stores.counters.increment("t", NOW, limit=55) is not None for _ in range(20)))
"""
    workers = [start(path, body) for _ in range(5)]
    assert sum(int(worker.communicate(timeout=60)[0]) for worker in workers) == 55


def test_what_another_process_changes_is_seen_at_once(open_home: Opener, path: Path) -> None:
    stores = open_home()
    mine = fact("mío", id="mine")
    stores.facts.add(mine)
    stores.facts.put_vectors("e", {"mine": vector(1)})
    stores.facts.all(), stores.facts.vectors("e")
    revision = stores.facts.revision()
    body = """
import numpy as np
stores = open_home()
stores.facts.add(fact("suyo", id="theirs"))
stores.facts.put_vectors("e", {"theirs": np.full(4, 2, np.float32)})
stores.close()
"""
    run(path, body)
    assert stores.facts.revision() > revision
    assert stores.facts.changes(revision) == ["theirs"]
    assert [f.id for f in stores.facts.all()] == ["mine", "theirs"]
    assert stores.facts.vectors("e")[0] == ["mine", "theirs"]
    run(path, 'stores = open_home(); stores.facts.erase(["mine"], [], NOW); stores.close()')
    assert [f.id for f in stores.facts.all()] == ["theirs"]
    assert stores.facts.vectors("e")[0] == ["theirs"]


def test_a_lock_that_lasts_says_try_again(open_home: Opener, path: Path) -> None:
    stores = open_home()
    stores._database.busy_seconds = 0.1
    database = Database(path, busy_seconds=0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(TryAgainLater, match="another program"), database.transaction():
            pass
        assert stores.facts.all() == []  # reading never waits
        other.execute("ROLLBACK")
    with database.transaction():
        pass
    database.close()


def test_a_check_that_must_wait_does_not_call_it_damage(open_home: Opener, path: Path) -> None:
    stores = open_home()
    stores._database.busy_seconds = 0.1
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(TryAgainLater):
            stores.check()


def test_a_thread_waits_for_another_and_then_says_so(open_home: Opener) -> None:
    import threading

    stores = open_home()
    stores._database.busy_seconds = 0.1
    caught: list[BaseException] = []

    def write() -> None:
        try:
            stores.facts.add(fact())
        except TryAgainLater as error:
            caught.append(error)

    with stores.transaction():
        thread = threading.Thread(target=write)
        thread.start()
        thread.join(5)
    assert len(caught) == 1


# Each turn: one more number everywhere, and the window of two slides. Killed at any instant, all the
# places must tell the same number.
REPLAY = """
stores = open_home()
session = "default:ana:1"
done = stores.conversations.get(session).turn_count
print("ready", flush=True)
while True:
    done += 1
    with stores.transaction():
        stores.conversations.append(turn(done))
        stores.facts.add(fact(f"hecho {done}", id=f"f{done}"))
        if done > 2:
            stores.segments.add(segment(id=f"s{done}", first_turn=done - 2, last_turn=done - 2))
            stores.conversations.drop(session, [done - 2], NOW)
        stores.counters.increment("turns", NOW)
    print(done, flush=True)
"""


def kill_replays(open_home: Opener, path: Path, times: int) -> None:
    stores = open_home()
    stores.conversations.save(conversation())
    random.seed(11)
    for _ in range(times):
        process = start(path, REPLAY)
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        time.sleep(random.uniform(0, 0.03))
        process.send_signal(signal.SIGKILL)
        acknowledged = [int(line) for line in process.stdout.read().splitlines()]
        process.wait()
        whole_turns(stores, max(acknowledged, default=0))
    assert stores.check() == []


def whole_turns(kept: SQLiteStores, acknowledged: int) -> None:
    known = kept.conversations.get("default:ana:1")
    assert known is not None
    count = known.turn_count
    assert count >= acknowledged, "an acknowledged turn was lost"
    rows = kept.conversations.messages(known.id)
    assert [(m.turn_number, m.role) for m in rows] == [
        (n, role) for n in range(1, count + 1) for role in ("user", "assistant")
    ]
    assert all((m.content == "") == (m.summarized_at is not None) for m in rows)
    assert [t.number for t in kept.conversations.turns(known.id)] == list(range(1, count + 1))[-2:]
    assert len(kept.facts.all()) == count
    assert len(kept.segments.all(known.id)) == max(count - 2, 0)
    assert kept.counters.value("turns", NOW) == count
    assert len(kept.facts.search(["hecho"], count + 5)) == count


def test_C3_a_killed_process_leaves_whole_turns_only(open_home: Opener, path: Path) -> None:
    kill_replays(open_home, path, 5)


@pytest.mark.heavy
@pytest.mark.slow
def test_C3_two_hundred_kills_leave_whole_turns_only(open_home: Opener, path: Path) -> None:
    kill_replays(open_home, path, 200)


@pytest.mark.slow
def test_a_kill_in_the_middle_of_a_scrub_loses_nothing(open_home: Opener, path: Path) -> None:
    stores = open_home()
    for n in range(500):
        stores.facts.add(fact(f"hecho {n}", id=f"f{n}"))
    body = """
stores = open_home()
print("ready", flush=True)
while True:
    stores.scrub()
"""
    random.seed(5)
    for _ in range(30):
        process = start(path, body)
        assert process.stdout
        process.stdout.readline()
        time.sleep(random.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert len(stores.facts.all()) == 500
    assert stores.check() == []
