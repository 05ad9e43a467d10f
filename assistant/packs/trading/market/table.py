"""From the rows of a file to candles: names of columns, numbers, times, and what is wrong by line.

A file is used whole or not at all: the first thing that cannot be is told with its line and column.
What is merely odd (rows out of order, doubles, rows without prices) is set right and noted.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from functools import partial
from itertools import islice
from typing import NamedTuple
from zoneinfo import ZoneInfo

from assistant.characters import one_line
from assistant.limits import MB, Limit
from assistant.packs.trading.market.asking import AHEAD
from assistant.packs.trading.market.base import Candle, MarketFailure, Timeframe
from assistant.packs.trading.market.calendar import Market, sessions
from assistant.packs.trading.market.candles import fault, oddities
from assistant.text.folding import fold

FILE = Limit("Market data", "a file of candles", 64 * MB, "bytes", "refused by name")
UNPACKED = Limit("Market data", "a Parquet file unpacked", 512 * MB, "bytes", "refused by name")
ROWS = Limit("Market data", "its rows", 500_000, "rows", "refused by name")
FIELD = Limit("Market data", "a field of a row", 200, "characters", "refused by line")
Row = tuple[int, Mapping[str, object]]
"""The number of its line, and the values by the names in ``COLUMNS``."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "at": (
        *("at", "date", "time", "datetime", "timestamp", "date time", "open time", "opentime"),
        *("fecha", "hora", "fecha hora", "unix", "ts"),
    ),
    "open": ("open", "o", "apertura", "abrir", "open price", "price open"),
    "high": ("high", "h", "max", "maximo", "alto", "high price"),
    "low": ("low", "l", "min", "minimo", "bajo", "low price"),
    "close": ("close", "c", "last", "cierre", "ultimo", "close price", "price"),
    "volume": ("volume", "v", "vol", "volumen", "vol.", "base volume"),
}
_TIME_OF_DAY = ("time", "hora")
"""Beside a column of dates they hold the rest of the instant."""
_NOTHING = ("", "null", "nan", "na", "n/a", "none", "-")
_EPOCH = re.compile(r"\d{9,19}(?:\.0+)?")
_YEAR_LAST = re.compile(r"(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4})(?:[ T](.+))?")


class Parsed(NamedTuple):
    """Candles, oldest first, and what was odd."""

    candles: tuple[Candle, ...]
    notes: tuple[str, ...]


class _Wrong(Exception):
    """What is wrong with a value."""


