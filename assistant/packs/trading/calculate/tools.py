"""``calculate.calculate_position_size`` and ``calculate.calculate_risk_reward``: in the program's
own category, since they only compute."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Any, TypeVar

from annotated_types import MaxLen

from assistant.tools.base import RateLimit, ToolFailure, tool

Made = TypeVar("Made")


@tool(
    "calculate.calculate_position_size",
    rate_limit=RateLimit(per_minute=100),
    kept=0,
    examples=(
        "how many shares should I buy risking 1%?",
        "¿cuántas acciones compro si arriesgo el 2 %?",
    ),
)
def calculate_position_size(
    capital: float,
    risk_percent: float,
    entry: float,
    stop: float,
    step: float = 1,
    symbol: Annotated[str, MaxLen(40)] = "",
) -> dict[str, Any]:
    """Compute how much to buy (or sell short) so that the stop loses a given per cent of the
    capital: quantity = capital x risk % / |entry - stop|, rounded down, never more than the capital
    buys (Vince, fixed fractional).

    Args:
        capital: Money in the account.
        risk_percent: Per cent of it that may be lost, such as 1.
        entry: Price of the trade.
        stop: Price at which it is given up; above the entry for a short sale.
        step: Smallest quantity: 1 for shares, 0.0001 for coins.
        symbol: What would be bought, if it is known; that order is proposed then.
    """
    from assistant.packs.trading.calculate.sizing import position_size

    numbers = map(_exactly, (capital, risk_percent, entry, stop, step))
    size = _made(lambda: position_size(*numbers))
    told = _told(size._asdict())
    if not size.limited:
        told.pop("limited")
    else:
        told["limited"] = "by the capital, not by the risk"
    if symbol.strip() and size.side == "long":  # the paper account sells nothing short
        told["proposal"] = _proposal(symbol, told["quantity"], _exactly(entry))
    return {**told, "source": "computed from what was given; fees and gaps left out"}


@tool(
    "calculate.calculate_risk_reward",
    rate_limit=RateLimit(per_minute=100),
    kept=0,
    examples=(
        "risk reward of buying at 100 with stop 95 and target 115",
        "relación riesgo beneficio con entrada 50, stop 48 y objetivo 56",
    ),
)
def calculate_risk_reward(entry: float, stop: float, target: float) -> dict[str, Any]:
    """Compute what a trade risks against what it may bring: |target - entry| / |entry - stop|, and
    the share of such trades that has to win (Tharp, R multiples).

    Args:
        entry: Price of the trade.
        stop: Price at which it is given up; above the entry for a short sale.
        target: Price at which the gain is taken.
    """
    from assistant.packs.trading.calculate.sizing import risk_reward

    found = _made(lambda: risk_reward(*map(_exactly, (entry, stop, target))))
    return {**_told(found._asdict()), "source": "computed from what was given; fees left out"}


def _proposal(symbol: str, quantity: str, entry: Decimal) -> dict[str, Any]:
    """The order that waits for a yes (K4): at the entry or better, by which the size was made."""
    from assistant.packs.trading.market.base import MarketFailure
    from assistant.packs.trading.market.symbols import canonical
    from assistant.packs.trading.market.telling import tool_failure

    try:
        written = canonical(symbol)
    except MarketFailure as failure:
        raise tool_failure(failure) from failure
    order = {"symbol": written, "side": "buy", "quantity": quantity, "kind": "limit"}
    return {**order, **_told({"limit": entry})}


def _exactly(number: float) -> Decimal:
    """The number as it was written: 0.1 is a tenth."""
    return Decimal(str(number))


def _made(make: Callable[[], Made]) -> Made:
    from assistant.packs.trading.calculate.sizing import Refused

    try:
        return make()
    except Refused as why:
        raise ToolFailure("VALIDATION_ERROR", str(why)) from None


def _told(values: dict[str, Any]) -> dict[str, Any]:
    """Decimals as people write them."""
    return {
        name: f"{value.normalize():f}" if isinstance(value, Decimal) else value
        for name, value in values.items()
    }


TOOLS = (calculate_position_size, calculate_risk_reward)
