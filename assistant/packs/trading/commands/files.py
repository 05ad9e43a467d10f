"""Files at the command line: candles and trades in and out, the account checked and reported."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.cli import plain
from assistant.cli.options import JsonObject
from assistant.errors import BadData, UsageError
from assistant.files import Unreadable, read_bytes
from assistant.packs.trading.commands.desk import Desk, as_json, opened
from assistant.packs.trading.commands.looking import Count, Span, Timeframe
from assistant.packs.trading.market.base import Candle, MarketFailure
from assistant.packs.trading.settings import settings

if TYPE_CHECKING:
    from assistant.packs.trading.market import importing
    from assistant.packs.trading.paper.trades import Imported as ImportedTrades

HELD = 4
"""Symbols whose candles a report shows."""
Trades = Annotated[bool, typer.Option("--trades", help="Trades of the account, and no candles.")]


def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, or Parquet of candles.")],
    symbol: Annotated[
        str | None,
        typer.Argument(metavar="[SYMBOL]", help="Of its candles, unless the file is called so."),
    ] = None,
    timeframe: Annotated[
        Timeframe | None,
        typer.Option("--timeframe", "-t", help="Of its candles, else as it is called, or 1d."),
    ] = None,
    trades: Trades = False,
    as_object: JsonObject = False,
) -> None:
    """Take in candles, or trades: all of a file or nothing.

    \b
    assistant trading import AAPL.1d.csv
    assistant trading import --trades broker.csv
    """
    with opened(context) as desk:
        if trades:
            taken = _import_trades(desk, file)
            if as_object:
                as_json({"trades": taken.trades, "repeated": taken.repeated})
            else:
                key = "files.repeated" if taken.repeated else "files.trades"
                plain.out(desk.words(key, count=taken.trades))
            return
        candles = _import_candles(desk, file, symbol, timeframe)
        said = {"symbol": candles.symbol, "timeframe": candles.timeframe}
        first, last = f"{candles.first:%Y-%m-%d}", f"{candles.last:%Y-%m-%d}"
        if as_object:
            dates = {"first": candles.first.isoformat(), "last": candles.last.isoformat()}
            notes = list(candles.notes)
            as_json({**said, "candles": candles.candles, **dates, "notes": notes})
            return
        count = candles.candles
        plain.out(desk.words("files.candles", first=first, last=last, count=count, **said))
        for note in candles.notes:
            plain.err(plain.dim(f"! {plain.line(note)}", err=True))
        chosen = settings(desk.moment.settings)
        if chosen.data != "files" or chosen.folder:
            desk.tell("files.not_used")


def _import_candles(
    desk: Desk, file: Path, symbol: str | None, span: Timeframe | None
) -> importing.Imported:
    from assistant.packs.trading.market.files import named
    from assistant.packs.trading.market.importing import import_file

    called = named(file.name)
    name = symbol or (called[0] if called else "")
    if not name:
        raise UsageError(desk.words("files.no_symbol", file=file.name), desk.words("files.named"))
    timeframe = span.value if span else called[1] if called else "1d"
    moment = desk.moment
    return import_file(file.expanduser(), name, timeframe, moment.folder(), moment.now)


def _import_trades(desk: Desk, file: Path) -> ImportedTrades:
    from assistant.packs.trading.market.table import FILE
    from assistant.packs.trading.paper.account import open_account
    from assistant.packs.trading.paper.trades import import_trades

    try:
        text = read_bytes(file.expanduser(), FILE).decode("utf-8")
    except OSError as error:
        raise BadData(f"{file}: {error.strerror}") from error
    except Unreadable as error:
        raise BadData(f"{file} {error}") from error
    except UnicodeDecodeError as error:
        raise BadData(desk.words("files.no_text", file=file.name)) from error
    account = open_account(desk.moment, lambda: desk.moment.now)
    return import_trades(account, text)


def export(
    context: typer.Context,
    symbol: Annotated[str | None, typer.Argument(metavar="[SYMBOL]", help="Whose candles.")] = None,
    timeframe: Span = Timeframe.d1,
    limit: Count = None,
    trades: Trades = False,
) -> None:
    """Candles, or trades, as CSV on stdout.

    \b
    assistant trading export AAPL -t 1h -n 500 > AAPL.1h.csv
    """
    with opened(context) as desk:
        if trades:
            from assistant.packs.trading.paper.account import open_account
            from assistant.packs.trading.paper.trades import export_trades

            account = open_account(desk.moment, lambda: desk.moment.now)
            plain.out_whole(export_trades(account.history(symbol or "")))
        elif symbol:
            from assistant.packs.trading.commands.results import candles_of, labels

            found = desk.look(
                "market.get_ohlcv", symbol=symbol, timeframe=timeframe.value, limit=limit
            )
            plain.out_whole(_as_csv(candles_of(found)))
            for label in labels([found], desk.words):
                plain.err(plain.dim(label, err=True))
        else:
            raise UsageError(desk.words("files.what"), desk.words("files.what_hint"))


def _as_csv(candles: list[Candle]) -> str:
    """As ``import`` reads them."""
    rows = [",".join(Candle._fields)]
    rows += [",".join((c.at.isoformat(), *(f"{each:f}" for each in c[1:]))) for c in candles]
    return "".join(f"{row}\n" for row in rows)


def check(context: typer.Context, as_object: JsonObject = False) -> None:
    """Whether the account's ledger is whole: rebuilt from its first entry."""
    from assistant.packs.trading.paper.account import open_ledger
    from assistant.packs.trading.paper.checking import check as findings

    with opened(context) as desk:
        ledger = open_ledger(desk.moment)
        found = findings(ledger)
        told = [finding.told(desk.words.language) for finding in found]
        if as_object:
            entries = None if found else ledger.book().sequence
            as_json({"whole": not found, "entries": entries, "findings": told})
        else:
            desk.show(told)
        if found:
            raise BadData(desk.words("files.unsound"))
        if not as_object:
            plain.out(desk.words("files.sound", count=ledger.book().sequence))


