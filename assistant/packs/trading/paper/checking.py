"""Whether a ledger is sound: nothing altered or missing, money conserved, no position without its
fills (`assistant trading check`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from assistant.packs.trading.paper.base import Entry, Order
from assistant.packs.trading.paper.book import Book
from assistant.packs.trading.paper.ledger import Ledger, Line, read_line, seal_of


class Finding(NamedTuple):
    """What is wrong: a key of the pack's words, and what fills it."""

    key: str
    values: dict[str, object]

    def told(self, language: str) -> str:
        from assistant.packs.trading.paper.words import say

        return say(self.key, language, **self.values)


def check(ledger: Ledger) -> list[Finding]:
    """Everything that is wrong with a ledger, in its order; empty where it is sound. A page that
    cannot be read at all is one that is missing."""
    written, seal = ledger.head()  # first: others may be writing
    lines, missing = _lines(ledger)
    if missing:
        return [_finding("page", page=page) for page in missing]
    seals = list(_seals(lines))
    found, entries = list(seals), []
    names = ledger.names()
    for sequence, line in enumerate(lines, 1):
        try:
            entries.append(read_line(line, names, sequence))
        except (LookupError, TypeError, ValueError, ArithmeticError):
            return [*found, _finding("unreadable", entry=sequence)]
    if written > len(lines):
        found.append(_finding("lost", written=written, found=len(lines)))
    elif written and lines[written - 1][-1] != seal and not seals:
        found.append(_finding("seal", entry=written))
    return found + list(_contradictions(entries))


def _lines(ledger: Ledger) -> tuple[list[Line], list[int]]:
    """The entries, and the numbers of pages that are missing."""
    pages = dict(ledger.pages())
    missing = sorted(set(range(1, max(pages, default=0) + 1)) - set(pages))
    return [line for number in sorted(pages) for line in pages[number]], missing


def _seals(lines: list[Line]) -> Iterator[Finding]:
    """The first entry whose seal does not fit: those after it rest on it."""
    before = 0
    for sequence, line in enumerate(lines, 1):
        *written, seal = line or [None]
        if seal != seal_of(written, sequence, before):
            yield _finding("seal", entry=sequence)
            return
        before = seal


def _contradictions(entries: list[Entry]) -> Iterator[Finding]:
    """What no account could have come to. Each entry is looked at in the state before it, and its
    effect in the state after it."""
    book = Book()
    for entry in entries:
        number = entry.sequence
        yield from _of_entry(entry, book)
        try:
            book.apply(entry)
        except AssertionError:
            yield _finding("unreadable", entry=number)
            return
        if book.cash != entry.cash:
            yield _finding("cash", entry=number, cash=book.cash, told=entry.cash)
        if book.cash < 0:
            yield _finding("negative_cash", entry=number)
        if book.held(entry.symbol) < 0:
            yield _finding("negative_position", entry=number, symbol=entry.symbol)
        if book.cash + book.cost() != book.deposited + book.realised:
            yield _finding("money", entry=number)


def _of_entry(entry: Entry, book: Book) -> Iterator[Finding]:
    number = entry.sequence
    if entry.kind == "opened" and number > 1:
        yield _finding("opened", entry=number)
    if entry.client and entry.client in book.clients:
        yield _finding("twice", entry=number)
    moved = entry.kind in ("placed", "filled", "imported")
    if moved and (entry.quantity <= 0 or entry.price <= 0 or entry.fee < 0):
        yield _finding("amount", entry=number)
    if entry.kind in ("filled", "cancelled", "rejected", "triggered"):
        order = book.orders.get(entry.order)
        if order is None or order.status != "waiting":
            yield _finding("no_order", entry=number, order=entry.order)
        elif entry.kind == "filled":
            yield from _of_fill(entry, order)


def _of_fill(entry: Entry, order: Order) -> Iterator[Finding]:
    values: dict[str, object] = {"entry": entry.sequence, "order": order.id}
    asked = (order.symbol, order.side, order.quantity)
    if (entry.symbol, entry.side, entry.quantity) != asked:
        yield _finding("differs", **values)
    if entry.at < order.matched_from:
        yield _finding("early", **values)
    if order.limit is not None:
        buys = order.side == "buy"
        if entry.price > order.limit if buys else entry.price < order.limit:
            yield _finding("worse", **values)


def _finding(name: str, **values: object) -> Finding:
    return Finding(f"check.{name}", values)
