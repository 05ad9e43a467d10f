"""Who owes whom: what is owed to the speaker is no debt of theirs."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.answers.reader.persons import says
from assistant.languages import pattern
from assistant.records import Fact
from assistant.text.folding import fold
from assistant.text.phrases import tokens

_WAYS = ("to_speaker", "by_speaker")


def of_the_other_way(question: str, fact: str) -> bool:
    """Whether a question asks for debts of one way, and a fact tells of one of the other."""
    asked, told = _ways(question), _ways(fact)
    return len(asked) == len(told) == 1 and asked != told


def of_the_same_way(question: str, best: Fact, facts: Iterable[Fact]) -> list[Fact]:
    """The facts about debts of the way that a question asks for ("who owes me money?"), where the
    best one is; not where it asks how much."""
    ways = _ways(question)
    who = any(says("who").fullmatch(token) for token in tokens(question))
    if not who or len(ways) != 1 or _ways(best.fact) != ways:
        return []
    return [fact for fact in facts if _ways(fact.fact) == ways]


def _ways(text: str) -> set[str]:
    return {way for way in _WAYS if pattern("reader", "debts", way).search(fold(text))}
