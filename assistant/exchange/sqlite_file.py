"""Tables as a plain SQLite file, for other programs, and back. sqlite-utils makes and reads it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from assistant.errors import BadData, StorageUnavailable
from assistant.exchange.tables import HINT, TABLES, Row, Rows, Table, from_cells, to_cells
from assistant.limits import IMPORT_ROWS

_AT_ONCE = 1000
"""Rows in a statement."""


def write(file: Path, rows: Rows, done: Callable[[], None]) -> None:
    """Into ``file``, which is empty or not there; ``done`` is called with each row. Raises
    StorageUnavailable."""
    try:
        with closing(Database(file)) as database, database.atomic():
            for name, of in rows.items():
                table = TABLES[name]
                made = database.table(name)
                made.create(table.types, pk=table.key or None, column_order=list(table.columns))
                made.insert_all(_counted(table, of, done), batch_size=_AT_ONCE)
    except sqlite3.Error as error:
        raise StorageUnavailable(
            f"{file} cannot be written: {error}", "Check its permissions and the disk."
        ) from error


def read(file: Path) -> Rows:
    """The known tables in it; others are passed over. Raises BadData."""
    source = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(Database(sqlite3.connect(source, uri=True))) as database:
            database.execute("PRAGMA trusted_schema = OFF")
            here = [table for name, table in TABLES.items() if name in database.table_names()]
            if not here:
                raise BadData(f"{file} has none of the tables", f"Known: {', '.join(TABLES)}.")
            return {table.name: list(_rows(database, table)) for table in here}
    except sqlite3.Error as error:
        raise BadData(f"{file} cannot be read: {error}", "Export it again.") from error


def _counted(
    table: Table, rows: Iterable[Row], done: Callable[[], None]
) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield to_cells(table, row)
        done()


def _rows(database: Database, table: Table) -> Iterator[Row]:
    for number, cells in enumerate(database.table(table.name).rows, 1):
        if number > IMPORT_ROWS.value:
            return  # one more than may come in tells that there are too many
        for name, value in cells.items():
            if isinstance(value, bytes):
                raise BadData(f"{table.name}, row {number}: `{name}` is no text", HINT)
        yield from_cells(table, cells, number)