def report(
    context: typer.Context,
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a page with pictures, for you alone to read."),
    ] = None,
    as_object: JsonObject = False,
) -> None:
    """The paper account: its curve, its falls, trades and alerts.

    \b
    assistant trading report --html report.html
    """
    from assistant.cli.config import write_private
    from assistant.packs.trading.commands.desk import waiting
    from assistant.packs.trading.report.figures import values_of
    from assistant.packs.trading.report.page import page
    from assistant.packs.trading.report.terminal import lines_of

    with opened(context) as desk:
        with waiting(desk.words("say.waiting")):
            figures = read(desk)
        if as_object:
            as_json(values_of(figures))
        elif html is None:
            desk.show(lines_of(figures, desk.words, desk.screen))
        if html is None:
            return
        write_private(Path(html), page(figures, desk.words, desk.moment.now))
        desk.tell("files.written", file=plain.line(html))


def read(desk: Desk) -> Any:
    """What a report shows, as of now."""
    from assistant.packs.trading.alerts.book import open_alerts
    from assistant.packs.trading.alerts.telling import alert_in_words
    from assistant.packs.trading.paper.account import open_account
    from assistant.packs.trading.report.figures import AlertRow, Figures

    moment = desk.moment
    account = open_account(moment, lambda: moment.now)
    portfolio = account.portfolio(moment.now)
    series = []
    for position in portfolio.positions[:HELD]:
        with suppress(MarketFailure):  # the portfolio's notes name what has no price
            series.append(account.market.candles(position.symbol, "1d", 100))
    rows = [
        AlertRow(
            alert_in_words(alert.request, desk.words.language),
            alert.fired.at if alert.fired else None,
            alert.fired.price if alert.fired else None,
        )
        for alert in open_alerts(moment, lambda: moment.now).all()
    ]
    points, fills = account.curve(moment.now), account.history()
    return Figures(portfolio, tuple(points), tuple(fills), tuple(rows), tuple(series))
