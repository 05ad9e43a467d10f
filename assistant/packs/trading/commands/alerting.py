"""Alerts at the command line: kept, listed, looked at."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any

import typer

from assistant.cli import plain
from assistant.cli.options import JsonObject
from assistant.cli.report.screen import Screen
from assistant.errors import TryAgainLater
from assistant.packs.trading.alerts.base import AlertRequest
from assistant.packs.trading.alerts.telling import alert_in_words
from assistant.packs.trading.commands.account import amount
from assistant.packs.trading.commands.desk import Symbol, as_json, opened
from assistant.packs.trading.commands.results import instant, number, table, under
from assistant.packs.trading.commands.words import Words

NONE_FIRED = 3
"""The exit status of a look at which nothing fired."""


class Kind(StrEnum):
    """What an alert is for."""

    above = "above"
    below = "below"
    up = "up"
    down = "down"
    rsi_above = "rsi_above"
    rsi_below = "rsi_below"


class Span(StrEnum):
    """Over what an alert measures."""

    h1 = "1h"
    h4 = "4h"
    d1 = "1d"
    w1 = "1w"


alerts = typer.Typer(help="Alerts: told once, when a price is reached.")


@alerts.callback(invoke_without_command=True)
def every(context: typer.Context) -> None:
    """Alerts: told once, when a price is reached. Alone it lists them."""
    if context.invoked_subcommand is None:
        list_(context)


@alerts.command("list")
def list_(context: typer.Context, as_object: JsonObject = False) -> None:
    """Every alert, and which have fired."""
    with opened(context) as desk:
        found = desk.look("alerts.list_alerts")
        if as_object:
            as_json(found)
            return
        desk.show(lines_of(found, desk.words, desk.screen))


@alerts.command()
def add(
    context: typer.Context,
    symbol: Symbol,
    kind: Annotated[Kind, typer.Argument(help="What is watched.")],
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="A price, a change in per cent, an RSI.")
    ],
    span: Annotated[
        Span | None, typer.Option("--span", help="Of a change or an RSI.", show_default=False)
    ] = None,
    as_object: JsonObject = False,
) -> None:
    """Keep an alert; you are asked first.

    \b
    assistant trading alerts add AAPL above 40
    assistant trading alerts add BTC/USD down 5 --span 1d
    """
    with opened(context) as desk:
        sought = amount(value, desk.words)
        found = desk.act(
            "alerts.create_alert",
            symbol=symbol,
            kind="change" if kind in (Kind.up, Kind.down) else kind.value,
            value=-sought if kind is Kind.down else sought,
            span=span.value if span else None,
        )
        if as_object:
            as_json(found)
            return
        desk.show([_line(found, desk.words), *under([found], desk.words, desk.screen)])


@alerts.command()
def delete(
    context: typer.Context,
    alert: Annotated[int, typer.Argument(metavar="NUMBER", help="As `alerts list` has it.")],
    as_object: JsonObject = False,
) -> None:
    """Delete an alert; you are asked first."""
    with opened(context) as desk:
        found = desk.act("alerts.delete_alert", alert=alert)
        if as_object:
            as_json(found)
            return
        desk.tell("alert.deleted", number=alert)


@alerts.command()
def check(context: typer.Context, as_object: JsonObject = False) -> None:
    """Look whether alerts fired; each is told once. For cron.

    The exit status is 0 where one fired, 3 where none did, and 75 where a market
    could not be asked.
    """
    from assistant.packs.trading.alerts.book import open_alerts
    from assistant.packs.trading.alerts.telling import alert_values, tell_fired

    with opened(context) as desk:
        book = open_alerts(desk.moment, lambda: desk.moment.now)
        if as_object:
            seen = book.look()
            as_json({"fired": [alert_values(one) for one in seen], "notes": list(book.notes)})
            book.mark_told(seen)
            fired = len(seen)
        else:
            fired = tell_fired(book, desk.words.language, plain.out)
    if not fired and book.notes:
        raise TryAgainLater("; ".join(book.notes))
    for note in () if as_object else book.notes:
        plain.err(plain.dim(plain.line(note), err=True))
    if not fired:
        raise typer.Exit(NONE_FIRED)


def lines_of(data: dict[str, Any], words: Words, screen: Screen) -> list[str]:
    """The list of alerts as people read it."""
    if not data["alerts"]:
        return screen.wrap(words("alert.none"))
    rows = [[str(one["alert"]), _told(one, words), _state(one, words)] for one in data["alerts"]]
    if screen.width < max(sum(map(len, row)) for row in rows) + 4:
        lines = [
            line
            for number_, told, state in rows
            for line in screen.wrap(f"{number_}  {told}: {state}", indent="   ")
        ]
    else:
        lines = table(rows, screen, head=False)
    return [*lines, *under([data], words, screen)]


def _line(one: dict[str, Any], words: Words) -> str:
    return f"{one['alert']}  {_told(one, words)}: {_state(one, words)}"


def _told(one: dict[str, Any], words: Words) -> str:
    request = AlertRequest(one["symbol"], one["kind"], Decimal(one["value"]), one.get("span"))
    return alert_in_words(request, words.language)


def _state(one: dict[str, Any], words: Words) -> str:
    price = number(one.get("fired_price"))
    if not one["fired"] or price is None:
        return words("alert.waits")
    at = words.moment(instant(one["fired_at"]))
    return words("alert.fired", at=at, price=words.price(price))
