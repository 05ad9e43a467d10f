"""Answers from memory (A6, A7): which facts answer a question, if any, and the sentence.

``answer`` decides; ``rendering`` puts it into words. Loads nothing heavy before it is called.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant.answers.reader.choosing import Answer, choose
from assistant.answers.reader.ours import of_us
from assistant.answers.reader.rendering import as_told
from assistant.memory.matching import parts_of
from assistant.memory.matching.spelling import spelled_as_told
from assistant.reader import MOST_FACTS, reader
from assistant.records import Fact, Language

__all__ = ["CANDIDATES", "Answer", "answer"]

CANDIDATES = 8
"""Facts that are read, the nearest: the right one is hardly ever behind them."""
FEWEST = 3
"""Words of a part that says something by itself."""


def answer(question: str, language: Language, nearest: Sequence[Fact]) -> Answer | None:
    """What the facts, nearest first, say to the question; None where there is none."""
    facts = sorted(nearest[:CANDIDATES], key=lambda fact: (fact.created_at, fact.id))
    if not facts:
        return None
    question = spelled_as_told(question, facts)
    found = _read(question, language, [(fact, as_told(fact, language)) for fact in facts])
    if found.outcome != "untold":
        return found
    parts = [(fact, part) for fact in facts for part in _parts(fact, language)]
    if len(facts) < len(parts) <= MOST_FACTS:  # what is told beside it may have hidden it
        again = _read(question, language, parts)
        found = again if again.outcome == "answered" else found
    ours = [
        (fact, of_us(part, fact.language, question, language)) for fact, part in parts[:MOST_FACTS]
    ]
    if found.outcome == "untold" and ours != parts[:MOST_FACTS]:
        again = _read(question, language, ours)
        return again if again.outcome == "answered" else found
    return found


def _read(question: str, language: Language, told: Sequence[tuple[Fact, str]]) -> Answer:
    reading = reader().read(question, [text for _, text in told], asked=True)
    return choose(question, language, [fact for fact, _ in told], reading)


def _parts(fact: Fact, language: Language) -> Sequence[str]:
    """The statements of a fact, each by itself, where it holds two and each says something."""
    parts = parts_of(as_told(fact, language))
    whole = len(parts) < 2 or any(len(part.split()) < FEWEST for part in parts)
    return [as_told(fact, language)] if whole else parts
