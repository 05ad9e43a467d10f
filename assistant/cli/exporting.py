"""``assistant export``: the memory as tables, for other programs and other homes."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from assistant.cli import plain
from assistant.errors import UsageError
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.exchange.tables import Rows
    from assistant.records import Language

Format = Literal["json", "ndjson", "csv", "markdown", "sqlite"]
SUFFIXES = {
    ".json": "json", ".ndjson": "ndjson", ".jsonl": "ndjson", ".csv": "csv", ".md": "markdown",
    ".db": "sqlite", ".sqlite": "sqlite", ".sqlite3": "sqlite",
}  # fmt: skip


class Table(StrEnum):
    """What is exported, each by its name; typer takes several of an enumeration alone."""

    FACTS = "facts"
    CONVERSATIONS = "conversations"
    SUMMARIES = "summaries"
    VECTORS = "vectors"
    MEASURES = "measures"
    DOCUMENTS = "documents"
    PROFILE = "profile"


def export(
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Instead of stdout; only you may read it."
        ),
    ] = None,
    named: Annotated[
        Format | None, typer.Option("--format", help="Else by the file's name.")
    ] = None,
    only: Annotated[
        list[Table] | None,
        typer.Option(
            "--only", metavar="TABLE", help=f"One of {', '.join(Table)}; may be repeated."
        ),
    ] = None,
) -> None:
    """Facts, summaries, measures, what packs keep and learned, as tables.

    JSON, NDJSON, CSV and SQLite come back with `assistant import`; Markdown is
    for reading. CSV of several tables goes to a folder, a file each. What was
    said in a conversation is in none of them.

    \b
    assistant export -o memory.json
    assistant export -o memory.db
    assistant export -o memory/ --format csv
    assistant export --only facts --format csv
    """
    from assistant.cli.language import interface_language
    from assistant.cli.opening import open_app
    from assistant.exchange.home import rows_of

    chosen = named or SUFFIXES.get(Path(output or ".json").suffix.lower(), "json")
    if not output and (chosen == "sqlite" or (chosen == "csv" and len(only or ()) != 1)):
        raise UsageError(f"{chosen} goes to a file or a folder", "Name it with -o.")
    with open_app(answers=False) as app:
        language = interface_language(app.config.ui)
        rows = rows_of(app.stores, app.embedder.name, [str(table) for table in only or Table])
    if output:
        _write(rows, chosen, Path(output), language)
        counted = ", ".join(f"{name} {len(of)}" for name, of in rows.items())
        plain.err(say("exchange.written", language, counts=counted, file=plain.line(output)))
    else:
        plain.out_whole(_text(rows, chosen))


def _write(rows: Rows, chosen: str, target: Path, language: Language) -> None:
    from assistant.cli.config import write_private

    if chosen == "sqlite":
        _write_sqlite(rows, target, language)
    elif chosen == "csv" and target.suffix.lower() != ".csv":
        from assistant.exchange.tables import TABLES
        from assistant.exchange.text import to_csv

        for name, of in rows.items():
            write_private(target / f"{name}.csv", to_csv(TABLES[name], of))
    else:
        write_private(target, _text(rows, chosen))


def _text(rows: Rows, chosen: str) -> str:
    from assistant.exchange import text
    from assistant.exchange.tables import TABLES

    if chosen != "csv":
        writers: dict[str, Any] = {
            "json": text.to_json,
            "ndjson": text.to_ndjson,
            "markdown": text.to_markdown,
        }
        return str(writers[chosen](rows))
    if len(rows) != 1:
        raise UsageError(
            "A file of CSV holds one table", "Name a folder, or one table with --only."
        )
    ((name, of),) = rows.items()
    return text.to_csv(TABLES[name], of)


def _write_sqlite(rows: Rows, target: Path, language: Language) -> None:
    """Whole, or the old one is left; for its owner alone."""
    from assistant.beside import replacing
    from assistant.cli.progress import Bar
    from assistant.errors import StorageUnavailable
    from assistant.exchange import sqlite_file
    from assistant.paths import make_private

    make_private(target.absolute().parent)
    whole, done = sum(map(len, rows.values())), 0
    with Bar(say("exchange.exporting", language), unit="") as bar:

        def advance() -> None:
            nonlocal done
            done += 1
            bar(done, whole)

        try:
            with replacing(target) as unnamed:
                sqlite_file.write(unnamed, rows, advance)
        except OSError as error:
            told = f"{plain.line(str(target))} cannot be written: {error.strerror}"
            raise StorageUnavailable(told, "Check its permissions and the disk.") from error
