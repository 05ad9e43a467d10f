"""The words of alerts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal, NamedTuple

from assistant.packs.trading.market.base import Origin

Span = Literal["1h", "4h", "1d", "1w"]

AlertKind = Literal["above", "below", "change", "rsi_above", "rsi_below"]
KINDS: tuple[AlertKind, ...] = ("above", "below", "change", "rsi_above", "rsi_below")


@dataclass(frozen=True, slots=True)
class AlertRequest:
    """What the person wants to be told: a price at or ``above`` or ``below`` ``value``; a
    ``change`` of ``value`` per cent (at least that much up, or down where it is negative) since the
    last close ``span`` ago; the RSI of 14 candles of ``span`` at or beyond ``value``."""

    symbol: str
    kind: AlertKind
    value: Decimal
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Fired:
    """What fired an alert: ``price`` and the time of its candle, ``value`` what was measured (the
    price, the change in per cent, the RSI). ``recorded_at`` is when we saw it."""

    at: datetime
    price: Decimal
    value: Decimal
    recorded_at: datetime
    source: str = ""
    simulated: bool = False
    delayed: bool = False


@dataclass(frozen=True, slots=True)
class Alert:
    """One that is kept. ``told``: the person has seen that it fired. ``revision``: of the document,
    0 for a new one."""

    id: int
    request: AlertRequest
    created_at: datetime
    fired: Fired | None = None
    told: bool = False
    revision: int = 0


class Created(NamedTuple):
    """A new alert, and the price at that time."""

    alert: Alert
    price: Decimal
    currency: str
    origin: Origin
