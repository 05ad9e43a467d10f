"""Homes that have been lived in: invented facts, and summaries of conversations that ended."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from assistant.app import App
from assistant.records import Conversation, Fact, Segment

SUBJECTS = ("el servidor de pagos", "mi hermana", "the billing script", "our staging box",
            "la oficina", "my bike")  # fmt: skip
VERBS = ("corre", "vive en", "depends on", "is painted", "usa", "cuesta", "starts at", "se llama")
VALUES = ("Postgres", "Rosario", "Tuesday", "azul", "Kafka", "40 euros", "nueve y media", "Ñandú",
          "Debian", "Caddy")  # fmt: skip
EMBEDDED = 10_000
"""So many facts are embedded; the vectors of further ones are theirs, a little moved."""
_AT_ONCE = 5_000


def fill_facts(app: App, count: int) -> None:
    """That many facts with their vectors, each text its own."""
    rng = random.Random(3)
    now = datetime.now(UTC)
    with app.stores.transaction():
        for n in range(count):
            text = f"{_sentence(rng, n)} {rng.randrange(9999)}"
            app.stores.facts.add(Fact(f"{n:012x}", "work", text, "high", "explicit", now, now))
            if n + 1 == EMBEDDED:
                app.memory.facts.embed_missing(lambda _done, _total: None)
    if count > EMBEDDED:
        _move_vectors(app)
    else:
        app.memory.facts.embed_missing(lambda _done, _total: None)


def _move_vectors(app: App) -> None:
    import numpy as np

    rng = np.random.default_rng(3)
    name = app.embedder.name
    _, known, _ = app.stores.facts.vectors(name)
    missing = [fact.id for fact in app.stores.facts.without_vector(name)]
    for start in range(0, len(missing), _AT_ONCE):
        some = missing[start : start + _AT_ONCE]
        rows = known[rng.integers(len(known), size=len(some))]
        rows = rows + 0.02 * rng.standard_normal(rows.shape, np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        app.stores.facts.put_vectors(name, dict(zip(some, rows, strict=True)))


def fill_segments(app: App, count: int) -> None:
    """That many summaries with their vectors, three a conversation, one conversation an hour."""
    rng = random.Random(3)
    now = datetime.now(UTC)
    with app.stores.transaction():
        for n in range(count):
            at = now - timedelta(hours=1 + n // 3 % 2000)  # within the retention
            session = f"default:bench:{n // 3:08d}"
            if n % 3 == 0:
                app.stores.conversations.save(Conversation(session, "default", at, at, 9, at))
            app.stores.segments.add(_segment(rng, n, session, at))
    app.memory.embed_segments()


def _segment(rng: random.Random, n: int, session: str, at: datetime) -> Segment:
    first = 3 * (n % 3) + 1
    return Segment(
        id=f"{session}/{first}",
        session_id=session,
        role="default",
        first_turn=first,
        last_turn=first + 2,
        created_at=at,
        topic=_sentence(rng, n),
        discussed=tuple(_sentence(rng, n) for _ in range(3)),
        outcome=_sentence(rng, n),
        decisions=(_sentence(rng, n),),
        language="es",
        token_count=50,
    )


def _sentence(rng: random.Random, n: int) -> str:
    return f"{rng.choice(SUBJECTS)} {n} {rng.choice(VERBS)} {rng.choice(VALUES)}"
