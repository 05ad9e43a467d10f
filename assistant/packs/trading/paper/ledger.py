"""The append-only ledger, in two collections of the pack: durable, encrypted, exported and backed
up as the home's own stores are.

Entries stand in pages, whole numbers throughout, each sealed by a digest over itself and the seal
before it. A page is replaced by itself with more entries at its end, at the revision that was read:
so all that one change writes is written at once or not at all, and of two programs the slower one
reads anew and decides again. Symbols have numbers; their names are documents of their own. What is
forgotten takes a name along and leaves the figures: the books still balance.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from assistant.errors import BadData, TryAgainLater
from assistant.packs.documents import Documents
from assistant.packs.trading.paper.amounts import ZERO, from_units, to_units
from assistant.packs.trading.paper.base import ENTRY_KINDS, ORDER_KINDS, SIDES, Entry
from assistant.packs.trading.paper.book import Book

PAGE = 64
"""Entries after which another page begins."""
WHYS: Final = ("", "no_cash_then", "not_held_then")
NAMELESS = "#"
"""Before the number of a symbol whose name was forgotten."""
_HEAD = "head"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)
_TRIES = 100
Line = Sequence[Any]
Decide = Callable[[Book], Sequence[Entry]]
"""From the state to the entries that change it; their ``sequence`` and ``cash`` are filled in."""


class Ledger:
    """``entries`` and ``symbols`` are collections of their own. Not shared between threads."""

    def __init__(self, entries: Documents, symbols: Documents) -> None:
        self._entries = entries
        self._symbols = symbols
        self._book: Book | None = None
        self._page: tuple[int, int, list[Line]] = (1, 0, [])  # number, revision, its entries
        self._numbers: dict[str, int] = {}
        self._highest = 0
        self._seal = 0
        self._lost = False

    def book(self) -> Book:
        """The state as it is now; not to be changed. Raises BadData where it cannot be read."""
        if self._book is None or not self._is_current():
            self._book = self._read()
        return self._book

    def append(self, decide: Decide) -> Book:
        """Write what ``decide`` says of the state, all or nothing and durably; it is asked again
        where another program was faster. Raises TryAgainLater, BadData, and what it raises."""
        for left in reversed(range(_TRIES)):
            book = self.book()
            before, wanted = (book.sequence, self._highest), decide(book)
            if not wanted:
                return book
            self._refuse_lost()
            try:
                self._write(book, wanted)
            except TryAgainLater:
                self._book = None
                if not left or (self.book().sequence, self._highest) == before:
                    raise  # nobody was faster: it is the database that is held
            except BaseException:
                self._book = None
                raise
            else:
                return book
        raise AssertionError("the last try returns or raises")

    def erase(self) -> None:
        """Begin anew: nothing of the account is left."""
        for documents in (self._entries, self._symbols):
            for document in documents.find().documents:
                documents.delete(document.id)
        self._book = None

    # -- for checking -----------------------------------------------------------------------------

    def pages(self) -> Iterator[tuple[int, Sequence[Line]]]:
        """The entries as they are kept, by page."""
        for document in self._entries.find().documents:
            if document.id != _HEAD:
                yield int(document.id), document.content["entries"]

    def head(self) -> tuple[int, int]:
        """The sequence and seal of the last entry that is known to have been written."""
        found = self._entries.get(_HEAD)
        return (found.content["sequence"], found.content["seal"]) if found else (0, 0)

    def names(self) -> Mapping[int, str]:
        return {int(one.id): one.content["symbol"] for one in self._symbols.find().documents}

    # -- reading and writing ----------------------------------------------------------------------

    def _is_current(self) -> bool:
        number, revision, _ = self._page
        there = self._entries.get(_page_id(number))
        return (there.revision if there else 0) == revision and (
            not there or self._entries.get(_page_id(number + 1)) is None
        )

    def _read(self) -> Book:
        written = self.head()[0]  # first: others may be writing
        found = [one for one in self._entries.find().documents if one.id != _HEAD]
        names = self.names()
        self._page, self._seal = (1, 0, []), 0
        try:
            lines = [line for document in found for line in document.content["entries"]]
            book = Book(read_line(line, names, n) for n, line in enumerate(lines, 1))
            if found:
                last = found[-1]
                self._page = (int(last.id), last.revision, list(last.content["entries"]))
                self._seal = lines[-1][-1]
            highest = max((line[3] or 0 for line in lines), default=0)
        except (LookupError, TypeError, ValueError, ArithmeticError, AssertionError) as error:
            raise BadData(
                "The ledger of the paper account cannot be read",
                "`assistant trading check` says where; a backup may be put in its place.",
            ) from error
        self._lost = written > book.sequence
        self._numbers = {name: number for number, name in names.items()}
        self._highest = max(highest, *names, 0)
        return book

    def _write(self, book: Book, wanted: Sequence[Entry]) -> None:
        number, revision, lines = self._page
        if len(lines) >= PAGE:
            number, revision, lines = number + 1, 0, []
        seal, lines = self._seal, list(lines)
        for entry in wanted:
            numbered = entry._replace(sequence=book.sequence + 1)
            book.apply(numbered)
            line = write_line(numbered._replace(cash=book.cash), self._number(entry.symbol))
            seal = seal_of(line, numbered.sequence, seal)
            lines.append([*line, seal])
        kept = self._entries.put(_page_id(number), {"entries": lines}, revision=revision)
        self._page, self._seal = (number, kept.revision, lines), seal
        self._note_head(book.sequence, seal)

    def _number(self, symbol: str) -> int:
        """A symbol's own number, which is never given to another."""
        if not symbol or symbol.startswith(NAMELESS):
            return int(symbol.removeprefix(NAMELESS) or 0)
        known = self._numbers.get(symbol)
        if known is None:
            known = self._highest + 1
            self._symbols.put(str(known), {"symbol": symbol})
            self._numbers[symbol] = self._highest = known
        return known

    def _note_head(self, sequence: int, seal: int) -> None:
        """So that a lost last page is missed. A program that ends before leaves the one before."""
        found = self._entries.get(_HEAD)
        if found is None or found.content["sequence"] < sequence:
            with suppress(TryAgainLater):
                self._entries.put(
                    _HEAD,
                    {"sequence": sequence, "seal": seal},
                    revision=found.revision if found else 0,
                )

    def _refuse_lost(self) -> None:
        if self._lost:
            raise BadData(
                "The ledger of the paper account has lost its last entries",
                "Nothing was written; put a backup in its place, or begin anew.",
            )


