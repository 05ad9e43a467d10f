"""``assistant import``: tables that ``assistant export`` wrote, or another program."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import plain, streams
from assistant.errors import BadData, UsageError
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.exchange.tables import Row, Rows

MAGIC = b"SQLite format 3\0"


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file or a folder; `-` is stdin.")],
) -> None:
    """Tables from JSON, NDJSON, CSV or SQLite (`-`: stdin), all or nothing.

    A folder stands for the CSV files in it, each named for its table. What is
    known already stays as it is: importing twice changes nothing.

    \b
    assistant import memory.json
    assistant import memory/
    """
    from assistant.cli.language import interface_language
    from assistant.cli.opening import open_app
    from assistant.cli.progress import Bar
    from assistant.exchange.home import Intake

    rows = read(file)
    with open_app() as app:
        language, facts = interface_language(app.config.ui), app.facts
        aside: list[tuple[int, str]] = []
        with Bar(say("facts.importing", language), unit="") as bar:
            came = Intake(app.stores, facts, bar).take(
                rows, lambda number, kind: aside.append((number, kind))
            )
        for number, kind in aside:
            named = say(f"secrets.{kind}", language)
            plain.err(say("facts.holds_secret", language, number=number, kind=named))
        waiting = 0
        if came.get("facts") or came.get("summaries"):
            with Bar(say("facts.embedding", language), unit="") as bar:
                waiting = facts.embed_new(bar)
                app.memory.embed_segments()
        counts = ", ".join(f"{name} {count}" for name, count in came.items()) or "0"
        plain.err(say("exchange.came", language, counts=counts))
        if waiting:
            told = say("exchange.embedded_later", language, count=waiting)
            plain.err(plain.dim(told, err=True))


def read(name: str) -> Rows:
    """The tables of a file, a folder or stdin. Raises BadData, which names the file too."""
    try:
        if name == "-":
            from assistant.limits import IMPORT

            return _tables(streams.read_stdin(None, IMPORT) or "")
        path = Path(name)
        return _folder(path) if path.is_dir() else _file(path)
    except BadData as error:
        if name == "-" or plain.line(name) in error.message:
            raise
        raise BadData(f"{plain.line(name)}: {error.message}", error.hint) from error


def _folder(folder: Path) -> Rows:
    from assistant.exchange.tables import TABLES

    found = {name: folder / f"{name}.csv" for name in TABLES}
    there = {name: file for name, file in found.items() if file.is_file()}
    if not there:
        raise UsageError(
            f"{plain.line(str(folder))} holds none of {', '.join(f'{t}.csv' for t in found)}",
            "Name the folder that `assistant export` wrote.",
        )
    return {name: _csv(file) for name, file in there.items()}


def _file(path: Path) -> Rows:
    from assistant.limits import IMPORT

    if _is_sqlite(path):
        from assistant.exchange import sqlite_file

        if path.stat().st_size > IMPORT.value:
            raise BadData(f"{path} is larger than {IMPORT.value:,} bytes", "Export less of it.")
        return sqlite_file.read(path)
    if path.suffix.lower() == ".csv":
        return {path.stem: _csv(path)}
    return _tables(streams.read_file(path, IMPORT))


def _is_sqlite(path: Path) -> bool:
    """By its first bytes; a pipe is left to whoever reads it whole."""
    try:
        with path.open("rb") if path.is_file() else io.BytesIO() as stream:
            return stream.read(len(MAGIC)) == MAGIC
    except OSError:
        return False  # told when it is read


def _csv(file: Path) -> list[Row]:
    from assistant.exchange.text import from_csv, table_called
    from assistant.limits import IMPORT

    return from_csv(table_called(file.stem), streams.read_file(file, IMPORT))


def _tables(text: str) -> Rows:
    from assistant.exchange.text import from_json, from_ndjson, is_one_object

    return from_json(text) if is_one_object(text) else from_ndjson(text)
