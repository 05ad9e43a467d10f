"""Values to store; each call names only what its test is about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any

from assistant.records import Conversation, Fact, Message, RunRecord, Segment, Turn, TurnMetrics
from assistant.storage.base import Document, Field, Stores

if TYPE_CHECKING:
    from assistant.storage.base import Matrix

NOW = datetime(2026, 2, 3, 10, 0, 0, 123456, tzinfo=UTC)
_serial = count(1)


def later(**amount: float) -> datetime:
    return NOW + timedelta(**amount)


def conversation(id: str = "default:ana:1", **changes: Any) -> Conversation:
    return replace(Conversation(id, "default", NOW, NOW), **changes)


def turn(number: int, session: str = "default:ana:1", user: str = "", **changes: Any) -> Turn:
    said = Message(
        id=f"{session}/{number}u",
        session_id=session,
        turn_number=number,
        role="user",
        content=user or f"pregunta {number}",
        timestamp=later(minutes=number),
        token_count=4,
        semantic_continuity=0.25,
    )
    reply = replace(said, id=f"{session}/{number}a", role="assistant", content=f"answer {number}")
    return replace(Turn(number, said, reply), **changes)


def fact(text: str = "trabaja en fintech", **changes: Any) -> Fact:
    made = Fact(
        id=f"f{next(_serial)}",
        domain="work",
        fact=text,
        confidence="high",
        source="explicit",
        created_at=NOW,
        last_confirmed_at=NOW,
    )
    return replace(made, **changes)


def segment(topic: str = "deployment", **changes: Any) -> Segment:
    made = Segment(
        id=f"s{next(_serial)}",
        session_id="default:ana:1",
        role="default",
        first_turn=1,
        last_turn=3,
        created_at=NOW,
        topic=topic,
        discussed=("staging", 'a "quoted" name'),
        outcome="se usa Caddy",
        decisions=("Caddy en vez de Nginx",),
        open_questions=("¿quién renueva el certificado?",),
        language="es",
        token_count=31,
    )
    return replace(made, **changes)


def document(id: str, namespace: str = "garden/plants", **fields: Field) -> Document:
    return Document(namespace, id, {"name": f"la planta {id}"}, fields)


def metrics(turn_number: int = 1, **changes: Any) -> TurnMetrics:
    made = TurnMetrics(
        session_id="default:ana:1",
        turn_number=turn_number,
        at=later(minutes=turn_number),
        source="model",
        model="small",
        prompt_tokens=900,
        completion_tokens=80,
        full_history_tokens=4000,
        sections={"system": 400, "window": 500},
    )
    return replace(made, **changes)


def run(turn_number: int = 1, **changes: Any) -> RunRecord:
    made = RunRecord("default:ana:1", turn_number, later(minutes=turn_number), "time.now",
                     "success", 1.25, cached=False)  # fmt: skip
    return replace(made, **changes)


def vector(value: float, length: int = 4) -> Matrix:
    """The same number in every place."""
    import numpy as np

    return np.full(length, value, dtype=np.float32)


class _Undone(Exception):
    pass


@contextmanager
def undone(stores: Stores) -> Iterator[None]:
    """A transaction that fails at its end."""
    try:
        with stores.transaction():
            yield
            raise _Undone
    except _Undone:
        pass
