"""Yes or no: whether a fact says what a question asks about, or denies it."""

from __future__ import annotations

import re
from typing import Literal

from assistant.answers.reader.pairs import Candidate
from assistant.memory.dedup.lexicon import opposite
from assistant.memory.phrases import fold
from assistant.memory.wording import Wording, same_word, wording
from assistant.records import Language

Verdict = Literal["yes", "no"]

_NOT = re.compile(
    r"\b(?:no|not|never|nor|neither|none|nothing|nobody|without|cannot|\w+n't|dont|doesnt|didnt"
    r"|isnt|arent|cant|wont|havent|no longer|nunca|jamas|nada|ningun[oa]?|nadie|tampoco|sin|ya no)"
    r"\b(?! (?:matter|worries|pasa nada))"
)
_ENDED = re.compile(
    r"\b(?:gave up|given up|quit|stopped|split|died|dead|passed away|failed|fails|lost|sold"
    r"|refused|banned|cancelled|canceled|broken|off limits|hate[sd]?|allerg\w+|intoleran\w+"
    r"|retired|used to|only|(?:dej[eo]|dejamos) (?:de|la|el)|abandone|fallecio|murio|vendi\w*"
    r"|perdi\w*|cancel\w+|fallo|suspendi\w*|odio|detesto|alergic\w+|prohibid\w+|jubilad\w+"
    r"|solo|solamente)\b"
)
_TWICE = re.compile(
    r"\b(?:nunca|jamas|never|no|not|\w+n't) (?:\w+ )?(?:falto|falta|faltamos|miss|misses|skip|skips"
    r"|fail|fails|dejo|dejamos|without|sin)\b"
)
_TWIN = re.compile(r"([a-z])\1")
_STEM = 4
"""Letters by which a word is known again in another form or language."""
_VALUES = frozenset({"weekday", "month", "number", "time of day", "colour"})


def verdict(question: str, language: Language, answering: Candidate) -> Verdict:
    """What the fact says to a question that wants yes or no."""
    fact = answering.fact
    asked, told = wording(question, language), wording(fact.fact, fact.language)
    opposed = _opposed(asked, told)
    same = fold(question)
    said = _denies(fold(fact.fact)) if opposed else _negates(fold(fact.fact), same)
    denied = _denies(_untagged(fold(question))) != (said != opposed)
    if not denied and _other_value(asked, told):
        denied = True
    return "no" if denied else "yes"


def _untagged(folded: str) -> str:
    """A question without its tag, which says nothing: "no?", "or not", "verdad"."""
    return re.sub(r"[,\s]*(?:o|or)? ?\b(?:no|not|verdad|right)\W*$", "", folded)


def _denies(folded: str) -> bool:
    return _NOT.search(folded) is not None and not _TWICE.search(folded)


def _negates(folded: str, asked: str) -> bool:
    """Whether a fact denies something or tells that it has ended; not where the question says the
    same: "am I allergic to…"."""
    if _denies(folded):
        return True
    if _TWICE.search(folded):
        return False
    single = _TWIN.sub(r"\1", asked)
    return any(_TWIN.sub(r"\1", found)[:_STEM] not in single for found in _ENDED.findall(folded))


def _opposed(asked: Wording, told: Wording) -> bool:
    return any(opposite(one.text, other.text) for one in asked.words for other in told.words)


def _other_value(asked: Wording, told: Wording) -> bool:
    """Whether both say a value of one kind, and not the same: Tuesday and Thursday."""
    for kind in _VALUES:
        mine = [word for word in asked.words if word.kind == kind]
        theirs = [word for word in told.words if word.kind == kind]
        if mine and theirs and not any(same_word(a, b) for a in mine for b in theirs):
            return True
    return False
