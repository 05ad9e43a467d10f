"""What a report of a paper account shows."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from assistant.packs.trading.market.base import Series
from assistant.packs.trading.paper.base import Fill, Point, Portfolio

HUNDRED = Decimal(100)


class AlertRow(NamedTuple):
    """An alert in plain words; ``fired_at`` and ``price`` where it has fired."""

    words: str
    fired_at: datetime | None = None
    price: Decimal | None = None


class Figures(NamedTuple):
    """The account now and day by day, what it did, what it waits for, and the candles of what it
    holds. ``fills``: the latest first."""

    portfolio: Portfolio
    points: tuple[Point, ...] = ()
    fills: tuple[Fill, ...] = ()
    alerts: tuple[AlertRow, ...] = ()
    series: tuple[Series, ...] = ()

    @property
    def gain(self) -> Decimal:
        """What the account is worth over what it began with, in per cent."""
        started = self.portfolio.started_with
        return (self.portfolio.equity - started) / started * HUNDRED if started else Decimal(0)

    @property
    def deepest(self) -> Decimal:
        """The largest fall from a best, in per cent (0 or less)."""
        return min((point.drawdown for point in self.points), default=Decimal(0))

    @property
    def sources(self) -> tuple[str, ...]:
        """Where its prices come from, each once."""
        origins = [position.origin for position in self.portfolio.positions if position.origin]
        names = [origin.source for origin in (*origins, *(s.origin for s in self.series))]
        return tuple(dict.fromkeys(names))


def values_of(figures: Figures) -> dict[str, Any]:
    """A report as plain values; amounts are texts, exact."""
    from assistant.packs.trading.paper.amounts import plain
    from assistant.packs.trading.paper.telling import fill_values, portfolio_values

    return {
        "at": figures.portfolio.at.isoformat(),
        "paper": True,
        "simulated": figures.portfolio.simulated,
        "delayed": figures.portfolio.delayed,
        "sources": list(figures.sources),
        "gain_percent": plain(round(figures.gain, 2)),
        "deepest_percent": plain(round(figures.deepest, 2)),
        "portfolio": portfolio_values(figures.portfolio),
        "curve": [
            {"at": p.at.isoformat(), "equity": plain(p.equity), "cash": plain(p.cash)}
            for p in figures.points
        ],
        "trades": [fill_values(fill) for fill in figures.fills],
        "alerts": [
            {
                "alert": row.words,
                "fired_at": row.fired_at and row.fired_at.isoformat(),
                "price": None if row.price is None else plain(row.price),
            }
            for row in figures.alerts
        ],
    }
