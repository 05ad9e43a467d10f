"""Facts that name several, and what a statement takes from such a list (F7). Pure."""

from __future__ import annotations

from assistant.memory.plan.cutting import joints
from assistant.memory.plan.parts import divided, parts_told
from assistant.memory.plan.statements import Statement
from assistant.records import Fact, Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.phrases import tokens
from assistant.text.verbs import has_verb
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording

_SEVERAL = 2
"""Of a list, at least; words of a statement that tells something else of one of them."""
_MANY = 3
"""Names of a list of each of which a statement may tell more."""
_INITIAL = 1
"""Letters that are no name."""
_LONGEST_BARE = 4
"""Words of one that a list names, and tells nothing of."""


def leaves_the_list(fact: Fact, statement: Statement) -> bool:
    """Whether a statement takes nothing from a list: it adds one to it, or tells something else of
    one that the list names, "my contact at Harlow Dental is Denise" beside the clients."""
    if names_another_as_well(fact, statement):
        return True
    said = wording(statement.said, statement.language)
    if said.cues["gone"] or said.cues["negation"]:
        return False
    if adds_to_the_list(fact, statement) or _tells_more_of_each(fact, statement):
        return True
    first, *others = parts_told(fact, statement)
    members = [part for part in others if _is_bare(part.text, fact.language)]
    shared = [word for part in members for word in part.shared]
    news = [w for w in said.words if not any(same_word(w, other) for other in shared)]
    of_one = bool(shared) and all(part in members for part in (first, *others) if part.shared)
    return of_one and not said.cues["new"] and len(news) >= _SEVERAL


def _tells_more_of_each(fact: Fact, statement: Statement) -> bool:
    """Whether a statement tells more of many whom a fact names: whose grandchildren they are."""
    known, said = wording(fact.fact, fact.language), wording(statement.said, statement.language)
    named = [word for word in known.words if word.exact]
    met = [word for word in named if any(same_word(word, other) for other in said.words)]
    return len(met) >= _MANY and not said.cues["new"]


def names_another_as_well(fact: Fact, statement: Statement) -> bool:
    """Whether a fact ends with two names and a statement has one of them: what is told of Imran
    takes nothing from "two techs at work, Kelly and Imran"."""
    *before, last = joints().split(fact.fact)
    if not before or not _is_bare(last, fact.language):
        return False
    two = [_last_word(before[-1], fact.language), _last_word(last, fact.language)]
    named = [word for word in two if word is not None]
    if len(named) < len(two) or same_word(*named) or not any(map(_is_name, named)):
        return False
    said = wording(statement.said, statement.language)
    one, other = (any(_is_of(name, word) for word in said.words) for name in named)
    changes = said.cues["new"] and not said.cues["gone"]
    return one != other and not changes and divided(fact, statement, named=True) is None


def _last_word(text: str, language: Language) -> Word | None:
    found = wording(text, language)
    last = found.words[-1] if found.words else None
    ends = last is not None and last.place == len(found.tokens) - 1
    named = last is not None and len(last.text) > _INITIAL and (last.exact or not last.kind)
    return last if ends and named else None


def _is_name(word: Word) -> bool:
    return word.exact or not is_folded_word(word.text)


def _is_of(name: Word, word: Word) -> bool:
    """Whether a word is that name, also with a letter more: "imrans off on mondays"."""
    return same_word(name, word) or word.text[:-1] == name.text


def adds_to_the_list(fact: Fact, statement: Statement) -> bool:
    """Whether a fact names several, and a statement tells of one more."""
    named = [text for text in joints().split(fact.fact)[1:] if _is_bare(text, fact.language)]
    said = wording(statement.said, statement.language)
    return len(named) >= _SEVERAL and said.holds("adds") and not said.cues["gone"]


def _is_bare(text: str, language: Language) -> bool:
    return len(tokens(text)) <= _LONGEST_BARE and not has_verb(text, language)
