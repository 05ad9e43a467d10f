"""What a file of the person's tells of companies and coins: JSON by symbol, or CSV with a column
``symbol``."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from assistant.characters import one_line
from assistant.documents import read_json
from assistant.files import Unreadable, read_bytes
from assistant.limits import MB, Limit
from assistant.packs.trading.market.base import Fundamentals, MarketFailure, Origin
from assistant.packs.trading.market.symbols import canonical, unknown

FILE = Limit("Market data", "a file of fundamentals", 16 * MB, "bytes", "refused by name")
MOST_VALUES, LONGEST_VALUE = 60, 500
_SYMBOL_NAMES = ("symbol", "ticker", "símbolo", "simbolo")


class Figures:
    """The fundamentals of a file, read when they are first asked for and again when it changes."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def symbols(self) -> Sequence[str]:
        return sorted(self._read()[0])

    def of(self, symbol: str) -> Fundamentals:
        """Raises MarketFailure where the file cannot be read or does not have the symbol."""
        found, at = self._read()
        if symbol not in found:
            raise unknown(symbol, found)
        return Fundamentals(symbol, found[symbol], Origin(f"file {self._path.name}", at))

    def _read(self) -> tuple[Mapping[str, Mapping[str, Any]], datetime]:
        try:
            changed = self._path.stat().st_mtime_ns
            return _read(self._path, changed), datetime.fromtimestamp(changed / 1e9, UTC)
        except (OSError, Unreadable) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise MarketFailure("no_data", f"{self._path.name}: {why}") from None


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int) -> Mapping[str, Mapping[str, Any]]:
    raw = read_bytes(path, FILE)
    try:
        text = raw.decode("utf-8-sig")
        return _of_csv(text, path.name) if path.suffix.lower() == ".csv" else _of_json(text, path)
    except (ValueError, csv.Error) as error:
        raise MarketFailure("bad_data", f"{path.name}: {one_line(str(error))[:200]}") from None


def _of_json(text: str, path: Path) -> Mapping[str, Mapping[str, Any]]:
    told = read_json(text)
    if not isinstance(told, dict) or not all(isinstance(each, dict) for each in told.values()):
        raise MarketFailure("bad_data", f"{path.name}: it has to be an object of objects by symbol")
    return {canonical(symbol): _bounded(values) for symbol, values in told.items()}


def _of_csv(text: str, name: str) -> Mapping[str, Mapping[str, Any]]:
    reader = csv.DictReader(io.StringIO(text), strict=True)
    column = next((n for n in reader.fieldnames or () if n.strip().lower() in _SYMBOL_NAMES), None)
    if column is None:
        raise MarketFailure("bad_data", f"{name}, line 1: there is no column 'symbol'")
    found = {}
    for row in reader:
        if None in row or None in row.values():
            raise MarketFailure("bad_data", f"{name}, line {reader.line_num}: columns do not match")
        values = {key: _value(text) for key, text in row.items() if key != column and text}
        found[canonical(row[column])] = _bounded(values)
    return found


def _value(text: str) -> Any:
    """A number as JSON has it, else the text."""
    try:
        told = json.loads(text)
    except ValueError:
        return text.strip()
    return told if isinstance(told, int | float) and not isinstance(told, bool) else text.strip()


def _bounded(values: Mapping[str, Any]) -> Mapping[str, Any]:
    kept = list(values.items())[:MOST_VALUES]
    return {
        one_line(str(key))[:80]: value
        if isinstance(value, int | float) or value is None
        else one_line(str(value))[:LONGEST_VALUE]
        for key, value in kept
    }
