"""Whether a question asks where one thing of somebody's is, and a fact tells where another is: a
home is no place of work."""

from __future__ import annotations

from assistant.languages import pattern
from assistant.text.folding import fold

_SORTS = ("home", "work", "study", "birth")


def of_another_place(question: str, fact: str) -> bool:
    """Whether the question names one sort of place by its verb, and the fact others alone."""
    folded = fold(question)
    if not pattern("reader", "places", "asked").search(folded):
        return False
    asked, told = _sorts(folded), _sorts(fold(fact))
    return len(asked) == 1 and bool(told) and not asked & told


def of_one_place(question: str, fact: str) -> bool:
    """Whether both name one sort of place, and the same."""
    asked, told = _sorts(fold(question)), _sorts(fold(fact))
    return len(asked) == 1 and asked == told


def _sorts(folded: str) -> set[str]:
    return {sort for sort in _SORTS if pattern("reader", "places", sort).search(folded)}
