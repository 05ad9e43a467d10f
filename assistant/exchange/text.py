"""Tables as JSON, NDJSON, CSV and Markdown. What is written comes back the same, but for Markdown,
which is for reading."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from assistant.characters import json_escaped
from assistant.errors import BadData
from assistant.exchange.tables import FACTS, HINT, TABLES, Row, Rows, Table, from_cells, to_cells
from assistant.limits import IMPORT_ROW
from assistant.memory.exchange import split_lines

TABLE = "table"
"""The field of a line of NDJSON that names its table; a line without one is a fact."""


def to_json(rows: Rows) -> str:
    """One object, a list for each table, a line for each row."""
    tables = [
        f"  {json.dumps(name)}: [\n" + ",\n".join(f"    {_line(row)}" for row in of) + "\n  ]"
        for name, of in rows.items()
    ]
    return "{\n" + ",\n".join(tables) + "\n}\n"


def to_ndjson(rows: Rows) -> str:
    """A line for each row."""
    lines = (_line({TABLE: name, **row}) for name, of in rows.items() for row in of)
    return "".join(f"{line}\n" for line in lines)


def to_csv(table: Table, rows: Iterable[Row]) -> str:
    """RFC 4180, with a header; nested values are JSON."""
    text = io.StringIO()
    writer = csv.DictWriter(text, table.columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(to_cells(table, row) for row in rows)
    return text.getvalue()


def to_markdown(rows: Rows) -> str:
    """A heading and a table for each."""
    parts = []
    for name, of in rows.items():
        table = TABLES[name]
        lines = [_markdown_row(table.columns), _markdown_row("-" * len(table.columns))]
        lines += [_markdown_row(to_cells(table, row).values()) for row in of]
        parts.append(f"## {name}\n\n" + "".join(f"{line}\n" for line in lines))
    return "\n".join(parts)


def from_json(text: str) -> Rows:
    """Raises BadData for what is no object of tables."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadData(f"It is not JSON ({error})", "Give it as `assistant export` does") from error
    if not isinstance(found, Mapping):
        raise BadData("It is no object of tables", "Give it as `assistant export` does")
    for name, of in found.items():
        table_called(name)
        if not isinstance(of, list):
            raise BadData(f"{name} is no list of rows", "Give it as `assistant export` does")
        for number, row in enumerate(of, 1):
            _checked(name, row, number)
    return found


def from_ndjson(text: str) -> Rows:
    """Raises BadData naming the line."""
    rows: dict[str, list[Row]] = {}
    for number, line in enumerate(split_lines(text), 1):
        if not line.strip(" \t\r"):
            continue
        try:
            row = _checked("NDJSON", json.loads(line), number)
        except (ValueError, RecursionError) as error:
            raise BadData(f"Line {number} is not JSON ({error})", HINT) from error
        table = table_called(row.get(TABLE, FACTS.name))
        rows.setdefault(table.name, []).append({n: v for n, v in row.items() if n != TABLE})
    return rows


def from_csv(table: Table, text: str) -> list[Row]:
    """Raises BadData naming the row."""
    csv.field_size_limit(IMPORT_ROW.value)
    rows: list[Row] = []
    try:
        for number, cells in enumerate(csv.DictReader(io.StringIO(text, newline="")), 1):
            if None in cells or None in cells.values():
                raise BadData(f"{table.name}, row {number} has not the header's cells", HINT)
            rows.append(from_cells(table, cells, number))
    except csv.Error as error:
        raise BadData(f"{table.name} is not CSV ({error})", HINT) from error
    return rows


def is_one_object(text: str) -> bool:
    """Whether it is JSON and not NDJSON: its first line is no row by itself."""
    first = next((line for line in split_lines(text) if line.strip()), "")
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        return first.lstrip().startswith("{") and not first.rstrip().endswith("}")
    return isinstance(row, Mapping) and bool(row) and all(isinstance(v, list) for v in row.values())


def table_called(name: object) -> Table:
    """Raises BadData for one that is not known."""
    if not isinstance(name, str) or name not in TABLES:
        raise BadData(f"There is no table {str(name)[:80]!r}", f"Known: {', '.join(TABLES)}.")
    return TABLES[name]


def _checked(name: str, row: object, number: int) -> Mapping[str, Any]:
    if not isinstance(row, Mapping):
        raise BadData(f"{name}, row {number} is no object", HINT)
    return row


def _line(row: Row) -> str:
    return json_escaped(json.dumps(row, ensure_ascii=False))


def _markdown_row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(value: object) -> str:
    """What would end the cell, or begin an element, is written so that it does not."""
    lines = ("" if value is None else str(value)).splitlines()
    return "<br>".join(re.sub(r"[\\|<`*_\[]", r"\\\g<0>", line) for line in lines)
