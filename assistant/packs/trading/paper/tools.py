"""The tools of the paper account."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from assistant.errors import AssistantError
from assistant.languages import FALLBACK
from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.market.symbols import canonical
from assistant.packs.trading.market.telling import tool_failure
from assistant.packs.trading.paper.account import Account, open_account, open_ledger
from assistant.packs.trading.paper.base import OrderKind, OrderRequest, Refused, Side
from assistant.packs.trading.paper.telling import (
    fill_values,
    label,
    order_in_words,
    order_values,
    plan_in_words,
    portfolio_values,
)
from assistant.packs.trading.paper.words import say
from assistant.tools.base import Context, RateLimit, failed, refused, tool

MOST_TRADES = 100


@contextmanager
def refusals(language: str = FALLBACK) -> Iterator[None]:
    """What an account or a market refuses, as a tool says it; also what the home's stores do, so
    that a telling that cannot be made costs its call and not the turn."""
    try:
        yield
    except Refused as why:
        raise refused(why.told(language)) from why
    except MarketFailure as failure:
        raise tool_failure(failure) from failure
    except AssistantError as error:
        raise failed(error.message) from error


def _seen(_arguments: Mapping[str, Any], context: Context) -> str:
    """How far the ledger is: what was read before the last order serves no more."""
    return str(open_ledger(context).head())


@tool(
    "portfolio.get_portfolio",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=30),
    kept=10,
    fingerprint=_seen,
    examples=("how is my portfolio doing?", "¿cómo viene mi cartera?", "what do I hold?"),
)
def get_portfolio(context: Context) -> dict[str, Any]:
    """The paper portfolio: cash, positions at average cost, realised and unrealised results, each
    price with its source and time."""
    with refusals():
        portfolio = _account(context).portfolio()
    said = label(portfolio.at, simulated=portfolio.simulated, delayed=portfolio.delayed)
    return {**portfolio_values(portfolio), **said}


@tool(
    "portfolio.get_trade_history",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=20),
    kept=10,
    fingerprint=_seen,
    examples=("what did I buy and sell?", "¿qué operaciones hice?"),
)
def get_trade_history(context: Context, symbol: str = "", limit: int = 10) -> dict[str, Any]:
    """What was bought and sold on paper, the latest first.

    Args:
        symbol: Only of this symbol, such as AAPL or BTC/USD.
        limit: How many, at most 100.
    """
    account = _account(context)
    with refusals():
        fills = account.history(canonical(symbol) if symbol.strip() else "")
    shown = fills[: max(1, min(limit, MOST_TRADES))]
    simulated = any(fill.simulated for fill in shown)
    trades = [fill_values(fill) for fill in shown]
    return {"trades": trades, "of": len(fills), **label(context.now, simulated=simulated)}


def _request(arguments: Mapping[str, Any]) -> OrderRequest:
    return OrderRequest(
        canonical(arguments["symbol"]),
        arguments["side"],
        _exact(arguments["quantity"]),
        arguments["kind"],
        None if arguments["limit"] is None else _exact(arguments["limit"]),
        None if arguments["stop"] is None else _exact(arguments["stop"]),
        arguments["client_id"],
    )


def _exact(number: float) -> Decimal:
    """As it was written, not as a binary fraction."""
    return Decimal(repr(number))


def _tell_order(arguments: Mapping[str, Any], language: str, context: Context) -> str:
    with refusals(language):
        account, request = _account(context), _request(arguments)
        known = account.known(request.client)
        if known is None:
            return plan_in_words(account.plan(request), language)
        told = order_in_words(known, account.settings.currency, language)
        return say("paper.repeated", language, order=known.id, told=told)


@tool(
    "trading.create_paper_order",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=10),
    tell=_tell_order,
    always_ask=True,
    examples=("buy 10 AAPL", "comprá 5 de Apple", "sell my BTC with a stop at 60000"),
)
def create_paper_order(
    context: Context,
    symbol: str,
    side: Side,
    quantity: float,
    kind: OrderKind = "market",
    limit: float | None = None,
    stop: float | None = None,
    client_id: str = "",
) -> dict[str, Any]:
    """Place a paper order, when the person asks to buy or sell. It waits for the next price of the
    market, or for its own.

    Args:
        symbol: Such as AAPL or BTC/USD.
        side: buy or sell.
        quantity: How many; whole for shares.
        kind: market, limit, stop or stop_limit.
        limit: The worst price accepted, of limit and stop_limit orders.
        stop: The price that sets a stop or stop_limit order off.
        client_id: A name for this order: sent twice with one name it is one order.
    """
    arguments = {
        "symbol": symbol,
        "side": side,
        "quantity": quantity,
        "kind": kind,
        "limit": limit,
        "stop": stop,
        "client_id": client_id,
    }
    account = _account(context)
    with refusals():
        placed = account.place(_request(arguments))
    market, origin = placed.market, placed.origin
    return {
        **order_values(placed.order),
        "told": order_in_words(placed.order, account.settings.currency, FALLBACK),
        "repeated": placed.repeated,
        "fills": [fill_values(fill) for fill in placed.fills],
        "market_open": market.open if market else None,
        "next_open": market.next_open.isoformat() if market and market.next_open else None,
        "price_source": origin.source,
        "price_at": origin.at.isoformat(),
        **label(context.now, simulated=origin.simulated, delayed=origin.delayed),
    }


def _tell_cancel(arguments: Mapping[str, Any], language: str, context: Context) -> str:
    id = arguments["order"]
    with refusals(language):
        account = _account(context)
        account.settle()
        order = account.ledger.book().orders.get(id)
        if order is None:
            raise Refused("paper.unknown_order", order=id)
        if order.status != "waiting":
            raise Refused(f"paper.is_{order.status}", order=id)
    told = order_in_words(order, account.settings.currency, language)
    return say("paper.cancel", language, order=id, told=told)


@tool(
    "trading.cancel_paper_order",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=20),
    tell=_tell_cancel,
    examples=("cancel order 4", "cancelá la orden 4"),
)
def cancel_paper_order(context: Context, order: int) -> dict[str, Any]:
    """Cancel a paper order that waits.

    Args:
        order: Its number.
    """
    account = _account(context)
    with refusals():
        cancelled = account.cancel(order)
    told = order_in_words(cancelled, account.settings.currency, FALLBACK)
    return {**order_values(cancelled), "told": told, **_label(account, context)}


@tool(
    "trading.get_pending_orders",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=30),
    kept=0,
    examples=("which orders are waiting?", "¿qué órdenes tengo pendientes?"),
)
def get_pending_orders(context: Context) -> dict[str, Any]:
    """The paper orders that wait for their price."""
    account = _account(context)
    with refusals():
        settled = account.settle()
    waiting = account.ledger.book().waiting
    notes: Sequence[str] = settled.notes
    return {
        "orders": [order_values(order) for order in waiting],
        "filled_now": [fill_values(fill) for fill in settled.fills],
        "rejected_now": [order_values(order) for order in settled.rejected],
        **({"notes": list(notes)} if notes else {}),
        **_label(account, context),
    }


def _label(account: Account, context: Context) -> Mapping[str, Any]:
    return label(context.now, simulated=account.settings.data == "simulated")


def _account(context: Context) -> Account:
    return open_account(context, lambda: context.now)


TOOLS = (
    get_portfolio,
    get_trade_history,
    create_paper_order,
    cancel_paper_order,
    get_pending_orders,
)
