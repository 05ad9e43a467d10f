"""A name and whose it is: "where does my girlfriend work?" is of Flor, where a fact says so.

A fact tells of "Flor", and the question of "my girlfriend", or the other way round: the question is
read with both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.memory.matching.naming import Named, named_in
from assistant.records import Fact, Language
from assistant.text.folding import fold
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording


def with_alias(
    question: str, language: Language, facts: Sequence[Fact]
) -> tuple[str, Sequence[Fact]] | None:
    """The question with the name of whom it is of, or with who that is, and the facts without
    those of another who is the same; None where no fact says who it is, or it has both. ``facts``:
    the newest last."""
    asked = wording(question, language).words
    for fact in reversed(facts):
        if (found := named_in(fact.fact)) is None:
            continue
        role, name = found.role, found.name
        of_role = next((word for word in asked if _is(word, role, fact.language)), None)
        of_name = next((word for word in asked if word.text == fold(name)), None)
        if of_role and not any(word.exact for word in asked):
            return _behind(question, of_role, name), facts
        if of_name and not of_role:
            others = [one for one in facts if not _is_another(named_in(one.fact), found)]
            return _behind(question, of_name, f"({role})"), others
    return None


def _is(word: Word, role: str, language: Language) -> bool:
    return any(same_word(word, one) for one in wording(role, language).words)


def _is_another(one: Named | None, known: Named) -> bool:
    if one is None or fold(one.role) != fold(known.role):
        return False
    return fold(one.name) != fold(known.name)


def _behind(question: str, word: Word, more: str) -> str:
    found = re.search(rf"(?<!\w){re.escape(word.text)}(?!\w)", fold(question))
    at = found.end() if found and len(fold(question)) == len(question) else 0
    return f"{question[:at]} {more}{question[at:]}" if at else question
