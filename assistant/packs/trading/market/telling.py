"""How what a market tells is told: as the results of tools, and in lines for the prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import wraps
from typing import Any

from assistant.packs.trading.market.asking import age
from assistant.packs.trading.market.base import Candle, MarketFailure, Origin, Quote, Series
from assistant.tools.base import ToolFailure, failed, refused

Rows = list[dict[str, Any]]
_SHORT = "%Y-%m-%dT%H:%MZ"


def origin(of: Origin, now: datetime) -> dict[str, Any]:
    """Source, time, and whether it is simulated or delayed (K6); how old it is where it is old."""
    told: dict[str, Any] = {
        "source": of.source,
        "as_of": of.at.strftime(_SHORT),
        "simulated": of.simulated,
        "delayed": of.delayed,
    }
    old = age(of.at, now)
    return {**told, "age": old} if old else told


def quote(of: Quote, now: datetime) -> dict[str, Any]:
    return {
        "symbol": of.symbol,
        "price": number(of.price),
        "currency": of.currency,
        "change_percent": number(of.change_percent),
        **origin(of.origin, now),
    }


def series(of: Series, now: datetime) -> dict[str, Any]:
    """A summary, then every candle, the newest first: what is cut for the model is the oldest."""
    told = {
        "symbol": of.symbol,
        "timeframe": of.timeframe,
        **origin(of.origin, now),
        **_summary(of.candles),
        "candles": [_row(candle) for candle in reversed(of.candles)],
    }
    return {**told, "notes": list(of.notes)} if of.notes else told


def _summary(candles: tuple[Candle, ...]) -> Mapping[str, Any]:
    first, last = candles[0], candles[-1]
    highest = max(candles, key=lambda candle: candle.high)
    lowest = min(candles, key=lambda candle: candle.low)
    return {
        "count": len(candles),
        "from": first.at.strftime(_SHORT),
        "to": last.at.strftime(_SHORT),
        "first_open": number(first.open),
        "last_close": number(last.close),
        "change_percent": number(round((last.close / first.open - 1) * 100, 2)),
        "high": f"{number(highest.high)} at {highest.at.strftime(_SHORT)}",
        "low": f"{number(lowest.low)} at {lowest.at.strftime(_SHORT)}",
    }


def _row(candle: Candle) -> dict[str, Any]:
    values = (number(value) for value in candle[1:])
    return {"at": candle.at.strftime(_SHORT), **dict(zip(Candle._fields[1:], values, strict=True))}


def number(value: Decimal | None) -> float | int | None:
    """As JSON has it; digits that a binary fraction cannot hold are not worth a reader's while."""
    if value is None:
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def line(of: Quote, now: datetime) -> str:
    """One line of a prompt."""
    change = "" if of.change_percent is None else f" ({of.change_percent:+f} %)"
    marks = [of.origin.source]
    if of.origin.simulated and of.origin.source != "simulated":
        marks.append("simulated")
    if of.origin.delayed:
        marks.append("delayed")
    old = age(of.origin.at, now)
    when = f"{old} old" if old else f"{of.origin.at:%H:%M} UTC"
    return f"{of.symbol} {of.price:f} {of.currency}{change}, {', '.join(marks)}, {when}"


def tool_failure(failure: MarketFailure) -> ToolFailure:
    """What a market cannot tell as a tool says it: what to correct, what there is not, or what may
    work later."""
    if failure.problem == "unknown_symbol":
        return ToolFailure("VALIDATION_ERROR", failure.why)
    there_is_not = failure.problem in ("no_data", "bad_data")
    return refused(failure.why) if there_is_not else failed(failure.why)


def telling_failures(handler: Callable[..., Any]) -> Callable[..., Any]:
    """A handler whose market failures are told to the model and the person, with what is near."""

    @wraps(handler)
    def told(*arguments: Any, **named: Any) -> Any:
        try:
            return handler(*arguments, **named)
        except MarketFailure as failure:
            raise tool_failure(failure) from failure

    return told
