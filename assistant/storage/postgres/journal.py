"""Measures and errors in PostgreSQL (M1, D3)."""

# ruff: noqa: S608 -- the names of tables and columns are constants; values are bound
from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from assistant.characters import whole
from assistant.records import ErrorRecord, RunRecord, TurnMetrics
from assistant.storage.postgres.connection import Database
from assistant.storage.postgres.rows import aware, aware_or_none, from_json, to_json

_METRICS = (
    "session_id, turn_number, at, source, model, prompt_tokens, completion_tokens,"
    " full_history_tokens, sections, server_prompt_tokens, role, alert, strategies"
)
_RUN = "session_id, turn_number, at, tool, outcome, milliseconds, cached"
_ERROR = "at, session_id, kind, message"


class PostgresJournal:
    """See ``Journal`` in ``storage/base``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, metrics: TurnMetrics) -> None:
        row = (
            metrics.session_id,
            metrics.turn_number,
            aware(metrics.at),
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
        with self._database.statement(durable=False) as connection:
            connection.execute(
                f"INSERT INTO turn_metrics ({_METRICS}) VALUES ({', '.join(['%s'] * 13)})", row
            )

    def metrics(
        self, *, session_id: str | None = None, since: datetime | None = None
    ) -> list[TurnMetrics]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_METRICS} FROM turn_metrics"
                " WHERE (%(id)s::text IS NULL OR session_id = %(id)s)"
                " AND (%(since)s::timestamptz IS NULL OR at >= %(since)s) ORDER BY at, seq",
                {"id": session_id, "since": aware_or_none(since)},
            ).fetchall()
        return [_metrics(row) for row in rows]

    def record_runs(self, runs: Sequence[RunRecord]) -> None:
        rows = [
            (r.session_id, r.turn_number, aware(r.at), r.tool, r.outcome, r.milliseconds, r.cached)
            for r in runs
        ]
        if rows:
            with self._database.statement(durable=False) as connection:
                connection.cursor().executemany(
                    f"INSERT INTO tool_runs ({_RUN}) VALUES ({', '.join(['%s'] * 7)})", rows
                )

    def runs(
        self, *, session_id: str | None = None, since: datetime | None = None
    ) -> list[RunRecord]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_RUN} FROM tool_runs"
                " WHERE (%(id)s::text IS NULL OR session_id = %(id)s)"
                " AND (%(since)s::timestamptz IS NULL OR at >= %(since)s) ORDER BY at, seq",
                {"id": session_id, "since": aware_or_none(since)},
            ).fetchall()
        return [RunRecord(*row) for row in rows]

    def sweep_runs(self, before: datetime) -> int:
        with self._database.statement(durable=False) as connection:
            return connection.execute(
                "DELETE FROM tool_runs WHERE at < %s", (aware(before),)
            ).rowcount

    def record_error(self, error: ErrorRecord) -> None:
        row = (aware(error.at), error.session_id, error.kind, whole(error.message))
        with self._database.statement(durable=False) as connection:
            connection.execute(f"INSERT INTO errors ({_ERROR}) VALUES (%s, %s, %s, %s)", row)

    def last_error(self, session_id: str | None) -> ErrorRecord | None:
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_ERROR} FROM errors WHERE session_id IS NOT DISTINCT FROM %s"
                " ORDER BY at DESC, seq DESC LIMIT 1",
                (session_id,),
            ).fetchone()
        return ErrorRecord(*row) if row else None

    def errors(self, *, since: datetime | None = None) -> list[ErrorRecord]:
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_ERROR} FROM errors"
                " WHERE %(since)s::timestamptz IS NULL OR at >= %(since)s ORDER BY at, seq",
                {"since": aware_or_none(since)},
            ).fetchall()
        return [ErrorRecord(*row) for row in rows]

    def erase_errors(self, tells: Callable[[str], bool]) -> int:
        with self._database.transaction() as connection:
            rows = connection.execute("SELECT seq, message FROM errors").fetchall()
            gone = [seq for seq, message in rows if tells(message)]
            connection.execute("DELETE FROM errors WHERE seq = ANY(%s)", (gone,))
            return len(gone)


def _metrics(row: tuple[Any, ...]) -> TurnMetrics:
    values = list(row)
    values[8], values[12] = from_json(values[8]), tuple(from_json(values[12]))
    return TurnMetrics(*values)
