"""Several processes on one conversation (U5)."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest

from assistant.storage.open import open_stores
from tests.contract.samples import NOW, conversation
from tests.engines import postgres, redis_server

ROOT = Path(__file__).parents[3]
ID = "default:ana:1"
SCRIPT = """
import sys
from assistant.errors import TryAgainLater
from assistant.storage.open import open_stores
from tests.contract.samples import NOW, turn
url, live, owner, name, count = sys.argv[1:]
stores = open_stores(url, clock=lambda: NOW, owner=owner, live=live)
written = 0
print("ready", flush=True)
sys.stdin.readline()
while written < int(count):
    seen = stores.conversations.turns("default:ana:1")
    number = stores.conversations.get("default:ana:1").turn_count + 1
    try:
        with stores.transaction():
            stores.conversations.append(turn(number, user=f"{name} {written}"))
            stores.counters.increment("turns", NOW)
            if number % 5 == 0:
                stores.conversations.drop("default:ana:1", range(1, number - 2), NOW)
    except TryAgainLater:
        continue
    print(name, written, number, flush=True)
    written += 1
stores.close()
"""


def started(live: str, owner: str, name: str, count: int) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, postgres().url, live, owner, name, str(count)],
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def acknowledged(process: subprocess.Popen[str]) -> set[int]:
    """The numbers of the turns that it was told are written."""
    out, _ = process.communicate(timeout=120)
    return {int(line.split()[2]) for line in out.splitlines() if len(line.split()) == 3}


@pytest.mark.slow
@pytest.mark.parametrize("beside", [False, True], ids=["alone", "redis"])
def test_U5_two_at_once_on_one_conversation_lose_and_double_no_turn(beside: bool) -> None:
    live, owner = redis_server().url if beside else "", uuid4().hex
    stores = open_stores(postgres().url, clock=lambda: NOW, owner=owner, live=live)
    stores.conversations.save(conversation())
    one, other = (started(live, owner, name, 40) for name in ("one", "other"))
    for process in (one, other):
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    first, second = acknowledged(one), acknowledged(other)
    assert (len(first), len(second)) == (40, 40)
    assert first | second == set(range(1, 81))
    rows = stores.conversations.messages(ID)
    assert [row.turn_number for row in rows] == [n for n in range(1, 81) for _ in range(2)]
    assert stores.counters.value("turns", NOW) == 80
    assert [turn.number for turn in stores.conversations.turns(ID)] == [78, 79, 80]
    stores.close()


@pytest.mark.slow
@pytest.mark.parametrize("beside", [False, True], ids=["alone", "redis"])
def test_U5_who_is_killed_in_mid_turn_leaves_the_conversation_as_it_was(beside: bool) -> None:
    live, owner = redis_server().url if beside else "", uuid4().hex
    stores = open_stores(postgres().url, clock=lambda: NOW, owner=owner, live=live)
    stores.conversations.save(conversation())
    for _ in range(3):
        process = started(live, owner, "killed", 100_000)
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        time.sleep(0.3)
        process.kill()
        known = acknowledged(process)
        count = stores.conversations.get(ID)
        assert count is not None
        rows = stores.conversations.messages(ID)
        assert len(rows) == 2 * count.turn_count, "no turn by halves"
        assert known <= set(range(1, count.turn_count + 1)), "none that was acknowledged is lost"
        raw = [turn.number for turn in stores.conversations.turns(ID)]
        assert raw == [row.turn_number for row in rows if row.summarized_at is None][::2]
    stores.close()
