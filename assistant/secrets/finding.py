"""All that finds secrets, in one place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.secrets.answers import find_answers
from assistant.secrets.base import BLOT, Secret, merged
from assistant.secrets.blocks import find_blocks
from assistant.secrets.calling import by_its_name
from assistant.secrets.codes import find_sets
from assistant.secrets.columns import find_columns
from assistant.secrets.entered import find_entered
from assistant.secrets.named import find_named
from assistant.secrets.numbers import find_numbers
from assistant.secrets.opened import find_opened
from assistant.secrets.phrases import find_phrases
from assistant.secrets.shapes import find_shaped
from assistant.secrets.typed import find_typed

FINDERS = (
    find_blocks,
    find_columns,
    find_named,
    find_sets,
    find_entered,
    find_shaped,
    find_numbers,
    find_phrases,
    find_typed,
    find_opened,
    find_answers,
)
_INSTANT = re.compile(r"[12]\d{3}-[01]\d-[0-3]\d(T[0-2]\d:[0-5]\d(:[0-5]\d)?(Z|\+00:00)?)?")
"""Nothing but a date: tables hold hundreds of them, and looking into each costs more than to keep
the table."""
_ACCENT = re.compile("[\u0300-\u036f]+")


def find(text: str) -> tuple[Secret, ...]:
    """The secrets of a text, in order of place and apart from each other. Pure; raises nothing;
    its time grows with the length of the text and no faster."""
    if _INSTANT.fullmatch(text):
        return ()
    if _ACCENT.search(text):
        return _found_without_accents(text)
    found = merged([secret for finder in FINDERS for secret in finder(text)])
    return tuple(by_its_name(text, secret) for secret in found)


def _found_without_accents(text: str) -> tuple[Secret, ...]:
    """The same where accents are characters of their own, as some systems paste them."""
    places = [at for at, char in enumerate(text) if not "\u0300" <= char <= "\u036f"]
    ends = [*places[1:], len(text)]
    bare = find(_ACCENT.sub("", text))
    return tuple(Secret((places[s.span[0]], ends[s.span[1] - 1]), s.kind) for s in bare)


def redact(text: str) -> str:
    """The text with ``BLOT`` in the place of each secret; doing it twice changes nothing."""
    return without(text, find(text))


def without(text: str, secrets: Sequence[Secret]) -> str:
    """The text with ``BLOT`` in the place of these."""
    for secret in reversed(secrets):
        text = f"{text[: secret.span[0]]}{BLOT}{text[secret.span[1] :]}"
    return text
