"""Facts that name several, and what a statement takes from such a list (F7). Pure."""

from __future__ import annotations

from assistant.memory.plan.cutting import joints
from assistant.memory.plan.parts import parts_told
from assistant.memory.plan.statements import Statement
from assistant.records import Fact, Language
from assistant.text.phrases import tokens
from assistant.text.verbs import has_verb
from assistant.text.word_forms import same_word
from assistant.text.wording import wording

_SEVERAL = 2
"""Of a list, at least; words of a statement that tells something else of one of them."""
_LONGEST_BARE = 4
"""Words of one that a list names, and tells nothing of."""


def leaves_the_list(fact: Fact, statement: Statement) -> bool:
    """Whether a statement takes nothing from a list: it adds one to it, or tells something else of
    one that the list names, "my contact at Harlow Dental is Denise" beside the clients."""
    said = wording(statement.said, statement.language)
    if said.cues["gone"] or said.cues["negation"]:
        return False
    if adds_to_the_list(fact, statement):
        return True
    first, *others = parts_told(fact, statement)
    members = [part for part in others if _is_bare(part.text, fact.language)]
    shared = [word for part in members for word in part.shared]
    news = [w for w in said.words if not any(same_word(w, other) for other in shared)]
    of_one = bool(shared) and all(part in members for part in (first, *others) if part.shared)
    return of_one and not said.cues["new"] and len(news) >= _SEVERAL


def adds_to_the_list(fact: Fact, statement: Statement) -> bool:
    """Whether a fact names several, and a statement tells of one more."""
    named = [text for text in joints().split(fact.fact)[1:] if _is_bare(text, fact.language)]
    said = wording(statement.said, statement.language)
    return len(named) >= _SEVERAL and said.holds("adds") and not said.cues["gone"]


def _is_bare(text: str, language: Language) -> bool:
    return len(tokens(text)) <= _LONGEST_BARE and not has_verb(text, language)
