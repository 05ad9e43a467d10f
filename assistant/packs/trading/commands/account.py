"""The paper account at the command line: what there is, orders and what waits."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from enum import StrEnum
from math import isfinite
from typing import Annotated, Any

import typer

from assistant.cli.options import JsonObject
from assistant.errors import UsageError
from assistant.packs.trading.commands import holdings
from assistant.packs.trading.commands.desk import Desk, Symbol, as_json, opened
from assistant.packs.trading.commands.words import Words


class Side(StrEnum):
    """What an order does."""

    buy = "buy"
    sell = "sell"


def portfolio(
    context: typer.Context,
    trades: Annotated[
        bool, typer.Option("--trades", help="What was bought and sold, instead.")
    ] = False,
    symbol: Annotated[
        str, typer.Option(metavar="SYMBOL", help="Trades of that symbol alone.")
    ] = "",
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=100, help="How many trades.")
    ] = 20,
    as_object: JsonObject = False,
) -> None:
    """The paper account: cash, what is held, what it is worth.

    \b
    assistant trading portfolio --trades
    """
    with opened(context) as desk:
        if trades or symbol:
            found = desk.look("portfolio.get_trade_history", symbol=symbol, limit=limit)
        else:
            found = desk.look("portfolio.get_portfolio")
        if as_object:
            as_json(found)
            return
        show = holdings.trades if trades or symbol else holdings.portfolio
        desk.show(show(found, desk.words, desk.screen))


def order(
    context: typer.Context,
    side: Annotated[Side, typer.Argument(help="What to do.")],
    symbol: Symbol,
    quantity: Annotated[str, typer.Argument(metavar="QUANTITY", help="How many.")],
    limit: Annotated[
        str | None, typer.Option(metavar="PRICE", help="At that price or better.")
    ] = None,
    stop: Annotated[
        str | None, typer.Option(metavar="PRICE", help="Once the price reaches it.")
    ] = None,
    client_id: Annotated[
        str, typer.Option("--id", metavar="NAME", help="Sent twice with it, it is one order.")
    ] = "",
    as_object: JsonObject = False,
) -> None:
    """Place a paper order: no real money. You are asked first.

    \b
    assistant trading order buy AAPL 10 --limit 30
    """
    with opened(context) as desk:
        found = place(desk, side.value, symbol, quantity, limit, stop, client_id)
        if as_object:
            as_json(found)
            return
        desk.show(holdings.placed(found, desk.words, desk.screen))


def place(
    desk: Desk,
    side: str,
    symbol: str,
    quantity: str,
    limit: str | None = None,
    stop: str | None = None,
    client_id: str = "",
) -> dict[str, Any]:
    """Place an order of the kind that its prices make it, once the person has agreed."""
    kind = {(False, False): "market", (True, False): "limit", (False, True): "stop"}.get(
        (limit is not None, stop is not None), "stop_limit"
    )
    return desk.act(
        "trading.create_paper_order",
        symbol=symbol,
        side=side,
        quantity=amount(quantity, desk.words),
        kind=kind,
        limit=None if limit is None else amount(limit, desk.words),
        stop=None if stop is None else amount(stop, desk.words),
        client_id=client_id,
    )


def orders(
    context: typer.Context,
    cancel: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Take that one back; you are asked.")
    ] = None,
    as_object: JsonObject = False,
) -> None:
    """The orders that wait, and what came of others meanwhile.

    \b
    assistant trading orders --cancel 3
    """
    with opened(context) as desk:
        if cancel is not None:
            found = desk.act("trading.cancel_paper_order", order=cancel)
            shown = holdings.cancelled(found, desk.words, desk.screen)
        else:
            found = desk.look("trading.get_pending_orders")
            shown = holdings.orders(found, desk.words, desk.screen)
        if as_object:
            as_json(found)
            return
        desk.show(shown)


def amount(text: str, words: Words) -> float:
    """A number as it is typed: ``1250.5``. Raises UsageError."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not isfinite(float(value)) or "_" in text:
        raise UsageError(words("say.no_number", text=text[:40]), words("say.number_hint"))
    return float(value)
