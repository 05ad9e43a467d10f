"""Results of the market's tools as lines for people. Pure: data in, lines out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from assistant.cli import layout, plain
from assistant.cli.report.screen import BOLD, DIM, Screen
from assistant.packs.trading.charts import terminal
from assistant.packs.trading.charts.shape import PERIOD, drawn
from assistant.packs.trading.commands.words import Words
from assistant.packs.trading.market.base import SPANS, Candle

Data = Mapping[str, Any]
_WHATEVER = 1_000
NARROW = 60
"""Cells below which a table leaves its less important columns out."""


def number(value: object) -> Decimal | None:
    """A number of a tool's result; None for none."""
    return None if value is None else Decimal(str(value))


def instant(text: object) -> datetime:
    """An instant as tools write it."""
    at = datetime.fromisoformat(str(text))
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def labels(results: Sequence[Data], words: Words) -> list[str]:
    """Source and time of results, whether they are simulated or delayed (K6): one line for those
    that differ in their time alone."""
    times: dict[tuple[str, bool, bool], list[datetime]] = {}
    for data in results:
        written = data.get("as_of") or data.get("at")
        if written:
            kind = (
                plain.line(words.named("sources", str(data.get("source", "?")))),
                bool(data.get("simulated")),
                bool(data.get("delayed")),
            )
            times.setdefault(kind, []).append(instant(written))
    return [
        words.label(source, *sorted({min(at), max(at)}), simulated=simulated, delayed=delayed)
        for (source, simulated, delayed), at in times.items()
    ]


def under(results: Sequence[Data], words: Words, screen: Screen) -> list[str]:
    """What stands under results: where they come from, each once, and what was odd about them."""
    notes = dict.fromkeys(str(note) for data in results for note in data.get("notes", ()))
    lines = [line for said in labels(results, words) for line in screen.wrap(said)]
    lines += [line for note in notes for line in screen.wrap(f"! {note}", indent="  ")]
    return [screen.paint(line, DIM) for line in lines]


def table(
    rows: Sequence[Sequence[str]], screen: Screen, *, right: Sequence[int] = (), head: bool = True
) -> list[str]:
    """Aligned columns in the letters that the screen has; the heading dim. What is wider than the
    screen is cut."""
    shown = [[screen.letters(cell) for cell in row] for row in rows]
    lines = [_cut(line, screen) for line in layout.table(shown, right=right)]
    return [screen.paint(lines[0], DIM), *lines[1:]] if head and lines else lines


def pairs(
    rows: Sequence[Sequence[str]], screen: Screen, *, right: Sequence[int] = (1,)
) -> list[str]:
    """What something is called, and its figures: aligned, or where the screen is too narrow for
    that a line each, which loses no figure."""
    lines = table(rows, Screen(_WHATEVER, screen.unicode), right=right, head=False)
    if all(len(line) < screen.width for line in lines):
        return lines
    told = (f"{name}: {'  '.join(filter(None, figures))}" for name, *figures in rows)
    return [line for one in told for line in screen.wrap(one, indent="  ")]


def _cut(line: str, screen: Screen) -> str:
    """A line of the screen's own letters, which keeps its blanks."""
    if len(line) <= screen.width:
        return line
    end = "…" if screen.unicode else "..."
    return line[: screen.width - len(end)].rstrip() + end


def prices(quotes: Sequence[Data], words: Words, screen: Screen) -> list[str]:
    """Prices, one line each; of a single one also whether its market is open."""
    wide = screen.width >= NARROW
    rows = []
    for quote in quotes:
        row = [str(quote["symbol"]), *_price(quote, words)]
        rows.append([*row, _state(quote, words)] if wide and len(quotes) > 1 else row)
    lines = table(rows, screen, right=(1, 2), head=False)
    if len(quotes) == 1:
        lines = [screen.paint(line, BOLD) for line in lines]
        lines += screen.wrap(_state(quotes[0], words)) if "market" in quotes[0] else []
    return [*lines, *under(quotes, words, screen)]


def _price(quote: Data, words: Words) -> list[str]:
    price, change = number(quote.get("price")), number(quote.get("change_percent"))
    if price is None:
        return ["", ""]
    told = f"{words.price(price)} {quote.get('currency', '')}".rstrip()
    return [told, words.percent(change) if change is not None else ""]


