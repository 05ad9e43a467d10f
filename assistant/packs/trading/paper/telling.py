"""Orders and fills in words, and as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from assistant.languages import FALLBACK
from assistant.packs.trading.market.base import Origin
from assistant.packs.trading.paper.amounts import plain
from assistant.packs.trading.paper.base import Fill, Order, OrderRequest, Plan, Portfolio
from assistant.packs.trading.paper.words import instant, say

SOURCE = "paper account"


def order_in_words(order: Order | OrderRequest, currency: str, language: str) -> str:
    """ "buy 10 AAPL at 120.50 USD or better"."""
    terms = say(
        f"paper.{order.kind}", language, limit=order.limit, stop=order.stop, currency=currency
    )
    side = say(f"paper.{order.side}", language)
    return say(
        "paper.order",
        language,
        side=side,
        quantity=order.quantity,
        symbol=order.symbol,
        terms=terms,
    )


def plan_in_words(plan: Plan, language: str) -> str:
    """What a person is asked before an order is placed: the order, its cost with the fee, what it
    would do to the portfolio, and what the price is worth (K6)."""
    request, currency = plan.request, plan.currency
    buys = request.side == "buy"
    total = plan.worth + plan.fee if buys else plan.worth - plan.fee
    lines = [
        order_in_words(request, currency, language),
        say(
            f"paper.costs_{request.side}",
            language,
            price=plan.price,
            worth=plan.worth,
            fee=plan.fee,
            total=total,
            currency=currency,
        ),
        say(
            "paper.after",
            language,
            cash=plan.cash,
            cash_after=plan.cash_after,
            currency=currency,
            symbol=request.symbol,
            held=plan.held,
            held_after=plan.held_after,
        ),
    ]
    if buys and plan.reserved:
        lines.append(say("paper.reserved", language, reserved=plan.reserved, currency=currency))
    if plan.market and not plan.market.open:
        opens = plan.market.next_open
        key = "paper.closed" if opens else "paper.closed_for_now"
        lines.append(say(key, language, opens=opens and instant(opens)))
    lines.append(origin_in_words(plan.origin, language))
    lines.append(say("paper.paper_money", language))
    return "\n".join(lines)


def origin_in_words(origin: Origin, language: str) -> str:
    said = [say("paper.data", language, source=origin.source, at=instant(origin.at))]
    if origin.simulated:
        said.append(say("paper.simulated", language))
    if origin.delayed:
        said.append(say("paper.delayed", language))
    return " ".join(said)


def order_values(order: Order) -> dict[str, Any]:
    """An order as plain values; amounts are texts, exact."""
    values = {
        "order": order.id,
        "status": order.status,
        "symbol": order.symbol,
        "side": order.side,
        "kind": order.kind,
        "quantity": plain(order.quantity),
        "limit": _amount(order.limit),
        "stop": _amount(order.stop),
        "placed_at": order.placed_at.isoformat(),
        "triggered": True if order.triggered_at else None,
        "closed_at": order.closed_at and order.closed_at.isoformat(),
        "why": say(f"paper.{order.why}", FALLBACK) if order.why else None,
    }
    return {name: value for name, value in values.items() if value is not None}


def fill_values(fill: Fill) -> dict[str, Any]:
    return {
        "at": fill.at.isoformat(),
        "symbol": fill.symbol,
        "side": fill.side,
        "quantity": plain(fill.quantity),
        "price": plain(fill.price),
        "fee": plain(fill.fee),
        **({"realised": plain(fill.realised)} if fill.side == "sell" else {}),
        **({"order": fill.order} if fill.order else {"imported": True}),
        **({"simulated": True} if fill.simulated else {}),
    }


def portfolio_values(portfolio: Portfolio) -> dict[str, Any]:
    return {
        "currency": portfolio.currency,
        "cash": plain(portfolio.cash),
        "reserved": plain(portfolio.reserved),
        "equity": plain(portfolio.equity),
        "realised": plain(portfolio.realised),
        "unrealised": plain(portfolio.unrealised),
        "fees": plain(portfolio.fees),
        "started_with": plain(portfolio.started_with),
        "positions": [
            {
                "symbol": one.symbol,
                "quantity": plain(one.quantity),
                "average_cost": plain(one.average),
                "price": _amount(one.price),
                "value": plain(one.value),
                "unrealised": _amount(one.unrealised),
                "unrealised_percent": _amount(
                    one.unrealised_percent and round(one.unrealised_percent, 2)
                ),
                "source": one.origin.source if one.origin else None,
                "price_at": one.origin.at.isoformat() if one.origin else None,
            }
            for one in portfolio.positions
        ],
        "orders_waiting": len(portfolio.waiting),
        **({"notes": list(portfolio.notes)} if portfolio.notes else {}),
    }


def label(at: datetime, *, simulated: bool, delayed: bool = False) -> Mapping[str, Any]:
    """What every result of the account says of itself (K6)."""
    return {
        "source": SOURCE,
        "at": at.isoformat(),
        "paper": True,
        "simulated": simulated,
        "delayed": delayed,
    }


def _amount(value: Decimal | None) -> str | None:
    return None if value is None else plain(value)
