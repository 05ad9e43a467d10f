"""One question, the first of the answerers that is certain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from assistant.answers import arithmetic, moments, stored, units
from assistant.records import Fact, Language


def known(
    text: str, language: Language, now: datetime, facts: Callable[[], Sequence[Fact]]
) -> str | None:
    """The answer, or None when it takes a model. ``facts`` is called only for questions about
    what is stored."""
    return (
        moments.answer(text, language, now)
        or arithmetic.answer(text, language)
        or units.answer(text, language)
        or stored.answer(text, language, now, facts)
    )
