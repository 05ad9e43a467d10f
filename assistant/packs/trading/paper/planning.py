"""What an order would do, or why it cannot be taken. Pure."""

from __future__ import annotations

from decimal import Decimal

from assistant.packs.trading.market.base import Quote, Status
from assistant.packs.trading.paper.amounts import MOST, ZERO, product, rounded, share
from assistant.packs.trading.paper.base import Order, OrderRequest, Plan, Refused
from assistant.packs.trading.paper.book import Book
from assistant.packs.trading.paper.ledger import NAMELESS
from assistant.packs.trading.paper.matching import slipped
from assistant.packs.trading.settings import Settings

_DOLLARS = frozenset({"USD", "USDT", "USDC"})
"""Coins that stand for a dollar count as one."""
LONGEST_CLIENT = 100


def checked(request: OrderRequest) -> OrderRequest:
    """The request in the places that are kept. Raises Refused for what no order can be."""
    if not request.symbol or request.symbol.startswith(NAMELESS):
        raise Refused("paper.no_symbol")
    if len(request.client) > LONGEST_CLIENT:
        raise Refused("paper.long_client", most=LONGEST_CLIENT)
    quantity = _positive(request.quantity, "paper.quantity")
    needs_limit = request.kind in ("limit", "stop_limit")
    needs_stop = request.kind in ("stop", "stop_limit")
    for price, needed, name in (
        (request.limit, needs_limit, "limit"),
        (request.stop, needs_stop, "stop"),
    ):
        if needed and price is None:
            raise Refused(f"paper.no_{name}")
        if not needed and price is not None:
            raise Refused(f"paper.needless_{name}")
    return OrderRequest(
        request.symbol,
        request.side,
        quantity,
        request.kind,
        None if request.limit is None else _positive(request.limit, "paper.price"),
        None if request.stop is None else _positive(request.stop, "paper.price"),
        request.client,
    )


def is_own_money(currency: str, own: str) -> bool:
    """Whether what is priced in one currency can be paid with an account's own."""
    return currency == own or {currency, own} <= _DOLLARS


def planned(
    book: Book,
    request: OrderRequest,
    quote: Quote,
    settings: Settings,
    status: Status | None = None,
) -> Plan:
    """What a checked request would do. Raises Refused where cash or what is held is not enough."""
    symbol, quantity = request.symbol, request.quantity
    if not is_own_money(quote.currency, settings.currency):
        raise Refused(
            "paper.currency", symbol=symbol, currency=quote.currency, own=settings.currency
        )
    held = book.held(symbol)
    if is_whole(symbol) and quantity % 1 and not (request.side == "sell" and quantity == held):
        raise Refused("paper.whole", symbol=symbol)
    price = _expected(request, quote.price, settings.slippage_percent)
    worth = product(quantity, price)
    if worth >= MOST:
        raise Refused("paper.too_much")
    fee = share(worth, settings.fee_percent)
    reserved = reserved_by(book.waiting, settings)
    if request.side == "buy":
        cash_after, held_after = book.cash - worth - fee, held + quantity
        if worth + fee > book.cash - reserved:
            raise Refused(
                "paper.no_cash",
                cost=worth + fee,
                free=book.cash - reserved,
                reserved=reserved,
                currency=settings.currency,
            )
    else:
        cash_after, held_after = book.cash + worth - fee, held - quantity
        promised = book.promised(symbol)
        if quantity > held - promised:
            raise Refused(
                "paper.not_held", symbol=symbol, quantity=quantity, held=held, promised=promised
            )
    return Plan(
        request=request,
        price=price,
        worth=worth,
        fee=fee,
        currency=settings.currency,
        cash=book.cash,
        reserved=reserved,
        cash_after=cash_after,
        held=held,
        held_after=held_after,
        origin=quote.origin,
        market=status,
    )


def reserved_by(waiting: list[Order], settings: Settings) -> Decimal:
    """The cash that waiting buy orders are meant to spend, fees included."""
    worths = (product(o.quantity, o.expected) for o in waiting if o.side == "buy")
    return sum((worth + share(worth, settings.fee_percent) for worth in worths), ZERO)


def is_whole(symbol: str) -> bool:
    """Whether a symbol is bought by the piece: shares and funds are, pairs of coins are not."""
    return "/" not in symbol


def _expected(request: OrderRequest, price: Decimal, slippage: Decimal) -> Decimal:
    """The price of a fill as things are; for a limit the worst that it allows."""
    if request.limit is not None:
        return request.limit
    if request.stop is not None:
        worse = max if request.side == "buy" else min
        price = worse(price, request.stop)
    return slipped(price, request.side, slippage)


def _positive(value: Decimal, key: str) -> Decimal:
    if not value.is_finite() or value <= 0 or value >= MOST:
        raise Refused(key)
    kept = rounded(value)
    if kept <= 0:
        raise Refused(key)
    return kept
