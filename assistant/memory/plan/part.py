"""One part of a fact, and what a statement shares with it (F7). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import NamedTuple

from assistant.memory.plan.cutting import subject_of
from assistant.records import Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.phrases import listed, tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import Word

NAME = re.compile(r"[A-ZÁÉÍÓÚÑ][^\W_]*(?: [A-ZÁÉÍÓÚÑ][^\W_]*)*|[^\W_]+")
"""A word, and where it is written as a name those behind it that are so as well."""
_OF_WHOM_AND_WHEN = ("person", "pet", "weekday", "month")


class Part(NamedTuple):
    """A stretch of a fact, and which of its words the statement shares."""

    text: str
    span: tuple[int, int]
    words: tuple[Word, ...]
    shared: tuple[Word, ...]
    tells_of_its_own: bool
    """Whether it begins with no verb."""
    tells: bool
    """Whether it has one."""
    language: Language


def is_name(word: Word) -> bool:
    """Whether it is written as one; what a part begins with, whether no dictionary has it."""
    begins = word.place == 0 and not word.kind
    return word.exact or (begins and not is_folded_word(word.text))


def is_theirs(part: Part) -> bool:
    """Whether it begins with what is somebody's who was named before: "his phone is …"."""
    return not listed("theirs").isdisjoint(tokens(part.text)[:1])


def is_told_of(part: Part) -> bool:
    """Whether a statement has a name of the part, and says more of it: "Mateo on Tuesdays and
    Renata on Wednesdays" is of Mateo as well."""
    return any(map(is_name, part.shared)) and not all(map(is_name, part.shared))


def names_another(part: Part) -> bool:
    """Whether a part has names, or begins with what it tells of, and nothing of it is the
    statement's: what begins with a verb is told of whoever is named before."""
    own = [w for w in part.words if is_name(w) or (w.place == 0 and part.tells_of_its_own)]
    return bool(own) and not any(word in part.shared for word in own)


def says_of_whom_and_more(about: Set[str], part: Part) -> bool:
    """Whether a part has what a statement is ``about`` and another word of it, or goes on with a
    verb of it: "Kevin has left the kiosk" is of who does the nights there, not of who does the
    mornings."""
    shared = {word.text for word in part.shared}
    goes_on = not part.tells_of_its_own and part.words[:1] == part.shared[:1] != ()
    return goes_on or bool(shared & about and shared - about)


def says_more_than_of_whom(about: Set[str], part: Part) -> bool:
    """Whether it shares another word than what the statement is ``about``."""
    return any(word.text not in about for word in part.shared)


def says_more(part: Part) -> bool:
    """Whether a statement shares more with a part than the word that it begins with: of whom it
    is says not that it is meant. What goes on with a verb, or has none,
    begins with no subject."""
    begins = part.tells_of_its_own and (part.tells or not part.span[0])
    subject = next(iter(part.words), None) if begins else None
    return any(word != subject or word.kind not in ("", "person") for word in part.shared)


def says_a_thing(part: Part) -> bool:
    """Whether it shares more than when, and of whom it tells: a name, a person or an animal."""
    return not all(word.exact or word.kind in _OF_WHOM_AND_WHEN for word in part.shared)


def says_most(parts: Sequence[Part], part: Part) -> bool:
    """Whether no other part shares all that this one does, and more."""
    own = {word.key for word in part.shared}
    return not any(own < {word.key for word in other.shared} for other in parts)


def of_the_amount(
    parts: Sequence[Part], spoken: Sequence[bool], said: Sequence[Word]
) -> Part | None:
    """The one part that has a number, where a statement has one too and shares with the others that
    it speaks of no more than a name: of "Edison es mi oficial, gana 120" a rise to 130 changes what
    he earns."""
    counted = [part for part in parts if any(map(_is_number, part.words))]
    of_it = [part for part, is_ in zip(parts, spoken, strict=True) if is_]
    named_alone = all(is_name(word) for part in of_it for word in part.shared)
    if len(counted) != 1 or not of_it or counted[0] in of_it or not named_alone:
        return None
    return counted[0] if any(map(_is_number, said)) else None


def _is_number(word: Word) -> bool:
    return word.kind == "number" or word.text.isdigit()


def says_a_word(said: Sequence[Word], part: Part) -> bool:
    """Whether a part shares a word and not only a kind of words: a green fish is no red board."""
    return any(same_word(word, other) for word in part.shared for other in said)


def name_of(head: Part) -> str:
    """The name that a part begins with, or has: "Ann" of "Ann is a nurse at Ely Hospital"."""
    typed = [name for name in NAME.findall(head.text) if name[:1].isupper()]
    subject = subject_of(head.text, head.language) - listed("function")
    named = {word.text for word in head.words if word.exact}
    return next((n for own in (subject, named) for n in typed if own & set(tokens(n))), "")