def _state(quote: Data, words: Words) -> str:
    """Whether its market trades, and when it will."""
    market = words.named("markets", str(quote.get("market", "")))
    if quote.get("open"):
        return words("market.open", market=market)
    if quote.get("next_open"):
        return words("market.until", market=market, at=words.moment(instant(quote["next_open"])))
    return words("market.closed", market=market)


def watched(data: Data, words: Words, screen: Screen) -> list[str]:
    """The watchlist with its prices."""
    rows = data["symbols"]
    if not rows:
        return screen.wrap(words("watch.none"))
    told = [[str(row["symbol"]), *_price(row, words)] for row in rows]
    labelled = [
        {**row, "source": data.get("source"), "simulated": data.get("simulated")} for row in rows
    ]
    notes = [f"{row['symbol']}: {row['note']}" for row in rows if row.get("note")]
    labelled[0]["notes"] = notes
    return [*table(told, screen, right=(1, 2), head=False), *under(labelled, words, screen)]


def candles_of(data: Data) -> list[Candle]:
    """The candles of a result, oldest first."""
    fields = ("open", "high", "low", "close", "volume")
    return [
        Candle(instant(row["at"]), *(Decimal(str(row[name])) for name in fields))
        for row in reversed(data["candles"])
    ]


def chart(data: Data, words: Words, screen: Screen) -> list[str]:
    """Candles as a picture, with what it shows above and where it comes from below."""
    candles = candles_of(data)
    unit = data["timeframe"]
    daily = SPANS[unit].days >= 1
    picture = terminal.chart(
        candles,
        screen,
        price=words.price,
        volume=words.volume,
        moment=lambda c: f"{c.at:%Y-%m-%d}" if daily else f"{c.at:%m-%d %H:%M}",
    )
    last, change = number(data["last_close"]), number(data["change_percent"])
    assert last is not None
    head = [str(data["symbol"]), unit, words.price(last)]
    head += [words.percent(change)] if change is not None else []
    room = screen.width - 10
    merged = -(-len(candles) // len(drawn(candles, room).candles)) if candles else 1
    letters = terminal.UNICODE if screen.unicode else terminal.ASCII
    keys = [
        words("chart.count", count=len(candles)),
        f"{letters.rising} {words('chart.rising')}",
        f"{letters.falling} {words('chart.falling')}",
    ]
    keys += (
        [f"{letters.average} {words('chart.average', period=PERIOD)}"]
        if len(candles) >= PERIOD
        else []
    )
    keys += [words("chart.merged", count=merged)] if merged > 1 else []
    return [
        *(screen.paint(line, BOLD) for line in screen.wrap(" · ".join(head))),
        *picture,
        *(screen.paint(line, DIM) for line in screen.wrap("  ".join(keys))),
        *under([data], words, screen),
    ]


def candle_rows(data: Data, words: Words, screen: Screen) -> list[str]:
    """Candles as a plain table, oldest first."""
    names = ("at", "open", "high", "low", "close", "volume")
    rows = [[words(f"chart.{name}") for name in names]]
    for candle in candles_of(data):
        prices_ = (candle.open, candle.high, candle.low, candle.close)
        at = f"{candle.at:%Y-%m-%d %H:%M}"
        rows.append([at, *map(words.price, prices_), words.quantity(candle.volume)])
    wide = Screen(200, screen.unicode)  # it goes into a file or a pipe, which has no width
    return [*table(rows, wide, right=range(1, 6)), *under([data], words, wide)]


def indicators(data: Data, words: Words, screen: Screen) -> list[str]:
    """Each line of each indicator, with its value one candle before."""
    close = number(data["close"])
    assert close is not None
    head = f"{data['symbol']} · {data['timeframe']} · {words.price(close)}"
    rows = [["", words("indicators.now"), words("indicators.before")]]
    for name, value in data["values"].items():
        before = data["one_candle_before"].get(name)
        told = _figure(before, words) if before is not None else ""
        rows.append([words.named("lines", name), _figure(value, words), told])
    return [
        screen.paint(screen.letters(head), BOLD),
        *table(rows, screen, right=(1, 2)),
        *under([data], words, screen),
    ]


def _figure(value: object, words: Words) -> str:
    found = number(value)
    return words.price(found) if found is not None else words("report.unknown")
