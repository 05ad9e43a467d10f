"""Measures and errors in SQLite (M1, D3)."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from assistant.characters import whole
from assistant.clock import read_instant
from assistant.records import ErrorRecord, RunRecord, TurnMetrics
from assistant.storage.sqlite.connection import Database
from assistant.storage.sqlite.rows import (
    from_json,
    read_row,
    to_instant,
    to_instant_or_none,
    to_json,
    usable,
)

_METRICS = (
    "session_id, turn_number, at, source, model, prompt_tokens, completion_tokens,"
    " full_history_tokens, sections, server_prompt_tokens, role, alert, strategies"
)
_RUN = "session_id, turn_number, at, tool, outcome, milliseconds, cached"
_ERROR = "at, session_id, kind, message"


class SQLiteJournal:
    """See ``Journal`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._aside = partial(database.set_aside, "errors")

    def record(self, metrics: TurnMetrics) -> None:
        row = (
            metrics.session_id,
            metrics.turn_number,
            to_instant(metrics.at),
            metrics.source,
            metrics.model,
            metrics.prompt_tokens,
            metrics.completion_tokens,
            metrics.full_history_tokens,
            to_json(dict(metrics.sections)),
            metrics.server_prompt_tokens,
            metrics.role,
            metrics.alert,
            to_json(list(metrics.strategies)),
        )
        with self._database.transaction(durable=False) as connection:
            connection.execute(
                f"INSERT INTO turn_metrics ({_METRICS})"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def metrics(
        self, *, session_id: str | None = None, since: datetime | None = None
    ) -> list[TurnMetrics]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_METRICS} FROM turn_metrics"
                " WHERE (?1 IS NULL OR session_id = ?1) AND (?2 IS NULL OR at >= ?2)"
                " ORDER BY at, seq",
                (session_id, to_instant_or_none(since)),
            ).fetchall()
            aside = partial(self._database.set_aside, "turn_metrics")
            return usable(rows, _metrics, aside)

    def record_runs(self, runs: Sequence[RunRecord]) -> None:
        rows = [
            (
                r.session_id,
                r.turn_number,
                to_instant(r.at),
                r.tool,
                r.outcome,
                r.milliseconds,
                r.cached,
            )
            for r in runs
        ]
        if rows:
            with self._database.transaction(durable=False) as connection:
                connection.executemany(
                    f"INSERT INTO tool_runs ({_RUN}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows
                )

    def runs(
        self, *, session_id: str | None = None, since: datetime | None = None
    ) -> list[RunRecord]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_RUN} FROM tool_runs"
                " WHERE (?1 IS NULL OR session_id = ?1) AND (?2 IS NULL OR at >= ?2)"
                " ORDER BY at, seq",
                (session_id, to_instant_or_none(since)),
            ).fetchall()
            return usable(rows, _run, partial(self._database.set_aside, "tool_runs"))

    def sweep_runs(self, before: datetime) -> int:
        with self._database.transaction(durable=False) as connection:
            return connection.execute(
                "DELETE FROM tool_runs WHERE at < ?", (to_instant(before),)
            ).rowcount

    def record_error(self, error: ErrorRecord) -> None:
        with self._database.transaction(durable=False) as connection:
            connection.execute(
                f"INSERT INTO errors ({_ERROR}) VALUES (?, ?, ?, ?)",
                (to_instant(error.at), error.session_id, error.kind, whole(error.message)),
            )

    def last_error(self, session_id: str | None) -> ErrorRecord | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_ERROR} FROM errors WHERE session_id IS ?"
                " ORDER BY at DESC, seq DESC LIMIT 1",
                (session_id,),
            ).fetchone()
            found = usable([row] if row else [], _error, self._aside)
            return found[0] if found else None

    def errors(self, *, since: datetime | None = None) -> list[ErrorRecord]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_ERROR} FROM errors WHERE ?1 IS NULL OR at >= ?1 ORDER BY at, seq",
                (to_instant_or_none(since),),
            ).fetchall()
            return usable(rows, _error, self._aside)

    def erase_errors(self, tells: Callable[[str], bool]) -> int:
        with self._database.transaction() as connection:
            rows = connection.execute("SELECT seq, message FROM errors").fetchall()
            gone = [(seq,) for seq, message in rows if tells(message)]
            connection.executemany("DELETE FROM errors WHERE seq = ?", gone)
            return len(gone)


def _metrics(row: tuple[Any, ...]) -> TurnMetrics:
    return TurnMetrics(*read_row(row, {2: read_instant, 8: from_json, 12: _names}))


def _names(text: str) -> tuple[str, ...]:
    return tuple(from_json(text))


def _run(row: tuple[Any, ...]) -> RunRecord:
    return RunRecord(*read_row(row, {2: read_instant, 6: bool}))


def _error(row: tuple[Any, ...]) -> ErrorRecord:
    return ErrorRecord(*read_row(row, {0: read_instant}))
