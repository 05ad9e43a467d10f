"""Questions that look like statements: without their mark, and often without a verb. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from assistant.languages import pattern
from assistant.memory.base import Reading as Said
from assistant.memory.matching import Meaning
from assistant.memory.plan.by_reader import Reads
from assistant.memory.plan.shortlist import shortlist
from assistant.memory.plan.substitutions import values_of
from assistant.records import Fact, Language
from assistant.text.phrases import tokens
from assistant.text.verbs import has_verb
from assistant.text.word_forms import same_word
from assistant.text.wording import wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

ASKED, ASKED_UNSAID = 0.6, 0.9
"""Shares from which what was taken for a statement is a question about the person, where a word
asks and where none does …"""
ANSWERED = 1.5
"""… and the logit from which a fact surely answers it …"""
_SHORT = 90
"""… in a message of so many characters."""
_MOST_NAMING = 12
"""Words of a message that names a thing and tells nothing of it."""


def asks_instead(
    said: Said, live: Sequence[Fact], vectors: Matrix | None, meaning: Meaning, reads: Reads
) -> bool:
    """Whether a message that looks like a statement asks for what is known: "mi hermana dónde es
    que vive". It is read where it has a word that asks, or tells nothing that is not known: to
    read every statement would make each of them wait."""
    asks = has_question_word(said.text)
    if not live or not (asks or len(said.text) <= _SHORT):
        return False
    facts = shortlist(said.text, said.language, live, vectors, meaning)
    may_ask = asks or may_request(said.text) or _tells_nothing_new(said, facts)
    if not (may_ask or any(only_names(said.text, said.language, fact) for fact in facts)):
        return False
    facts.sort(key=lambda fact: fact.created_at)
    found = reads(said.text, [fact.fact for fact in facts])
    told, untold = found.shares["told"], found.shares["untold"]
    if asks:  # a word that asks is no request to change anything
        return told + untold >= ASKED * (told + untold + found.shares["elsewhere"])
    best = max(range(len(facts)), key=found.answers.__getitem__)
    sure = told >= ASKED_UNSAID and found.answers[best] >= ANSWERED
    return sure and not says_again(said, facts[best])


def says_again(said: Said, fact: Fact) -> bool:
    """Whether a message says all of a fact: it tells, and asks nothing."""
    words = wording(said.text, said.language).words
    told = wording(fact.fact, fact.language).words
    return all(any(same_word(word, other) for other in words) for word in told)


def _tells_nothing_new(said: Said, near: Sequence[Fact]) -> bool:
    """Whether a message holds a part of a fact and no other word: a new word is a new value, and
    what says all of it says it again."""
    words = wording(said.text, said.language).words

    def has_more(fact: Fact) -> bool:
        known = wording(fact.fact, fact.language).words
        held = all(any(same_word(word, other) for other in known) for word in words)
        return held and len(known) > len(words)

    return len(words) > 1 and any(map(has_more, near))


def only_names(text: str, language: Language, fact: Fact) -> bool:
    """Whether a text has no verb, and no value that a fact lacks: "the phone of Nico from the
    bakery" asks for it, or means it, and tells nothing."""
    cues = wording(text, language).cues
    changes = any(cues[name] for name in ("new", "gone", "still"))
    if changes or len(text.split()) > _MOST_NAMING or has_verb(text, language):
        return False
    told = set(tokens(fact.fact))
    return all(value.word in told for value in values_of(text, language) if value.sort)


@lru_cache(maxsize=64)
def has_question_word(text: str) -> bool:
    """Whether a text has a word that asks for a thing where such a word stands, or a verb that
    begins a question; either may do other work."""
    return pattern("reader", "whether", "may_ask").search(text.lower()) is not None


@lru_cache(maxsize=64)
def may_request(text: str) -> bool:
    """Whether a text has a word that asks anywhere in its beginning, asks to be told, or ends as a
    question does: most such texts are statements."""
    return pattern("reader", "whether", "may_request").search(text.lower()) is not None
