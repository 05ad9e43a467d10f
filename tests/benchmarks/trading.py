"""What the trading pack costs: indicators, and what stands around a call of its tools.

    python -m tests.benchmarks.trading

Each of ``MEASURES`` gives one figure beside its goal. Nothing is asserted.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from assistant.app import open_app
from assistant.packs.trading.indicators import compute
from assistant.packs.trading.market.base import SPANS
from assistant.packs.trading.market.simulation import Simulation
from assistant.tools.calls import Call, Result
from tests.benchmarks.base import Figure, Findings, Scale, Table, at_most
from tests.benchmarks.tables import plain
from tests.packs.support import config_of

NOW = datetime(2026, 3, 4, 15, 30, tzinfo=UTC)
CANDLES = 500


def timed(work: Callable[[], object], runs: int) -> list[float]:
    """Milliseconds of each run, the fastest first."""
    spent = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        spent.append((time.perf_counter() - started) * 1000)
    return sorted(spent)


def median(values: Sequence[float]) -> float:
    return values[len(values) // 2]


def p95(values: Sequence[float]) -> float:
    return values[int(len(values) * 0.95)]


def indicators(scale: Scale) -> Figure:
    """All of them of one series, from its candles to their last values."""
    candles = Simulation(7, "AAPL").latest("1d", NOW, CANDLES)
    compute(candles)  # the first use imports TA-Lib
    spent = timed(lambda: compute(candles), 20 if scale.quick else 200)
    return Figure("time", "all indicators of 500 candles", median(spent), "ms", at_most(10))


def simulation(scale: Scale) -> Figure:
    """The slowest timeframe, of a share and of a coin."""
    slowest = 0.0
    for symbol in ("GGAL", "BTC/USD"):
        made = Simulation(7, symbol)
        for timeframe in SPANS:
            made.latest(timeframe, NOW, CANDLES)  # type: ignore[arg-type]
            spent = timed(lambda m=made, t=timeframe: m.latest(t, NOW, CANDLES), 5)  # type: ignore[misc]
            slowest = max(slowest, median(spent))
    name = "500 simulated candles, the slowest timeframe"
    return Figure("time", name, slowest, "ms", at_most(50))


def overhead(scale: Scale) -> Figure:
    """Calls of the tools of the market as they are mostly made."""
    spent = around(CALLS, scale)
    return Figure("time", "around a call of a tool, p95", p95(spent), "ms", at_most(5))


def overhead_of_candles(scale: Scale) -> Figure:
    """The largest result that there is: it is kept for five seconds, and looked into for secrets."""
    spent = around((("market.get_ohlcv", {"limit": CANDLES}),), scale)
    return Figure("time", "around a call for 500 candles, median", median(spent), "ms")


def around(calls: Sequence[tuple[str, dict[str, object]]], scale: Scale) -> list[float]:
    """Milliseconds of calls, each of another symbol, without what the handler took."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "config.toml").write_text(config_of(["trading"], ()), "utf-8")
        with open_app(home=home, answers=False) as app:
            pipeline = app.toolbox().pipeline
            found: list[float] = []
            for tool, arguments in calls:
                spent = [
                    _around(pipeline.execute, Call(tool, {"symbol": symbol, **arguments}))
                    for symbol in SYMBOLS[: 3 if scale.quick else None]
                ]
                found += spent[1:]  # the first imports, and reads tables
    return sorted(found)


SYMBOLS = (
    *("AAPL", "MSFT", "NVDA", "GGAL", "YPF", "AL30", "SAN", "BBVA", "WALMEX", "KO", "PEP", "TSLA"),
    *("BTC/USD", "ETH/USD", "SOL/USD", "VOO", "SPY", "JPM", "XOM", "V"),
)
CALLS: Sequence[tuple[str, dict[str, object]]] = (
    ("market.get_price", {}),
    ("market.get_ohlcv", {}),
    ("market.get_indicators", {}),
    ("market.get_fundamentals", {}),
)


def _around(execute: Callable[[Call], Result], call: Call) -> float:
    """Milliseconds of a whole call without those that it says its handler took."""
    started = time.perf_counter()
    result = execute(call)
    whole = (time.perf_counter() - started) * 1000
    assert result.success, result.error
    assert not result.metadata.cached
    return whole - result.metadata.execution_time_ms


MEASURES: tuple[Callable[[Scale], Figure], ...] = (
    indicators,
    simulation,
    overhead,
    overhead_of_candles,
)


def table(figures: Sequence[Figure]) -> Table:
    rows = [(figure.name, figure.value, str(figure.goal or "")) for figure in figures]
    return Table("What the trading pack costs", ("ms", "median", "goal"), tuple(rows))


def findings(scale: Scale) -> Findings:
    figures = tuple(measure(scale) for measure in MEASURES)
    return Findings(figures, (table(figures),))


def main() -> None:
    print(plain(table(findings(Scale(quick=False, environments=Path())).figures)))


if __name__ == "__main__":
    main()
