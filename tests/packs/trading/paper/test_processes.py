"""Real processes on one real database: killed at any instant, and several at once."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from decimal import Decimal
from pathlib import Path

import pytest

from assistant.packs.trading.alerts.base import AlertRequest
from assistant.packs.trading.paper.base import OrderRequest
from assistant.packs.trading.paper.checking import check
from tests.packs.trading.paper.support import Desk

ROOT = Path(__file__).parent.parent.parent.parent.parent
PATIENCE = 120
TRADER = """
import sys
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from assistant.packs.trading.paper.base import OrderRequest
from tests.packs.trading.paper.support import Desk, candle

folder, name, run, orders = sys.argv[1:]
desk = Desk(Path(folder))
desk.pass_(days=int(run))
desk.market.give("BTC/USD", candle(desk.now - timedelta(minutes=1), "100"))
print("ready", flush=True)
for n in range(int(orders)):
    client = f"{name}-{run}-{n}"
    asked = OrderRequest("BTC/USD", "buy", Decimal("0.001"), client=client)
    placed = desk.account().place(asked)
    print("placed", client, placed.order.id, flush=True)
    desk.market.give("BTC/USD", candle(desk.now, "100"))
    desk.pass_(minutes=1)
    for fill in desk.account().settle().fills:
        print("filled", fill.order, flush=True)
"""


def start(folder: Path, name: str, run: int, orders: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", TRADER, str(folder), name, str(run), str(orders)]
    return subprocess.Popen(
        words, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


@pytest.mark.slow
def test_a_kill_at_any_instant_loses_no_confirmed_order_and_doubles_none(tmp_path: Path) -> None:
    rng = random.Random(20)
    confirmed: dict[str, int] = {}
    filled: list[int] = []
    for run in range(12):
        process = start(tmp_path, "a", run, 1_000_000)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        timer = threading.Timer(rng.uniform(0.0, 0.4), process.kill)
        timer.start()
        for line in process.stdout:
            if not line.endswith("\n"):
                continue  # killed while it said so
            what, *rest = line.split()
            if what == "placed":
                confirmed[rest[0]] = int(rest[1])
            else:
                filled.append(int(rest[0]))
        timer.join()
        process.communicate(timeout=PATIENCE)
        sound(tmp_path, confirmed, filled, run)
    assert len(confirmed) > 12


def sound(folder: Path, confirmed: dict[str, int], filled: list[int], run: int) -> None:
    desk = Desk(folder)
    desk.pass_(days=run)
    try:
        assert check(desk.ledger()) == []
        book = desk.ledger().book()
        placed = [order.client for order in book.orders.values()]
        assert len(set(placed)) == len(placed)
        assert set(confirmed.values()) <= set(book.orders)
        done = [fill.order for fill in book.fills]
        assert len(set(done)) == len(done)
        assert set(filled) <= set(done)
        desk.market.prices["BTC/USD"] = Decimal(100)
        for client, id in list(confirmed.items())[-3:]:  # whoever is not sure sends it again
            asked = OrderRequest("BTC/USD", "buy", Decimal("0.001"), client=client)
            again = desk.account().place(asked)
            assert (again.repeated, again.order.id) == (True, id)
    finally:
        desk.stores.close()


@pytest.mark.slow
def test_several_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    Desk(tmp_path).stores.close()
    traders = [start(tmp_path, name, 0, 25) for name in "abcd"]
    confirmed: dict[str, int] = {}
    for trader in traders:
        told, failed = trader.communicate(timeout=PATIENCE)
        assert trader.returncode == 0, failed
        lines = [line.split() for line in told.splitlines()]
        confirmed |= {line[1]: int(line[2]) for line in lines if line[0] == "placed"}
    assert len(confirmed) == len(set(confirmed.values())) == 100
    sound(tmp_path, confirmed, [], 0)
    desk = Desk(tmp_path)
    assert len(desk.ledger().book().orders) == 100
    desk.stores.close()


WATCHER = """
import sys
from pathlib import Path
from tests.packs.trading.paper.support import Desk, candle

folder, run = sys.argv[1:]
desk = Desk(Path(folder))
desk.market.give("AAPL", candle(desk.now, "200"))
desk.pass_(minutes=1 + 2 * int(run))
book = desk.alerts()
print("ready", flush=True)
for alert in book.look():
    print("told", alert.id, "whole", flush=True)
    book.mark_told([alert])
"""


@pytest.mark.slow
def test_a_kill_while_alerts_are_told_loses_none_and_repeats_one_at_most(tmp_path: Path) -> None:
    alerts, kills, rng = 60, 10, random.Random(3)
    desk = Desk(tmp_path)
    desk.market.prices["AAPL"] = Decimal(100)
    for n in range(alerts):
        desk.alerts().create(AlertRequest("AAPL", "above", Decimal(110 + n)))
    heard: list[int] = []
    for run in range(kills + 1):
        words = [sys.executable, "-c", WATCHER, str(tmp_path), str(run)]
        process = subprocess.Popen(words, cwd=ROOT, text=True, stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        timer = threading.Timer(rng.uniform(0.0, 0.15), process.kill)
        if run < kills:
            timer.start()
        for line in process.stdout:
            if line.endswith("whole\n"):
                heard.append(int(line.split()[1]))
        process.communicate(timeout=PATIENCE)
        timer.cancel()
    assert set(heard) == set(range(1, alerts + 1))
    assert len(heard) <= alerts + kills
    assert all(alert.told and alert.fired for alert in desk.alerts().all())
    desk.stores.close()
