"""Candles as a vector picture: bodies and wicks above, their volumes below, the average across."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from html import escape

from assistant.cli.report import svg
from assistant.packs.trading.charts.shape import Drawn, drawn, span, ticks
from assistant.packs.trading.market.base import Candle

MOST = 120
"""Candles that a picture holds."""
TALL = 300
LOWER = 0.24
"""Share of the picture's height that is the volumes'."""

STYLE = """
:root { --rise: #00805c; --fall: #b34700; --mean: #6b4fa0; --volume: #9aa4af; }
@media (prefers-color-scheme: dark) {
  :root { --rise: #2fbf94; --fall: #f07840; --mean: #b392f0; --volume: #55606c; }
}
.wick { stroke-width: 1.2; vector-effect: non-scaling-stroke; }
.body { stroke-width: 1.4; vector-effect: non-scaling-stroke; }
.rise { stroke: var(--rise); fill: var(--card); }
.fall { stroke: var(--fall); fill: var(--fall); }
.key.rise { background: none; border: 2px solid var(--rise); }
.key.fall { background: var(--fall); }
.volume { fill: var(--volume); stroke: none; }
.curve.mean { stroke: var(--mean); stroke-width: 1.6; }
.key.mean { background: var(--mean); height: .2em; vertical-align: middle; }
"""


def picture(
    candles: Sequence[Candle],
    *,
    name: str,
    title: str,
    described: str,
    price: Callable[[Decimal], str],
    moment: Callable[[Candle], str],
) -> tuple[str, svg.Axis]:
    """The picture and its axis. ``name`` is its identity on the page; there is one candle at
    least."""
    shown = drawn(candles, MOST)
    axis = axis_of(shown, price)
    parts = [
        svg.grid(axis),
        svg.stretched([_volumes(shown), _candles(shown, axis), _average(shown, axis)]),
        svg.text(moment(shown.candles[0]), x=0, y=100, dy=19),
        svg.text(moment(shown.candles[-1]), x=100, y=100, dy=19, anchor="end"),
    ]
    return svg.picture(escape(name), title, described, TALL, parts), axis


def axis_of(shown: Drawn, price: Callable[[Decimal], str]) -> svg.Axis:
    """That of the prices, with room below them for the volumes."""
    low, high = span(shown.low, shown.high)
    marks = [(float(value), price(value)) for value in ticks(low, high)]
    bottom = float(low) - float(high - low) * LOWER / (1 - LOWER)
    return svg.Axis(float(high), marks, low=bottom)


def _candles(shown: Drawn, axis: svg.Axis) -> str:
    wide = 100 / len(shown.candles)
    body = min(wide * 0.64, 4)
    parts = []
    for number, candle in enumerate(shown.candles):
        kind = "rise" if candle.close >= candle.open else "fall"
        centre = wide * (number + 0.5)
        high, low = axis.at(float(candle.high)), axis.at(float(candle.low))
        upper = axis.at(float(max(candle.open, candle.close)))
        lower = axis.at(float(min(candle.open, candle.close)))
        parts.append(
            f'<line x1="{centre:.2f}" x2="{centre:.2f}" y1="{high:g}" y2="{low:g}"'
            f' class="wick {kind}"/><rect x="{centre - body / 2:.2f}" y="{upper:g}"'
            f' width="{body:.2f}" height="{max(lower - upper, 0.1):.2f}" class="body {kind}"/>'
        )
    return "".join(parts)


def _volumes(shown: Drawn) -> str:
    most = max(candle.volume for candle in shown.candles)
    if most <= 0:
        return ""
    wide = 100 / len(shown.candles)
    room = 100 * LOWER * 0.85
    parts = []
    for number, candle in enumerate(shown.candles):
        high = room * float(candle.volume / most)
        parts.append(
            f'<rect x="{wide * (number + 0.18):.2f}" y="{100 - high:.2f}"'
            f' width="{wide * 0.64:.2f}" height="{high:.2f}" class="volume"/>'
        )
    return "".join(parts)


def _average(shown: Drawn, axis: svg.Axis) -> str:
    wide = 100 / len(shown.candles)
    points = [
        f"{wide * (number + 0.5):.2f},{axis.at(float(value)):g}"
        for number, value in enumerate(shown.averages)
        if value is not None
    ]
    return f'<polyline points="{" ".join(points)}" class="curve mean"/>' if points else ""
