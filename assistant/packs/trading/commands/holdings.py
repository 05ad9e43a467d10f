"""Results of the account's tools as lines for people. Pure: data in, lines out."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from assistant.cli.report.screen import BOLD, DIM, Screen
from assistant.packs.trading.commands.results import NARROW, instant, number, pairs, table, under
from assistant.packs.trading.commands.words import Words
from assistant.packs.trading.paper.base import OrderRequest
from assistant.packs.trading.paper.telling import order_in_words
from assistant.packs.trading.paper.words import say

Data = Mapping[str, Any]
ZERO = Decimal(0)


def portfolio(data: Data, words: Words, screen: Screen) -> list[str]:
    """What it is worth, the cash, and each position."""
    equity, started = (_sum(data, name) for name in ("equity", "started_with"))
    gain = words.percent((equity / started - 1) * 100) if started else ""
    head = f"{words.money(equity, data['currency'])}  {gain}".rstrip()
    names = ("cash", "reserved", "realised", "unrealised", "fees")
    rows = [
        [words(f"account.{name}"), words.money(_sum(data, name))]
        for name in names
        if name in ("cash", "realised", "unrealised") or _sum(data, name)
    ]
    lines = [screen.paint(head, BOLD), *pairs(rows, screen)]
    if data["positions"]:
        lines += ["", *_positions(data["positions"], words, screen)]
    waiting = data.get("orders_waiting")
    lines += screen.wrap(words("account.waiting", count=waiting)) if waiting else []
    return [*lines, *_under(data, data["positions"], words, screen)]


def _positions(positions: list[Data], words: Words, screen: Screen) -> list[str]:
    wide = screen.width >= NARROW
    names = ["symbol", "quantity", "average", "price", "value", "unrealised"]
    rows = [[words(f"report.{name}") for name in names]]
    for one in positions:
        price, won = number(one["price"]), number(one["unrealised_percent"])
        rows.append(
            [
                str(one["symbol"]),
                words.quantity(_sum(one, "quantity")),
                words.price(_sum(one, "average_cost")),
                words("report.unknown") if price is None else words.price(price),
                words.money(_sum(one, "value")),
                words("report.unknown") if won is None else words.percent(won),
            ]
        )
    if not wide:
        rows = [[row[0], row[1], row[4], row[5]] for row in rows]
    return table(rows, screen, right=range(1, len(rows[0])))


def trades(data: Data, words: Words, screen: Screen) -> list[str]:
    """What was bought and sold, the latest first."""
    if not data["trades"]:
        return screen.wrap(words("report.no_trades"))
    wide = screen.width >= NARROW
    names = ["at", "side", "symbol", "quantity", "price", "fee", "result"]
    rows = [[words(f"report.{name}") for name in names]]
    for one in data["trades"]:
        at, won = instant(one["at"]), number(one.get("realised"))
        rows.append(
            [
                f"{at:%Y-%m-%d %H:%M}" if wide else f"{at:%m-%d}",
                say(f"paper.{one['side']}", words.language),
                str(one["symbol"]),
                words.quantity(_sum(one, "quantity")),
                words.price(_sum(one, "price")),
                words.money(_sum(one, "fee")),
                "" if won is None else words.money(won),
            ]
        )
    if not wide:
        rows = [row[:5] for row in rows]
    lines = table(rows, screen, right=range(3, len(rows[0])))
    rest = data["of"] - len(data["trades"])
    lines += [screen.paint(words("account.more", count=rest), DIM)] if rest > 0 else []
    return [*lines, *_under(data, (), words, screen)]


def placed(data: Data, words: Words, screen: Screen) -> list[str]:
    """What became of an order."""
    lines = _order(data, words, screen)
    if data.get("repeated"):
        lines += screen.wrap(words("account.repeated"))
    if data.get("market_open") is False and data.get("next_open"):
        at = words.moment(instant(data["next_open"]))
        lines += screen.wrap(words("account.closed", at=at))
    return [*lines, *_under(data, (), words, screen)]


def cancelled(data: Data, words: Words, screen: Screen) -> list[str]:
    return [*_order(data, words, screen), *_under(data, (), words, screen)]


def orders(data: Data, words: Words, screen: Screen) -> list[str]:
    """What waits, and what was filled or rejected when we looked."""
    lines = []
    for fill in data["filled_now"]:
        lines += screen.wrap(words("account.filled", told=_fill(fill, words)))
    for order in data["rejected_now"]:
        lines += _order(order, words, screen)
    if not data["orders"]:
        lines += screen.wrap(words("account.no_orders"))
    for order in data["orders"]:
        lines += _order(order, words, screen)
    return [*lines, *_under(data, (), words, screen)]


def _order(data: Data, words: Words, screen: Screen) -> list[str]:
    limit, stop = number(data.get("limit")), number(data.get("stop"))
    quantity = _sum(data, "quantity")
    request = OrderRequest(data["symbol"], data["side"], quantity, data["kind"], limit, stop)
    told = order_in_words(request, "", words.language).replace("  ", " ")
    status = say(f"paper.{data['status']}", words.language)
    said = words("account.order", number=data["order"], told=told, status=status)
    return screen.wrap(said, indent="  ")


def _fill(data: Data, words: Words) -> str:
    side = words("account.bought" if data["side"] == "buy" else "account.sold")
    quantity, price = words.quantity(_sum(data, "quantity")), words.price(_sum(data, "price"))
    return words(
        "account.fill",
        side=side,
        quantity=quantity,
        symbol=data["symbol"],
        price=price,
        at=words.moment(instant(data["at"])),
    )


def _under(data: Data, positions: Any, words: Words, screen: Screen) -> list[str]:
    """Where it comes from: with positions, where their prices do; and that it is paper."""
    sources = dict.fromkeys(one["source"] for one in positions if one.get("source"))
    source = ", ".join(sources) or data.get("price_source") or words("label.account")
    at = data.get("price_at") or data["at"]
    lines = under([{**data, "source": source, "as_of": at}], words, screen)
    return [*lines, *(screen.paint(line, DIM) for line in screen.wrap(words("label.paper")))]


def _sum(data: Data, name: str) -> Decimal:
    return number(data.get(name)) or ZERO
