"""Taking a file of candles into the pack's own folder: checked as a whole, then put there."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from assistant.folders import make_private_folder
from assistant.packs.trading.market.base import Candle, MarketFailure, Timeframe
from assistant.packs.trading.market.calendar import market_of
from assistant.packs.trading.market.files import name_of, rows_of
from assistant.packs.trading.market.symbols import canonical
from assistant.packs.trading.market.table import parse

OWN = "candles"
"""The folder of imported files inside the pack's own."""


class Imported(NamedTuple):
    """What was taken in: the symbol as the pack writes it, and what the file holds."""

    symbol: str
    timeframe: Timeframe
    path: Path
    candles: int
    first: datetime
    last: datetime
    notes: tuple[str, ...]


def import_file(
    source: Path, symbol: str, timeframe: Timeframe, folder: Path, now: datetime
) -> Imported:
    """Take in the candles of a CSV or Parquet file, in the place of those that were there.

    ``folder`` is the pack's own. Raises MarketFailure, which names line and column; then nothing
    has changed.
    """
    symbol = canonical(symbol)
    try:
        parsed = parse(rows_of(source), source.name, market_of(symbol), timeframe, now)
    except OSError as error:
        raise MarketFailure("no_data", f"{source.name}: {error.strerror}") from None
    target = folder / OWN / name_of(symbol, timeframe)
    try:
        write(target, parsed.candles)
    except OSError as error:
        why = f"{target.name} cannot be written: {error.strerror}"
        raise MarketFailure("unavailable", why) from None
    first, last = parsed.candles[0].at, parsed.candles[-1].at
    return Imported(symbol, timeframe, target, len(parsed.candles), first, last, parsed.notes)


def write(target: Path, candles: Sequence[Candle]) -> None:
    """Write candles as CSV: the whole file, or the one that was there before. Raises OSError."""
    make_private_folder(target.parent)
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".import-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(Candle._fields)
            for candle in candles:
                rows.writerow([candle.at.isoformat(), *(f"{each:f}" for each in candle[1:])])
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
