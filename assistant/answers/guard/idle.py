"""Replies that speak past what was asked: of the person instead of the task, or with nothing but
the question's own words where a name was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable

from assistant.answers.guard.base import Asked, content, prose, words
from assistant.languages import pattern
from assistant.text.folding import fold

TASK = 3
"""Words of a request that tell enough of it for a reply to take up one."""

Alike = Callable[[str, str], bool]


def speaks_of_the_person(reply: str, asked: Asked, alike: Alike) -> bool:
    """ "You're very kind", and no word of what was asked for: an invention about who asked."""
    theirs = content(asked.message)
    if len(theirs) < TASK or not _says("of_you").search(fold(prose(reply))):
        return False
    return not any(alike(word, one) for word in theirs for one in words(reply))


def names_nobody(reply: str, asked: Asked, alike: Alike) -> bool:
    """ "Guernica" to "who painted Guernica?": who it was is no word of the question."""
    own = content(prose(reply))
    if not own or not _says("who").match(fold(asked.message)):
        return False
    return all(any(alike(word, one) for one in words(asked.message)) for word in own)


def _says(key: str) -> re.Pattern[str]:
    return pattern("answers", "guard", key)
