"""OHLCV in files: one for a symbol and timeframe, as CSV or Parquet, made into larger timeframes.

A file is called ``SYMBOL.TIMEFRAME.csv`` (or ``.parquet``): ``AAPL.1d.csv``, ``BTC-USD.1h.csv``;
the stroke of a pair becomes "-". Files are found by looking into the folder, never by a name that
somebody asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

from assistant.files import Unreadable, read_bytes
from assistant.packs.trading.market import calendar
from assistant.packs.trading.market.asking import age, bounded, change_between
from assistant.packs.trading.market.base import (
    SPANS,
    Book,
    Fundamentals,
    MarketFailure,
    Origin,
    Quote,
    Series,
    Status,
    Timeframe,
)
from assistant.packs.trading.market.calendar import market_of
from assistant.packs.trading.market.candles import ended, is_delayed, resample, smaller
from assistant.packs.trading.market.fundamentals import Figures
from assistant.packs.trading.market.symbols import canonical, unknown
from assistant.packs.trading.market.table import (
    FILE,
    ROWS,
    UNPACKED,
    Parsed,
    Row,
    columns_of,
    parse,
    read_csv,
)

TIMEFRAMES: tuple[Timeframe, ...] = get_args(Timeframe)
_NAME = re.compile(rf"(?P<symbol>[^/\\]+)\.(?P<timeframe>{'|'.join(TIMEFRAMES)})\.(csv|parquet)")
_QUOTED = re.compile(r"-([A-Z]{3,5})$")
Files = Mapping[tuple[str, Timeframe], Path]


class FileMarket:
    """MarketData of a folder."""

    name = "files"

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], datetime],
        figures: Figures | None = None,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._figures = figures

    def symbols(self) -> Sequence[str]:
        return sorted({symbol for symbol, _ in self._files()})

    def price(self, symbol: str) -> Quote:
        files, symbol = self._of(symbol)
        timeframe, parsed = min(
            ((t, self._parsed(files, symbol, t)) for s, t in files if s == symbol),
            key=lambda pair: (-pair[1].candles[-1].at.timestamp(), SPANS[pair[0]]),
        )
        market, now = market_of(symbol), self._clock()
        last = parsed.candles[-1]
        at = min(ended(market, timeframe, last.at), now)
        days = resample(parsed.candles[-3000:], market, "1d") if timeframe != "1w" else []
        return Quote(
            symbol,
            last.close,
            symbol.partition("/")[2] or market.currency,
            Origin(self.name, at, delayed=is_delayed(market, timeframe, last.at, now)),
            change_between(days[:-1], last.close),
        )

    def candles(
        self,
        symbol: str,
        timeframe: Timeframe,
        limit: int = 100,
        *,
        since: datetime | None = None,
    ) -> Series:
        files, symbol = self._of(symbol)
        market, now, limit = market_of(symbol), self._clock(), bounded(limit)
        found, notes = self._made(files, symbol, timeframe)
        if len(found) > 1 and ended(market, timeframe, found[-1].at) > now:
            found = found[:-1]
        newest = found[-1].at
        delayed = is_delayed(market, timeframe, newest, now)
        if delayed and (old := age(newest, now)):
            notes = (*notes, f"the newest candle is {old} old")
        chosen = found[-limit:] if since is None else [c for c in found if c.at >= since][:limit]
        at = min(ended(market, timeframe, newest), now)
        origin = Origin(self.name, at, delayed=delayed)
        return Series(symbol, timeframe, tuple(chosen), origin, notes)

    def book(self, symbol: str, depth: int = 10) -> Book:  # noqa: ARG002 (the Protocol has them)
        raise MarketFailure("no_data", "files hold candles, and no orders that wait")

    def fundamentals(self, symbol: str) -> Fundamentals:
        if self._figures is None:
            why = "no file of fundamentals is set (packs.trading.fundamentals)"
            raise MarketFailure("no_data", why)
        return self._figures.of(canonical(symbol))

    def status(self, symbol: str) -> Status:
        return calendar.status(self._of(symbol)[1], self._clock())

    def _of(self, symbol: str) -> tuple[Files, str]:
        files = self._files()
        known = sorted({name for name, _ in files})
        if not known:
            where = "import some with `assistant trading import`, or set packs.trading.folder"
            raise MarketFailure("no_data", f"there are no files of candles; {where}")
        if symbol.strip().upper() in known:
            return files, symbol.strip().upper()
        found = canonical(symbol)
        if found not in known:
            raise unknown(symbol, known)
        return files, found

    def _made(
        self, files: Files, symbol: str, timeframe: Timeframe
    ) -> tuple[Sequence[Any], tuple[str, ...]]:
        """The candles of a timeframe: those of its file, or made of the largest smaller ones."""
        if (symbol, timeframe) in files:
            return self._parsed(files, symbol, timeframe)
        source = next((t for t in smaller(timeframe) if (symbol, t) in files), None)
        if source is None:
            there = ", ".join(t for s, t in files if s == symbol)
            why = f"{symbol}: there are candles of {there} only, and none smaller than {timeframe}"
            raise MarketFailure("no_data", why)
        parsed = self._parsed(files, symbol, source)
        made = resample(parsed.candles, market_of(symbol), timeframe)
        if not made:
            why = f"{symbol}: its candles lie outside of the hours of {market_of(symbol).code}"
            raise MarketFailure("bad_data", why)
        return made, (*parsed.notes, f"made of candles of {source}")

    def _parsed(self, files: Files, symbol: str, timeframe: Timeframe) -> Parsed:
        path = files[symbol, timeframe]
        try:
            status = path.stat()
            day = self._clock().date().toordinal()  # what lay in the future may not any more
            return _parse(path, status.st_mtime_ns, status.st_size, symbol, timeframe, day)
        except OSError as error:
            raise MarketFailure("no_data", f"{path.name}: {error.strerror}") from None

    def _files(self) -> Files:
        return files_in(self._folder)


def files_in(folder: Path) -> dict[tuple[str, Timeframe], Path]:
    """The files of candles in a folder, by symbol and timeframe."""
    found: dict[tuple[str, Timeframe], Path] = {}
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return {}
    for path in paths:
        if key := named(path.name):
            found.setdefault(key, path)
    return found


def named(name: str) -> tuple[str, Timeframe] | None:
    """The symbol and timeframe that a file's name says; None where it says neither."""
    match = _NAME.fullmatch(name)
    timeframe: Any = match and match["timeframe"]
    return (symbol_of(match["symbol"]), timeframe) if match else None


