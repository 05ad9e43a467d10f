"""All that finds secrets, in one place."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.secrets.base import BLOT, Secret, merged
from assistant.secrets.blocks import find_blocks
from assistant.secrets.columns import find_columns
from assistant.secrets.named import find_named
from assistant.secrets.numbers import find_numbers
from assistant.secrets.phrases import find_phrases
from assistant.secrets.shapes import find_shaped

FINDERS = (find_blocks, find_columns, find_named, find_shaped, find_numbers, find_phrases)


def find(text: str) -> tuple[Secret, ...]:
    """The secrets of a text, in order of place and apart from each other. Pure; raises nothing;
    its time grows with the length of the text and no faster."""
    return merged([secret for finder in FINDERS for secret in finder(text)])


def redact(text: str) -> str:
    """The text with ``BLOT`` in the place of each secret; doing it twice changes nothing."""
    return without(text, find(text))


def without(text: str, secrets: Sequence[Secret]) -> str:
    """The text with ``BLOT`` in the place of these."""
    for secret in reversed(secrets):
        text = f"{text[: secret.span[0]]}{BLOT}{text[secret.span[1] :]}"
    return text
