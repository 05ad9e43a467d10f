"""How a summary tells the assistant's words from the person's (F3, S1)."""

from __future__ import annotations

from assistant.languages import FALLBACK, each, table
from assistant.records import Language


def by_assistant(language: Language) -> str:
    """What stands before words that only a reply said."""
    return _mark(language, "by_assistant")


def agreed(language: Language) -> str:
    """What follows a proposal of a reply that the person said yes to."""
    return _mark(language, "agreed")


def marked(phrase: str, language: Language) -> str:
    """A phrase of a reply, said to be one."""
    return f"{by_assistant(language)} {phrase}"


def unmarked(phrase: str) -> str:
    """What was said, without the marks."""
    for _, own in each("memory", "marks"):
        if phrase.startswith(own["by_assistant"]):
            phrase = phrase.removeprefix(own["by_assistant"]).removesuffix(own["agreed"])
    return phrase.strip()


def _mark(language: Language, key: str) -> str:
    own = table(language, "memory").get("marks") or table(FALLBACK, "memory")["marks"]
    return str(own[key])
