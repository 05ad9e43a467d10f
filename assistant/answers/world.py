"""Questions of the world, which no memory of a person answers (A7)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from assistant.languages import pattern
from assistant.memory.topics.signs import about_oneself, content
from assistant.text.folding import fold


def asks_the_world(question: str, told: Iterable[str]) -> bool:
    """Whether it asks for what is known to anybody: "who painted Guernica?". What is the person's
    own is not; nor what is asked of somebody of whom was ``told``: "when was Ruth born?"."""
    if about_oneself(question):
        return False
    folded = fold(question)
    if _cue("world").search(folded):
        return True
    if not _cue("of_anybody").search(folded):
        return False
    of_whom = content(folded)
    return all(of_whom.isdisjoint(content(fold(fact))) for fact in told)


def _cue(name: str) -> re.Pattern[str]:
    return pattern("answers", "guard", name)
