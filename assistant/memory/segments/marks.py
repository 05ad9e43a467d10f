"""How a summary tells the assistant's words from the person's (F3, S1)."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.records import Language

BY_ASSISTANT: Mapping[Language, str] = {"en": "assistant:", "es": "asistente:"}
"""What stands before words that only a reply said."""
AGREED: Mapping[Language, str] = {"en": "(agreed)", "es": "(de acuerdo)"}
"""What follows a proposal of a reply that the person said yes to."""


def marked(phrase: str, language: Language) -> str:
    """A phrase of a reply, said to be one."""
    return f"{BY_ASSISTANT[language]} {phrase}"


def unmarked(phrase: str) -> str:
    """What was said, without the marks."""
    for language in BY_ASSISTANT:
        if phrase.startswith(BY_ASSISTANT[language]):
            phrase = phrase.removeprefix(BY_ASSISTANT[language]).removesuffix(AGREED[language])
    return phrase.strip()
