"""What speaks against a fact that is near a question: it lacks what is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.answers.reader.question import signs_of
from assistant.memory.wording import Word, Wording, same_word

ELSEWHERE = 1.2
"""Off the logit for each word of the question that other facts hold and this one does not."""
LACKS = 1.2
"""Off the logit where nothing in the fact is of the kind asked for."""
_SIZES = frozenset({"amount", "count", "often"})
_CALLED = frozenset({"who", "name"})


def doubt(question: str, asked: Wording, told: Wording, others: Sequence[Wording]) -> float:
    """What is taken off the logit that ``told`` answers; both values were chosen on writers that
    the network had not seen."""
    missing = [word for word in asked.words if not _holds(told, word)]
    elsewhere = sum(any(_holds(other, word) for other in others) for word in missing)
    return ELSEWHERE * elsewhere + LACKS * lacks(question, asked, told)


def says_all(asked: Wording, told: Wording) -> bool:
    """Whether a fact holds every word of a question: then it says yes or no to it."""
    return bool(asked.words) and all(_holds(told, word) for word in asked.words)


def lacks(question: str, asked: Wording, told: Wording) -> bool:
    """Whether a fact says no number, name or person beside the question's words, and one is asked
    for."""
    signs = signs_of(question)
    free = [word for word in told.words if not _holds(asked, word)]
    number = any(word.kind == "number" or any(map(str.isdigit, word.text)) for word in free)
    named = any(word.exact for word in free)
    if signs & _SIZES and not number:
        return True
    if "number" in signs and not (number or named):
        return True
    if any(word.exact and _holds(told, word) for word in asked.words):
        return False  # "who is Luna?": the name is there, and what it is the name of is asked
    return bool(signs & _CALLED) and not (named or any(word.kind == "person" for word in free))


def _holds(text: Wording, word: Word) -> bool:
    return any(same_word(word, other) for other in text.words)