def read_csv(raw: bytes, name: str) -> Iterator[Row]:
    """The rows of a CSV file with one line of names. Raises MarketFailure."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise bad(name, line, "", "it is not UTF-8") from None
    head = text.partition("\n")[0]
    separator = max((",", ";", "\t"), key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        names = next(reader, [])
        places = columns_of([cell.strip() for cell in names], name)
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(names):
                why = f"{len(cells)} columns where the first line has {len(names)}"
                raise bad(name, reader.line_num, "", why)
            yield reader.line_num, _picked(cells, places, separator)
    except csv.Error as error:
        raise bad(name, reader.line_num, "", str(error)) from None


def _picked(cells: Sequence[str], places: Mapping[str, int], separator: str) -> dict[str, object]:
    row: dict[str, object] = {name: cells[place].strip() for name, place in places.items()}
    if separator != ",":  # where a comma separates nothing it may be a decimal one
        for column in ("open", "high", "low", "close", "volume"):
            text = row.get(column)
            if isinstance(text, str) and re.fullmatch(r"-?[\d.]*,\d+", text):
                row[column] = text.replace(".", "").replace(",", ".")
    return row


def columns_of(names: Sequence[str], file: str) -> dict[str, int]:
    """Where each column stands. Raises MarketFailure where one is missing or there twice."""
    found: dict[str, int] = {}
    for place, name in enumerate(names):
        plain = re.sub(r"[\s_]+", " ", fold(name)).strip(" <>*\"'")
        for column, spellings in COLUMNS.items():
            if plain not in spellings:
                continue
            if column == "at" and "at" in found and plain in _TIME_OF_DAY:
                found["clock"] = place
            elif column in found:
                raise bad(file, 1, name, f"there are two columns for '{column}'")
            else:
                found[column] = place
    missing = [column for column in COLUMNS if column not in found and column != "volume"]
    if missing:
        what = "date" if missing[0] == "at" else missing[0]
        raise bad(file, 1, "", f"there is no column '{what}' among {', '.join(names)[:200]}")
    return found


def bad(file: str, line: int, column: str, why: str) -> MarketFailure:
    """A file that cannot be used, told by line and column."""
    where = f", column '{column}'" if column else ""
    return MarketFailure("bad_data", f"{file}, line {line:,}{where}: {one_line(why)[:300]}")


def parse(
    rows: Iterable[Row], name: str, market: Market, timeframe: Timeframe, now: datetime
) -> Parsed:
    """The candles of rows. Raises MarketFailure for the first that cannot be."""
    found: dict[datetime, tuple[int, Candle]] = {}
    empty = doubles = 0
    ordered, newest = True, datetime.min.replace(tzinfo=UTC)
    listed = list(islice(rows, ROWS.value + 1))
    if len(listed) > ROWS.value:
        raise MarketFailure("bad_data", f"{name}: it has more than {ROWS.value:,} rows")
    instant = partial(
        _instant,
        zone=ZoneInfo(market.zone),
        opens=_openings(market, timeframe),
        day_first=_day_comes_first(listed),
    )
    for line, row in listed:
        if all(_is_nothing(row.get(column)) for column in ("open", "high", "low", "close")):
            empty += 1
            continue
        candle = _candle(row, instant, name, line)
        if candle.at > now + AHEAD:
            raise bad(name, line, "date", f"{candle.at:%Y-%m-%d %H:%M} lies in the future")
        if candle.at in found:
            other, same = found[candle.at]
            if same != candle:
                why = f"{candle.at:%Y-%m-%d %H:%M} stands in line {other:,} too, with other prices"
                raise bad(name, line, "date", why)
            doubles += 1
        found[candle.at] = line, candle
        ordered, newest = ordered and candle.at >= newest, max(newest, candle.at)
    if not found:
        raise MarketFailure("no_data", f"{name}: there are no candles in it")
    candles = tuple(found[at][1] for at in sorted(found))
    notes = [
        *([f"rows without prices, left out: {empty:,}"] if empty else []),
        *([f"rows that stood there twice: {doubles:,}"] if doubles else []),
        *([] if ordered else ["the rows were not in order of time"]),
        *oddities(candles, market, timeframe),
    ]
    return Parsed(candles, tuple(notes))


def _candle(row: Mapping[str, object], instant: partial[datetime], name: str, line: int) -> Candle:
    column = "date"
    try:
        clock = row.get("clock")
        told = f"{row['at']} {clock}" if clock else row["at"]
        at = instant(told)
        values = []
        for column in ("open", "high", "low", "close", "volume"):
            values.append(_number(row.get(column, 0 if column == "volume" else None), column))
    except _Wrong as wrong:
        raise bad(name, line, column, str(wrong)) from None
    candle = Candle(at, *values)
    problem = fault(candle)
    if problem:
        wrong_column, _, why = problem.partition(": ")
        raise bad(name, line, wrong_column, why)
    return candle


def _is_nothing(value: object) -> bool:
    return value is None or str(value).lower() in _NOTHING


def _number(value: object, column: str) -> Decimal:
    if _is_nothing(value):
        if column == "volume":
            return Decimal(0)
        raise _Wrong("there is no price")
    text = str(value).strip().removeprefix("$")
    if len(text) > FIELD.value:
        raise _Wrong("it is too long for a number")
    if "," in text and re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", text):
        text = text.replace(",", "")
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise _Wrong(f"'{text}' is no number") from None
    if number.is_finite() and number and abs(number.adjusted()) > 30:
        raise _Wrong(f"'{text}' is no number of a market")
    return number


Openings = Mapping[date, datetime]


def _openings(market: Market, timeframe: Timeframe) -> Openings | None:
    """What a day that stands alone means: the opening of its session; None: the day's beginning."""
    return _Openings(market) if timeframe in ("1d", "1w") and not market.always_open else None


class _Openings(dict[date, datetime]):
    def __init__(self, market: Market) -> None:
        super().__init__()
        self._market = market

    def __missing__(self, day: date) -> datetime:
        year = sessions(self._market, date(day.year, 1, 1), date(day.year, 12, 31))
        self.update({session.day: session.opens for session in year})
        midnight = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(self._market.zone))
        return self.setdefault(day, midnight.astimezone(UTC))


def _day_comes_first(rows: Iterable[Row]) -> bool | None:
    """Whether 3/4/2026 means April, by what else stands in the file; None where nothing tells."""
    for _, row in rows:
        match = _YEAR_LAST.match(str(row["at"]).strip())
        if not match:
            return None
        if match[2] == "." or int(match[1]) > 12:
            return True
        if int(match[3]) > 12:
            return False
    return None


def _instant(
    value: object, zone: ZoneInfo, opens: Openings | None, day_first: bool | None
) -> datetime:
    """In UTC. A time without a zone is the market's own."""
    try:
        at = value if isinstance(value, datetime) else _read_time(str(value).strip(), day_first)
        whole_day = not (at.hour or at.minute or at.second)
        if opens is not None and whole_day:
            return opens[at.date()]
        at = at if at.tzinfo else at.replace(tzinfo=zone)
        at = at.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        raise _Wrong(f"'{str(value)[:40]}' is no date") from None
    if at.year < 1900:
        raise _Wrong(f"{at.year} is too long ago")
    return at


def _read_time(text: str, day_first: bool | None) -> datetime:
    if len(text) > FIELD.value:
        raise ValueError(text)
    if text[4:5] == "-":
        return datetime.fromisoformat(text.replace(" UTC", "+00:00"))
    if _EPOCH.fullmatch(text):
        number = int(text.partition(".")[0])
        while number > 99_999_999_999:  # milliseconds, microseconds or nanoseconds
            number //= 1000
        return datetime.fromtimestamp(number, UTC)
    year_last = _YEAR_LAST.fullmatch(text)
    if year_last:
        one, _, other, year, clock = year_last.groups()
        if day_first is None:
            raise _Wrong(f"'{text}' may begin with its day or its month: write it as 2026-01-31")
        day, month = (one, other) if day_first else (other, one)
        text = f"{year}-{month:>02}-{day:>02}{'T' + clock if clock else ''}"
    return datetime.fromisoformat(text.replace("/", "-").replace(" UTC", "+00:00"))
