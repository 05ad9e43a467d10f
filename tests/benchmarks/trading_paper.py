"""The paper account and the alerts by size: an account rebuilt from its ledger, alerts over candles.

    python -m tests.benchmarks.trading_paper [--quick]

The ledger is a real one, in an encryptable home's own database, each fill with the order that it
came of; it is read, decoded and replayed by an account that has nothing in memory. The alerts are
spread over the prices that come, so that many of them fire: on many symbols of five hundred candles
each, from the market on, and on all the candles of one symbol. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

from assistant.packs.trading.alerts.base import Alert, AlertRequest
from assistant.packs.trading.alerts.crossing import Level, crossings, prices
from assistant.packs.trading.alerts.watching import grouped, watch
from assistant.packs.trading.market.base import MOST_CANDLES, Candle
from assistant.packs.trading.paper.base import Entry
from assistant.packs.trading.paper.book import Book
from assistant.packs.trading.paper.checking import check
from tests.benchmarks.base import Figure, Findings, Scale, Table, at_most
from tests.benchmarks.tables import plain
from tests.packs.trading.paper.support import NINE, Desk

FILLS, ALERTS, CANDLES, TIMES = 10_000, 1_000, 100_000, 5
REBUILT, CHECKED, FIRED = "fills rebuilt", "fills rebuilt and checked", "alerts over candles"
LIMITS = {REBUILT: 0.3, FIRED: 1.0}


def ledger_of(desk: Desk, fills: int) -> None:
    """Orders of twenty symbols, each filled, a few dozen entries to a change as in real use."""
    rng = random.Random(7)
    done, opened = 0, Entry(0, "opened", NINE, Decimal(0), price=Decimal(10**9))
    ledger = desk.ledger()
    ledger.append(lambda _: [opened])
    while done < fills:
        some = min(25, fills - done)
        ledger.append(lambda book: traded(book, rng, some))  # noqa: B023 (called at once)
        done += some


def traded(book: Book, rng: random.Random, some: int) -> list[Entry]:
    entries: list[Entry] = []
    for _ in range(some):
        at = NINE + timedelta(minutes=book.sequence + len(entries))
        price = Decimal(rng.randint(10_000, 90_000)).scaleb(-2)
        placed = Entry(
            *(0, "placed", at, Decimal(0), f"SYM{rng.randint(1, 20)}", 0, "buy", "market"),
            quantity=Decimal(rng.randint(1, 50)),
            price=price,
            client=rng.getrandbits(56),
        )
        order = book.sequence + len(entries) + 1
        filled = placed._replace(kind="filled", order=order, client=0, fee=price / 1000)
        entries += [placed, filled]
    return entries


def seconds(work: Callable[[], object], times: int) -> float:
    """The median of so many runs."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def rebuilt(fills: int, times: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        ledger_of(desk, fills)
        assert len(desk.ledger().book().fills) == fills
        assert check(desk.ledger()) == []
        found = {
            REBUILT: seconds(lambda: desk.ledger().book(), times),
            CHECKED: seconds(lambda: check(desk.ledger()), times),
        }
        desk.stores.close()
    return found


def walked(desk: Desk, symbols: int, candles: int) -> None:
    """Prices that wander."""
    rng = random.Random(11)
    for symbol in range(symbols):
        price, given = 10_000, []
        for n in range(candles):
            last = max(100, price + rng.randint(-40, 40))
            ends = (Decimal(price).scaleb(-2), Decimal(last).scaleb(-2))
            high, low = max(ends) + Decimal("0.1"), min(ends) - Decimal("0.1")
            given.append(Candle(desk.minute(n), ends[0], high, low, ends[1], Decimal(1)))
            price = last
        desk.market.give(f"SYM{symbol}", *given)
    desk.pass_(minutes=candles)


def alerts_of(desk: Desk, symbols: int, many: int, reach: int) -> list[Alert]:
    """Prices up to so many cents away."""
    rng = random.Random(13)
    found = []
    for id in range(many):
        above = bool(rng.getrandbits(1))
        value = Decimal(10_000 + rng.randint(1, reach) * (1 if above else -1)).scaleb(-2)
        symbol = f"SYM{rng.randrange(symbols)}"
        request = AlertRequest(symbol, "above" if above else "below", value)
        found.append(Alert(id, request, desk.minute(rng.randrange(60))))
    return found


def fired(symbols: int, candles: int, alerts: int, times: int) -> tuple[float, int]:
    """Seconds for one look of all alerts at all candles, and how many fire."""
    desk = Desk()
    walked(desk, symbols, candles // symbols)
    waiting = alerts_of(desk, symbols, alerts, 2_000)
    count = 0

    def look() -> None:
        nonlocal count
        count = sum(
            len(watch(group, some, NINE, desk.market, desk.now).fired)
            for group, some in grouped(waiting)
        )

    return seconds(look, times), count


def crossed(candles: int, alerts: int, times: int) -> tuple[float, int]:
    """The same for the candles of one symbol, which are there already."""
    desk = Desk()
    walked(desk, 1, candles)
    measures = prices(desk.market.given["SYM0", "1m"])
    levels = [
        Level(a.id, a.created_at, a.request.kind == "above", a.request.value)
        for a in alerts_of(desk, 1, alerts, 9_900)
    ]
    return seconds(lambda: crossings(levels, measures), times), len(crossings(levels, measures))


def findings(scale: Scale) -> Findings:
    divided, times = (10, 2) if scale.quick else (1, TIMES)
    fills, alerts, candles = FILLS // divided, ALERTS // divided, CANDLES // divided
    took = rebuilt(fills, times)
    spread, count = fired(candles // MOST_CANDLES, candles, alerts, times)
    one, of_one = crossed(candles, alerts, times)
    figures = (
        Figure("time", f"{fills:,} {REBUILT}", took[REBUILT], "s", at_most(LIMITS[REBUILT])),
        Figure(
            *("time", f"{alerts:,} {FIRED}, {candles:,} of them", spread, "s"),
            at_most(LIMITS[FIRED]),
        ),
    )
    rows: tuple[tuple[str, float, int], ...] = (
        (f"{fills:,} {REBUILT}", took[REBUILT], fills),
        (f"{fills:,} {CHECKED}", took[CHECKED], fills),
        (f"{alerts:,} alerts, {candles:,} candles of many symbols", spread, count),
        (f"{alerts:,} alerts, {candles:,} candles of one symbol", one, of_one),
    )
    return Findings(figures, (Table("The paper account", ("what", "s", "found"), rows),))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true")
    found = findings(Scale(parser.parse_args().quick, Path()))
    for table in found.tables:
        print(plain(table))


if __name__ == "__main__":
    main()
