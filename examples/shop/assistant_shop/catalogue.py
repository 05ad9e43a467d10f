"""The shop's catalogue and its orders, in an SQLite file that begins as ``products.csv``.

It is the shop's, not the memory's: what stands here was published or ordered, and stays when a
conversation is forgotten.
"""

from __future__ import annotations

import csv
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from assistant.tools.base import failed

from .cart import Line, total_of

SEED = Path(__file__).parent / "products.csv"
MOST_FOUND = 8
_PATIENCE = 5.0
"""Seconds to wait while another process writes."""
_TABLES = """
CREATE TABLE products (
    id TEXT PRIMARY KEY, category TEXT NOT NULL, name TEXT NOT NULL, price TEXT NOT NULL,
    stock INTEGER NOT NULL CHECK (stock >= 0), words TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE orders (number TEXT PRIMARY KEY, at TEXT NOT NULL, total TEXT NOT NULL) STRICT;
CREATE TABLE ordered (
    number TEXT NOT NULL REFERENCES orders, product TEXT NOT NULL REFERENCES products,
    count INTEGER NOT NULL, price TEXT NOT NULL, PRIMARY KEY (number, product)
) STRICT;
CREATE VIRTUAL TABLE search USING fts5(
    name, category, words, content='products', tokenize='porter unicode61 remove_diacritics 2'
);
PRAGMA user_version = 1;
"""
_PRODUCT = "SELECT id, category, name, price, stock, revision FROM products"


class Product(NamedTuple):
    """``revision`` grows with every change, also of the stock by a sale."""

    id: str
    category: str
    name: str
    price: Decimal
    stock: int
    revision: int


class Catalogue:
    """Opened by each call for itself: any number of threads and processes may."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "catalogue.db"

    def categories(self) -> dict[str, int]:
        """How many products there are in each."""
        with self._open() as db:
            query = "SELECT category, count(*) FROM products GROUP BY category ORDER BY category"
            return dict(db.execute(query).fetchall())

    def of_category(self, category: str) -> list[Product]:
        with self._open() as db:
            return _products(db, f"{_PRODUCT} WHERE category = ? ORDER BY id", category)

    def search(self, words: str) -> list[Product]:
        """Those with any of the words, in either language, the nearest first."""
        wanted = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", words))
        if not wanted:
            return []
        query = (
            "SELECT id, p.category, p.name, price, stock, revision"
            " FROM search JOIN products p ON p.rowid = search.rowid"
            " WHERE search MATCH ? ORDER BY rank LIMIT ?"
        )
        with self._open() as db:
            return _products(db, query, wanted, MOST_FOUND)

    def product(self, id: str) -> Product:
        """Raises ToolFailure where there is none."""
        with self._open() as db:
            return _product(db, id)

    def publish(self, id: str, changes: Mapping[str, Any], revision: int) -> Product:
        """Change the name, price or stock of a product as it was at that revision.

        Done twice it is done once. Raises ToolFailure where the product is another by now.
        """
        with self._open() as db, _writing(db):
            known = _product(db, id)
            wanted = known._replace(**changes)
            if wanted == known:
                return known
            if known.revision != revision:
                raise failed(f"{id} has changed since it was opened: open it again")
            db.execute(
                "UPDATE products SET name = ?, price = ?, stock = ?, revision = revision + 1"
                " WHERE id = ?",
                (wanted.name, str(wanted.price), wanted.stock, id),
            )
            db.execute("INSERT INTO search (search) VALUES ('rebuild')")
            return _product(db, id)

    def place(self, number: str, lines: Sequence[Line], at: datetime) -> None:
        """Place an order, and take it from the stock; one with a known number was placed already.

        Raises ToolFailure where a price is another by now, or too few are left.
        """
        with self._open() as db, _writing(db):
            if db.execute("SELECT 1 FROM orders WHERE number = ?", (number,)).fetchone():
                return
            order = (number, at.isoformat(), str(total_of(lines)))
            db.execute("INSERT INTO orders VALUES (?, ?, ?)", order)
            for line in lines:
                known = _product(db, line.product)
                if known.price != line.price:
                    raise failed(f"{known.id} costs {known.price} by now: check out again")
                require(known, line.count)
                db.execute(
                    "UPDATE products SET stock = stock - ?, revision = revision + 1 WHERE id = ?",
                    (line.count, line.product),
                )
                row = (number, line.product, line.count, str(line.price))
                db.execute("INSERT INTO ordered VALUES (?, ?, ?, ?)", row)

    def ordered(self, number: str) -> list[Line]:
        """The lines of an order; none where it was never placed."""
        query = (
            "SELECT product, name, count, ordered.price FROM ordered JOIN products ON id = product"
            " WHERE number = ? ORDER BY product"
        )
        with self._open() as db:
            return [
                Line(product, name, count, Decimal(price))
                for product, name, count, price in db.execute(query, (number,))
            ]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._file, timeout=_PATIENCE, isolation_level=None)) as db:
            db.execute("PRAGMA foreign_keys = ON")
            if not _version(db):
                _begin(db)
            yield db


def require(product: Product, count: int) -> Product:
    """The product. Raises ToolFailure where fewer than that are left."""
    if count > product.stock:
        raise failed(f"only {product.stock} of {product.id} ({product.name}) are left")
    return product


def _begin(db: sqlite3.Connection) -> None:
    """Make the tables and fill them, unless another process was faster."""
    with _writing(db), SEED.open(encoding="utf-8", newline="") as file:
        if _version(db):
            return
        for statement in _TABLES.split(";\n"):
            db.execute(statement)
        db.executemany(
            "INSERT INTO products (id, category, name, price, stock, words)"
            " VALUES (:id, :category, :name, :price, :stock, :words)",
            csv.DictReader(file),
        )
        db.execute("INSERT INTO search (search) VALUES ('rebuild')")


@contextmanager
def _writing(db: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _product(db: sqlite3.Connection, id: str) -> Product:
    found = _products(db, f"{_PRODUCT} WHERE id = ?", id.strip().upper())
    if not found:
        raise failed(f"there is no product '{id}': search for it, and take its id")
    return found[0]


def _products(db: sqlite3.Connection, query: str, *values: object) -> list[Product]:
    return [
        Product(id, category, name, Decimal(price), stock, revision)
        for id, category, name, price, stock, revision in db.execute(query, values)
    ]
