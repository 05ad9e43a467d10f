"""One question, the first of the answerers that is certain."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from assistant.records import Fact, Language

LONGEST = 300
"""Characters beyond which a message is no question that the program answers by itself."""
_OPENING = re.compile(
    r"\W{0,9}(?:hola|che|hi|hey|decime|dime|tell me)?\W{0,9}"
    r"(?:q\b|qu[eé]\b|what|cu[aá]l es|en qu[eé]|la hora|the time|current|hora|fecha|today|have"
    r"|te dije|did)",
    re.IGNORECASE,
)


def likely(text: str) -> bool:
    """Whether it is worth a closer look: nearly every question is not, and costs nothing."""
    if len(text) > LONGEST:
        return False
    return any(char.isdigit() for char in text) or _OPENING.match(text) is not None


def known(
    text: str, language: Language, now: datetime, facts: Callable[[], Sequence[Fact]]
) -> str | None:
    """The answer, or None when it takes a model. ``facts`` is called only for questions about
    what is stored."""
    from assistant.answers import arithmetic, moments, stored, units

    return (
        moments.answer(text, language, now)
        or arithmetic.answer(text, language)
        or units.answer(text, language)
        or stored.answer(text, language, now, facts)
    )
