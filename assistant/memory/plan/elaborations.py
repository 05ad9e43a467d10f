"""A fact and what elaborates it: "trabaja en fintech, equipo de 5" has two parts (F5, F7).

A statement may change what elaborates and leave what comes first as it is; where the first part
changes, what elaborated it goes with it.
"""

from __future__ import annotations

import re

from assistant.memory.matching import Meaning, Relation, relate
from assistant.memory.plan.statements import Statement
from assistant.records import Fact
from assistant.text.phrases import tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import wording

_JOINT = re.compile(r",\s+")
_FEWEST = 2  # words of a part


def relate_parts(fact: Fact, statement: Statement, whole: Relation, meaning: Meaning) -> Relation:
    """``whole``, or the relation to a part that elaborates and that the statement has news of."""
    relations = [_of_part(part, fact, statement, meaning) for part in _named(fact, statement)]
    return max([whole, *relations], key=lambda relation: relation.changed)


def first_kept(fact: Fact, statement: Statement, text: str, meaning: Meaning) -> str:
    """``text`` after the first part of the fact, where only what elaborates that is changed."""
    named = _named(fact, statement)
    if not named:
        return text
    first, *_ = _JOINT.split(fact.fact)
    if _names(first, fact, statement) or tokens(text)[:2] == tokens(first)[:2]:
        return text
    changed = max(_of_part(part, fact, statement, meaning).changed for part in named)
    if _of_part(first, fact, statement, meaning).changed >= changed:
        return text
    others = [part for part in _elaborations(fact) if part not in named]
    return ", ".join((first, *others, text))


def _named(fact: Fact, statement: Statement) -> list[str]:
    """The parts that elaborate and that the statement speaks of, where it tells of a change."""
    cues = wording(statement.said, statement.language).cues
    if not (cues["new"] or cues["gone"]):
        return []
    return [part for part in _elaborations(fact) if _names(part, fact, statement)]


def _of_part(part: str, fact: Fact, statement: Statement, meaning: Meaning) -> Relation:
    return relate(part, fact.language, statement.said, statement.language, meaning)


def _elaborations(fact: Fact) -> list[str]:
    first, *rest = _JOINT.split(fact.fact)
    enough = len(tokens(first)) >= _FEWEST
    return [part for part in rest if len(tokens(part)) >= _FEWEST] if enough else []


def _names(part: str, fact: Fact, statement: Statement) -> bool:
    """Whether the statement shares a word with a part, numbers and people apart."""
    said = wording(statement.said, statement.language).words
    return any(
        same_word(word, other)
        for word in wording(part, fact.language).words
        if word.kind not in ("number", "person")
        for other in said
    )
