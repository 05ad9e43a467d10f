"""The report as one page: no network, no script, light and dark, from a phone to a wide screen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from assistant.cli import plain
from assistant.cli.report import svg
from assistant.cli.report.markup import card, details, document, key, numbers, plot, table, text
from assistant.packs.trading.charts import svg as candles_svg
from assistant.packs.trading.charts.shape import PERIOD, span, ticks
from assistant.packs.trading.commands.words import Words
from assistant.packs.trading.market.base import Series
from assistant.packs.trading.paper.base import Point
from assistant.packs.trading.report.figures import Figures
from assistant.packs.trading.report.tables import (
    alert_line,
    headline,
    labels_of,
    order_rows,
    position_rows,
    trade_rows,
)

TALL, LOW = 270, 170
SHOWN, TRADES, ORDERS, ALERTS, DAYS = 10, 200, 30, 30, 120
STYLE = """
.labels { margin: .6rem 0 0; padding: .5rem .75rem; border-left: 3px solid var(--full);
  background: var(--card); }
.curve.down { stroke: var(--full); }
.numbers dd, tbody th, td { white-space: nowrap; }
@media (max-width: 30rem) { .numbers dd { font-size: 1.7rem; } }
"""


def page(figures: Figures, words: Words, now: datetime) -> str:
    """The whole document."""
    return document(
        words.language,
        words("report.title"),
        words("report.scope", at=words.moment(figures.portfolio.at)),
        _body(figures, words),
        words("report.written", at=words.moment(now)),
        style=candles_svg.STYLE + STYLE,
    )


def _body(figures: Figures, words: Words) -> str:
    cards = (
        _equity(figures, words),
        _drawdown(figures, words),
        _positions(figures, words),
        *(_candles(series, number, words) for number, series in enumerate(figures.series)),
        _trades(figures, words),
        _orders(figures, words),
        _alerts(figures, words),
    )
    labels = f'<p class="labels">{"<br/>".join(map(text, labels_of(figures, words)))}</p>'
    shown = "\n".join(filter(None, cards))
    return f'{labels}\n{numbers(headline(figures, words))}\n<div class="cards">\n{shown}\n</div>'


def _equity(figures: Figures, words: Words) -> str:
    points = figures.points
    title = words("report.curve")
    if len(points) < 2:
        return card(title, words("report.no_curve"), "", wide=True)
    values = [float(point.equity) for point in points]
    ends = span(min(p.equity for p in points), max(p.equity for p in points))
    axis = _axis(*ends, words)
    last = points[-1].equity
    drawn = [
        svg.grid(axis),
        svg.stretched([svg.curve(values, axis, "sent", filled=True)]),
        *_under(points),
    ]
    said = words(
        "report.curve_alt",
        first=words.money(points[0].equity),
        last=words.money(last),
        days=len(points),
    )
    head = [words(f"report.{name}") for name in ("day", "value", "cash", "drawdown")]
    rows = [
        [
            f"{p.at:%Y-%m-%d}",
            words.money(p.equity),
            words.money(p.cash),
            words.percent(p.drawdown),
        ]
        for p in points[: -DAYS - 1 : -1]
    ]
    picture = svg.picture("equity", title, said, TALL, drawn)
    inner = plot(picture, axis) + details(words("report.figures"), table(head, rows))
    return card(title, words("report.curve_caption", money=words.money(last)), inner, wide=True)


def _drawdown(figures: Figures, words: Words) -> str:
    points = figures.points
    if len(points) < 2:
        return ""
    low = min(figures.deepest, Decimal("-0.01"))
    marks = [(float(v), words.percent(v, signed=False)) for v in ticks(low, Decimal(0))]
    axis = svg.Axis(0.0, marks, low=float(low))
    values = [float(point.drawdown) for point in points]
    drawn = [
        svg.grid(axis),
        svg.stretched([svg.curve(values, axis, "down")]),
        *_under(points),
    ]
    title = words("report.falls")
    said = words("report.drawdown_alt", deepest=words.percent(figures.deepest))
    picture = svg.picture("drawdown", title, said, LOW, drawn)
    return card(title, words("report.drawdown_caption"), plot(picture, axis), wide=True)


def _positions(figures: Figures, words: Words) -> str:
    title = words("report.positions")
    if not figures.portfolio.positions:
        return card(title, words("report.no_positions"), "", wide=True)
    head, *rows = position_rows(figures, words)
    caption = words("report.positions_caption", currency=figures.portfolio.currency)
    return card(title, caption, table(head, rows), wide=True)


def _candles(series: Series, number: int, words: Words) -> str:
    if not series.candles:
        return ""
    symbol = plain.line(series.symbol)
    first, last = series.candles[0].close, series.candles[-1].close
    said = words("chart.alt", symbol=symbol, first=words.price(first), last=words.price(last))
    picture, axis = candles_svg.picture(
        series.candles,
        name=f"candles-{number}",
        title=symbol,
        described=said,
        price=words.price,
        moment=lambda candle: f"{candle.at:%Y-%m-%d}",
    )
    keys = " · ".join(
        (
            key("rise", words("chart.rising")),
            key("fall", words("chart.falling")),
            key("mean", words("chart.average", period=PERIOD)),
        )
    )
    origin = series.origin
    label = words.label(
        words.named("sources", origin.source),
        origin.at,
        simulated=origin.simulated,
        delayed=origin.delayed,
    )
    inner = f'{plot(picture, axis)}<p class="caption">{keys}<br/>{text(label)}</p>'
    return card(f"{series.symbol} · {series.timeframe}", "", inner)


def _trades(figures: Figures, words: Words) -> str:
    title = words("report.trades")
    if not figures.fills:
        return card(title, words("report.no_trades"), "", wide=True)
    head, *rows = trade_rows(figures, words)
    rows = rows[:TRADES]
    caption = words("report.trades_caption", count=len(rows), total=len(figures.fills))
    earlier = details(words("report.earlier"), table(head, rows[SHOWN:])) if rows[SHOWN:] else ""
    return card(title, caption, table(head, rows[:SHOWN]) + earlier, wide=True)


def _orders(figures: Figures, words: Words) -> str:
    if not figures.portfolio.waiting:
        return card(words("report.orders"), words("report.no_orders"), "")
    head, *rows = order_rows(figures, words)
    rows = rows[:ORDERS]
    return card(words("report.orders"), "", table(head, rows))


def _alerts(figures: Figures, words: Words) -> str:
    title = words("report.alerts")
    if not figures.alerts:
        return card(title, words("report.no_alerts"), "")
    items = "".join(f"<li>{text(alert_line(row, words))}</li>" for row in figures.alerts[:ALERTS])
    return card(title, "", f'<ul class="alerts">{items}</ul>')


def _axis(low: Decimal, high: Decimal, words: Words) -> svg.Axis:
    room = (high - low) / 20
    low, high = low - room, high + room
    marks = [(float(v), words.quantity(v)) for v in ticks(low, high)]
    return svg.Axis(float(high), marks, low=float(low))


def _under(points: Sequence[Point]) -> list[str]:
    """The first and the last day."""
    first, last = (f"{point.at:%Y-%m-%d}" for point in (points[0], points[-1]))
    return [
        svg.text(first, x=0, y=100, dy=19),
        svg.text(last, x=100, y=100, dy=19, anchor="end"),
    ]