def _page_id(number: int) -> str:
    return f"{number:06d}"


def seal_of(line: Line, sequence: int, before: int) -> int:
    """The seal of an entry without one, after the seal of the entry before it."""
    text = json.dumps([before, sequence, *line], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])


def write_line(entry: Entry, symbol: int) -> list[int | None]:
    """An entry as whole numbers, without its seal."""
    return [
        ENTRY_KINDS.index(entry.kind),
        (entry.at - _EPOCH) // _TICK,
        to_units(entry.cash),
        symbol,
        entry.order,
        None if entry.side is None else SIDES.index(entry.side),
        None if entry.order_kind is None else ORDER_KINDS.index(entry.order_kind),
        to_units(entry.quantity),
        to_units(entry.price),
        to_units(entry.fee),
        None if entry.limit is None else to_units(entry.limit),
        None if entry.stop is None else to_units(entry.stop),
        entry.client,
        WHYS.index(entry.why),
        int(entry.simulated),
    ]


def read_line(line: Line, names: Mapping[int, str], sequence: int) -> Entry:
    """Raises LookupError, TypeError or ValueError for what no entry was written as. A symbol whose
    name was forgotten is told by its number: "#3"."""
    kind, at, cash, symbol, order, side, order_kind, quantity = line[:8]
    price, fee, limit, stop, client, why, simulated, _ = line[8:]
    return Entry(
        sequence,
        ENTRY_KINDS[kind],
        _EPOCH + timedelta(microseconds=at),
        from_units(cash),
        names.get(symbol, f"{NAMELESS}{symbol}") if symbol else "",
        order,
        None if side is None else SIDES[side],
        None if order_kind is None else ORDER_KINDS[order_kind],
        from_units(quantity) if quantity else ZERO,
        from_units(price) if price else ZERO,
        from_units(fee) if fee else ZERO,
        _amount(limit),
        _amount(stop),
        client,
        WHYS[why],
        bool(simulated),
    )


def _amount(units: int | None) -> Decimal | None:
    return None if units is None else from_units(units)


def client_key(client: str) -> int:
    """What is kept of a caller's own id of an order: enough to know it again; 0 for none."""
    return int.from_bytes(hashlib.sha256(client.encode()).digest()[:7]) if client else 0
