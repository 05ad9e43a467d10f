"""What leads the words of a question: "run with a cold" is not "run in the cold".

A preposition or particle that the other question does not account for sets the two apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.memory.dedup import cues
from assistant.memory.dedup.alignment import Word
from assistant.memory.dedup.sentence import Role, Sentence

Pair = tuple[Word, Word]
OBJECT = "object"
"""What the Spanish "a" before a person means, which English does not mark."""
_LOOSE = frozenset({"of", "in", "on", "for"})
"""May be left out where a word stands like a title: "gazpacho recipe", "vim: delete a line"."""
_TOOLS = frozenset({"in", "on", "at", "with"})
"""Are one before the bare name of a tool, which no lexicon has: "parse json with python"."""
_WHERE = frozenset({"in", "on", "at"})
"""What "en" may be in English."""
_PLACES = frozenset({"of", "in", "on", "at", "from", "about"})
"""What "de" and "in" may mean behind a superlative: "the longest river in Asia"."""
_HAVING = frozenset({"have", "has", "tiene", "tienen", "tengo", "hay", "there"})
_WHOSE = frozenset({"quien", "quienes"})
_ASKED_AT = frozenset({"in", "on", "at", "en"})
_FOR_WHOM = frozenset({"que", "me", "mi", "us"})
_WHICH = frozenset({"what", "which", "que", "cual"})
_SUPERLATIVE = frozenset({"most", "least", "mas", "menos", "mayor", "menor", "mejor", "peor"})


def related_otherwise(one: Sentence, other: Sentence, pairs: Sequence[Pair]) -> bool:
    """Whether paired words are led by prepositions that mean something else."""
    ranked = any(superlative(token) for token in one.tokens)
    for a, b in pairs:
        here, there = one.role(a.place), other.role(b.place)
        if led_within(a) or led_within(b):
            continue
        if ranked and here.leads | there.leads <= _PLACES:
            continue
        if _had(here, other) or _had(there, one):
            continue
        if _renamed(here, pairs, side=0) or _renamed(there, pairs, side=1):
            continue
        if here.leads and there.leads:
            agree = (
                bool(here.leads & there.leads)
                or (not a.groups and _of_tools(here, there))
                or (one.spanish != other.spanish and _one_in_both(here, there))
            )
        elif here.leads:
            agree = _may_lack(here, one, other, b)
        else:
            agree = not there.leads or _may_lack(there, other, one, a)
        if not agree:
            return True
    return False


def led_within(word: Word) -> bool:
    """Whether a phrase of the lexicon brings its own preposition ("por consola")."""
    return " " in word.text and bool(cues.relation(word.text.split(" ", 1)[0]))


def stray(one: Sentence, other: Sentence) -> bool:
    """Whether particles and prepositions that lead no word differ: "get over it", "get it"."""
    mine, theirs = list(_strays(one)), list(_strays(other))
    for meanings in tuple(mine):
        partner = next((found for found in theirs if found & meanings), None)
        if partner is not None:
            mine.remove(meanings)
            theirs.remove(partner)
    return bool(mine or theirs)


def superlative(token: str) -> bool:
    """Whether a word says which of many."""
    return token in _SUPERLATIVE or (
        len(token) > 5 and token.endswith("est") and token not in cues.words("not_superlative")
    )


def _of_tools(one: Role, other: Role) -> bool:
    return one.bare and other.bare and one.leads | other.leads <= _TOOLS


def _one_in_both(one: Role, other: Role) -> bool:
    """ "En" may be any of three in English, "de" often is "for"."""
    either = one.leads | other.leads
    return either <= _WHERE or {"of", "for"} <= either


def _may_lack(led: Role, sentence: Sentence, free: Sentence, word: Word) -> bool:
    """Whether a word may stand in ``free`` without what leads it in ``sentence``."""
    if led.leads == {"between"}:
        return True
    if sentence.spanish and not free.spanish and led.leads & {OBJECT, "of"}:
        return "of" in led.leads or not _acts(free, word)
    if not led.leads & _LOOSE or not free.role(word.place).bare:
        return False
    titled = free.terse or word.place == free.head or word.text in free.set_off
    return titled or free.modifies(word.place)


def _acts(english: Sentence, word: Word) -> bool:
    """Whether a word is what "does" or "did" something."""
    place = word.place - 1
    while place > 0 and english.tokens[place] in english.articles:
        place -= 1
    return english.tokens[place] in {"do", "does", "did"}


def _had(found: Role, other: Sentence) -> bool:
    """ "The bones of a bat" or "in a bat" are those that it has."""
    return bool(found.leads & {"of", "in", "on"} and _HAVING & set(other.tokens))


def _renamed(found: Role, pairs: Sequence[Pair], *, side: int) -> bool:
    """Whether "of" follows a noun for what the other says with a verb: "the weight of a bison"."""
    if "of" not in found.leads:
        return False
    for pair in pairs:
        word = pair[side]
        if word.place + len(word.text.split()) - 1 == found.after:
            return pair[0].text != pair[1].text
    return False


def _strays(sentence: Sentence) -> Iterator[frozenset[str]]:
    """What each of them may mean."""
    for index in range(sentence.head, len(sentence.tokens)):
        if index in sentence.places or _asks_for_kind(sentence, index):
            continue
        if _is_particle(sentence, index):
            yield frozenset({sentence.tokens[index]})
        elif meanings := sentence.meanings(index):
            after = index + 1
            while sentence.tokens[after : after + 1] and sentence.tokens[after] in (
                sentence.articles | {"a"}
            ):
                after += 1
            if after not in sentence.places:
                yield meanings


def _is_particle(sentence: Sentence, index: int) -> bool:
    """ "Out of" is a preposition."""
    follows = sentence.tokens[index + 1 : index + 2]
    return sentence.tokens[index] in cues.words("particles") and follows != ("of",)


def _asks_for_kind(sentence: Sentence, index: int) -> bool:
    """ "Para qué", "por qué", "de quién", "in which", "used for" say the kind of question."""
    word, after = sentence.tokens[index], sentence.tokens[index + 1 : index + 2]
    if word == "que" or (word == "by" and not after and sentence.passive):
        return True
    if word == "de" and set(after) & _WHOSE:
        return True
    if word in _ASKED_AT and set(after) & _WHICH:
        return True
    return word in {"para", "por", "for"} and (not after or after[0] in _FOR_WHOM)
