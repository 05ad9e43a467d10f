"""Connections on which nobody waits for ever: a server gives up a statement by itself, a network
that was cut says nothing."""

from __future__ import annotations

from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen

ANSWER_SECONDS = 25.0
"""That one waits for an answer: longer than the server gives a statement."""

Value = TypeVar("Value")


class NoAnswer(psycopg.OperationalError):
    """The connection is closed: what was asked may be answered yet, and to nobody."""


class PatientConnection(psycopg.Connection[tuple[Any, ...]]):
    """Raises NoAnswer when ``answer_seconds`` pass without one; None: it is waited for."""

    answer_seconds: float | None = ANSWER_SECONDS

    def wait(self, gen: PQGen[Value], *more: Any, **named: Any) -> Value:
        if self.answer_seconds is None:
            return super().wait(gen, *more, **named)
        try:
            return super().wait(_bounded(gen, self.answer_seconds), *more, **named)
        except NoAnswer:
            self.close()
            raise


def _bounded(gen: PQGen[Value], seconds: float) -> PQGen[Value]:
    """The same steps; each time that nothing was ready the clock is looked at."""
    end = monotonic() + seconds
    try:
        state = next(gen)
        while True:
            ready = yield state
            if not ready and monotonic() > end:
                raise NoAnswer(f"no answer in {seconds:.0f} seconds")
            state = gen.send(ready)
    except StopIteration as done:
        value: Value = done.value
        return value
