"""The tables of a report, row by row, for the page and the terminal. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from assistant.packs.trading.commands.words import Words
from assistant.packs.trading.paper.base import Fill, Order
from assistant.packs.trading.report.figures import AlertRow, Figures

Rows = list[list[str]]


def labels_of(figures: Figures, words: Words) -> Iterator[str]:
    """Where it comes from, whether it is simulated or delayed, and that it is no advice (K6)."""
    portfolio = figures.portfolio
    if figures.sources:
        yield words.label(
            ", ".join(words.named("sources", source) for source in figures.sources),
            portfolio.at,
            simulated=portfolio.simulated,
            delayed=portfolio.delayed,
        )
    yield words("label.paper")
    yield from portfolio.notes


def headline(figures: Figures, words: Words) -> list[tuple[str, str, str]]:
    """The big numbers: each with its name and a detail."""
    portfolio = figures.portfolio
    money = words.money
    started = words("report.started", money=money(portfolio.started_with))
    realised = words("report.realised", money=money(portfolio.realised))
    reserved = words("report.reserved", money=money(portfolio.reserved))
    return [
        (money(portfolio.equity), words("report.equity", currency=portfolio.currency), started),
        (words.percent(figures.gain), words("report.gain"), realised),
        (words.percent(figures.deepest), words("report.drawdown"), words("report.deepest")),
        (money(portfolio.cash), words("report.cash"), reserved),
    ]


def position_rows(figures: Figures, words: Words) -> Rows:
    """What is held, under its heading."""
    names = ("symbol", "quantity", "average", "price", "value", "unrealised")
    rows = [
        [
            p.symbol,
            words.quantity(p.quantity),
            words.price(p.average),
            words.price(p.price) if p.price is not None else words("report.unknown"),
            words.money(p.value),
            _unrealised(p.unrealised, p.unrealised_percent, words),
        ]
        for p in figures.portfolio.positions
    ]
    return [[words(f"report.{name}") for name in names], *rows]


def trade_rows(figures: Figures, words: Words) -> Rows:
    """What was bought and sold, the latest first, under its heading."""
    names = ("at", "side", "symbol", "quantity", "price", "fee", "result")
    head = [words(f"report.{name}") for name in names]
    return [head, *(_trade(fill, words) for fill in figures.fills)]


def order_rows(figures: Figures, words: Words) -> Rows:
    """The orders that wait, under their heading."""
    head = [words(f"report.{name}") for name in ("order", "kind", "quantity", "price")]
    return [head, *(_order(order, words) for order in figures.portfolio.waiting)]


def alert_line(row: AlertRow, words: Words) -> str:
    if row.fired_at is None or row.price is None:
        return f"{row.words}: {words('alert.waits')}"
    fired = words("alert.fired", at=words.moment(row.fired_at), price=words.price(row.price))
    return f"{row.words}: {fired}"


def _unrealised(amount: Decimal | None, percent: Decimal | None, words: Words) -> str:
    if amount is None:
        return words("report.unknown")
    return words.money(amount) + (f" ({words.percent(percent)})" if percent is not None else "")


def _trade(fill: Fill, words: Words) -> list[str]:
    return [
        f"{fill.at:%Y-%m-%d %H:%M}",
        words(f"side.{fill.side}"),
        fill.symbol,
        words.quantity(fill.quantity),
        words.price(fill.price),
        words.money(fill.fee),
        words.money(fill.realised) if fill.side == "sell" else "",
    ]


def _order(order: Order, words: Words) -> list[str]:
    prices = [words.price(value) for value in (order.stop, order.limit) if value is not None]
    name = f"{words(f'side.{order.side}')} {order.symbol}"
    kind = words(f"kind.{order.kind}")
    return [name, kind, words.quantity(order.quantity), " / ".join(prices)]
