"""What is planned of a typed message: read and judged with the real embedder."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import count

from assistant.embedding.base import Embedder
from assistant.memory.base import Action
from assistant.memory.matching import Meaning
from assistant.memory.plan import plan
from assistant.memory.signals import read
from assistant.records import Fact
from tests.memory.facts import NOW


def planned(
    message: str, known: Sequence[Fact], embedder: Embedder, after: timedelta = timedelta()
) -> list[Action]:
    """``after`` is the time since NOW, when facts were stated."""
    numbers = count(1)
    return plan(
        read(message, embedder.embed),
        known,
        now=NOW + after,
        role="default",
        new_id=lambda: f"new{next(numbers)}",
        meaning=Meaning.of(embedder),
    )
