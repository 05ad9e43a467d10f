"""A paper account for tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from assistant.packs.trading.market.base import Origin, Series
from assistant.packs.trading.paper.base import Fill, Order, Point, Portfolio, Valued
from assistant.packs.trading.report.figures import AlertRow, Figures
from tests.packs.trading.samples import candles

NOW = datetime(2025, 4, 15, 21, 0, tzinfo=UTC)
ORIGIN = Origin("simulated", NOW, simulated=True)
BEGAN, NOTHING = Decimal(10_000), Decimal(0)
NONE = Portfolio(
    NOW, "USD", BEGAN, NOTHING, BEGAN, NOTHING, NOTHING, NOTHING, BEGAN, (), (), False, False
)


def figures(name: str = "AAPL", days: int = 90) -> Figures:
    """An account that has traded so many days."""
    equities = [Decimal(10_000 + 37 * n - 9 * (n % 13) ** 2) for n in range(days)]
    points = []
    best = Decimal(0)
    for n, equity in enumerate(equities):
        best = max(best, equity)
        at = NOW - timedelta(days=days - n)
        points.append(Point(at, equity, equity / 3, (equity / best - 1) * 100))
    held = Valued(
        name, Decimal("12.5"), Decimal("101.25"), Decimal("1265.63"), Decimal("110.40"),
        Decimal("1380.00"), Decimal("114.37"), Decimal("9.04"), ORIGIN,
    )  # fmt: skip
    lost = Valued(
        "BTC/USD", Decimal("0.00012"), Decimal(64_000), Decimal("7.68"), None, Decimal("7.68"),
        None, None, None,
    )  # fmt: skip
    order = Order(9, NOW, name, "sell", "stop_limit", Decimal(5), Decimal(95), Decimal(96))
    fills = tuple(
        Fill(NOW - timedelta(days=n), name, "sell" if n % 3 == 0 else "buy", Decimal(2),
             Decimal("100.5"), Decimal("0.2"), n + 1, True, Decimal("3.4"))
        for n in range(1, 61)
    )  # fmt: skip
    portfolio = Portfolio(
        NOW, "USD", Decimal("8612.32"), Decimal(0), equities[-1] if days else Decimal(10_000),
        Decimal("-12.40"), Decimal("114.37"), Decimal("4.1"), Decimal(10_000), (held, lost),
        (order,), True, False, ("BTC/USD has no price",),
    )  # fmt: skip
    alerts = (
        AlertRow(f"{name} above 120"),
        AlertRow(f"{name} below 95", NOW - timedelta(days=3), Decimal("94.80")),
    )
    series = (
        Series(name, "1d", candles(100), ORIGIN),
        Series("MELI", "1d", candles(40, 1800), ORIGIN),
    )
    return Figures(portfolio, tuple(points), fills, alerts, series)