def name_of(symbol: str, timeframe: Timeframe) -> str:
    """What the file of a canonical symbol is called."""
    return f"{symbol.replace('/', '-')}.{timeframe}.csv"


def symbol_of(name: str) -> str:
    """The symbol that a file's name means. Of what the pack does not list, "-" before three to five
    letters is the stroke of a pair."""
    try:
        found = canonical(name)
    except MarketFailure:
        found = name.upper()
    return _QUOTED.sub(r"/\1", found)


@lru_cache(maxsize=8)
def _parse(
    path: Path, _changed: int, _size: int, symbol: str, timeframe: Timeframe, day: int
) -> Parsed:
    """What a file holds, kept until it changes. Today's candle may be there before it opens."""
    now = datetime.fromordinal(day + 1).replace(tzinfo=UTC)
    return parse(rows_of(path), path.name, market_of(symbol), timeframe, now)


def rows_of(path: Path) -> Iterator[Row]:
    """The rows of a file, by what its name ends in. Raises MarketFailure, OSError."""
    try:
        if path.suffix.lower() == ".parquet":
            return _rows_of_parquet(path)
        return read_csv(read_bytes(path, FILE), path.name)
    except Unreadable as error:
        raise MarketFailure("bad_data", f"{path.name} {error}") from None


def _rows_of_parquet(path: Path) -> Iterator[Row]:
    raw = read_bytes(path, FILE)
    try:
        from pyarrow import BufferReader, parquet
    except ImportError:
        why = f"{path.name}: reading Parquet needs pyarrow (pip install pyarrow)"
        raise MarketFailure("unavailable", why) from None
    try:
        file = parquet.ParquetFile(BufferReader(raw))
        told = file.schema_arrow.names
        whole = sum(file.metadata.row_group(n).total_byte_size for n in range(file.num_row_groups))
        if file.metadata.num_rows > ROWS.value or whole > UNPACKED.value:
            why = f"{path.name}: it has more than {ROWS.value:,} rows, or is too large unpacked"
            raise MarketFailure("bad_data", why)
        places = columns_of(told, path.name)
        table = file.read(columns=[told[place] for place in places.values()])
        columns = [table.column(told[place]).to_pylist() for place in places.values()]
    except MarketFailure:
        raise
    except Exception as error:  # whatever pyarrow finds wrong with a file
        why = f"{path.name}: it is no Parquet file that can be read ({type(error).__name__})"
        raise MarketFailure("bad_data", why) from None
    names = list(places)
    values = zip(*columns, strict=True)
    return ((n, dict(zip(names, row, strict=True))) for n, row in enumerate(values, 1))
