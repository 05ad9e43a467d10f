"""Whether a question asks of one person or thing and a fact tells of another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from assistant.languages import each, pattern
from assistant.memory.matching.alignment import spelled_like
from assistant.memory.matching.persons import begins_with_person, of_the_speaker
from assistant.memory.matching.told_of import names_beside
from assistant.records import Fact, Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.folding import fold
from assistant.text.phrases import listed
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, Wording, wording

_PARTS = re.compile(r"[,;:]\s+")
_FIGURES = re.compile(r"\d+")


def of_another(asked: Wording, told: Wording) -> bool:
    """Whether the fact's subject cannot be the one asked about: a sister's home is not mine, nor
    mine hers. A name may be anybody's, and decides nothing."""
    if any(says("who").fullmatch(token) for token in asked.tokens):
        return False  # the person is what is asked for
    asked_of, told_of = _persons(asked), _persons(told)
    if any(word.exact for word in asked.words) or _begins_with_name(told):
        return False
    if told.tokens[:1] and told.tokens[0] in words_for("and"):
        return False  # it goes on about somebody told of before
    return _tells_of_another(asked, told, asked_of, told_of) and not _share_a_name(asked, told)


def _tells_of_another(
    asked: Wording, told: Wording, asked_of: Sequence[Word], told_of: Sequence[Word]
) -> bool:
    if asked_of and is_the_speaker(asked):
        return False  # the person is not all that is asked about: "since when am I a widow?"
    if asked_of:
        if told_of:
            return _of_the_other_sex(asked_of, told_of)
        mine = of_the_speaker(told) and not _STANDS_FOR & set(told.tokens)
        return mine or _of_a_persons(told, asked)
    return _of_a_persons(asked, told) or (is_the_speaker(asked) and _begins_with_another(told))


def _share_a_name(asked: Wording, told: Wording) -> bool:
    """Whether both have a word that no dictionary has: a name that was typed small."""
    met = (word for word in asked.words if not word.kind and _holds(told, word))
    return any(word.text.isalpha() and not is_folded_word(word.text) for word in met)


def says_it_of_another(asked: Wording, fact: Fact) -> bool:
    """Whether the speaker asks of themselves, and what the fact says of it begins with another:
    "Amparo's sister is coeliac, I eat everything" tells of no coeliac speaker."""
    if not is_the_speaker(asked):
        return False
    parts = [wording(part, fact.language) for part in _PARTS.split(fact.fact) if part.strip()]
    told = max(parts, key=lambda part: sum(_holds(part, word) for word in asked.words))
    if (words_for("speaker") | listed("speaker")) & set(told.tokens):
        return False
    first = told.tokens[:1]
    theirs = bool(first) and (first[0].endswith(("'s", "s'")) or first[0] in words_for("theirs"))
    named = any(not w.place and _is_name(w) for w in told.words)
    return theirs or begins_with_person(told) or named


def _is_name(word: Word) -> bool:
    """Whether it is written as one, or no dictionary has it."""
    return word.exact or not (word.kind or is_folded_word(word.text))


def _holds(told: Wording, word: Word) -> bool:
    return any(same_word(word, other) for other in told.words)


def members(question: str, language: Language, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Of several facts that may answer those that belong together: where the speaker is asked about
    none that tells of somebody else and has no word of the question. All of them where none would
    be left."""
    asked = wording(question, language)
    if not _asks_of_the_speaker(asked):
        return tuple(facts)
    told = [wording(fact.fact, fact.language) for fact in facts]
    mine = [
        fact
        for fact, one in zip(facts, told, strict=True)
        if not _begins_with_somebody(one) or any(_holds(one, word) for word in asked.words)
    ]
    return tuple(mine or facts)


def of_the_same_role(asked: Wording, best: Fact, facts: Iterable[Fact]) -> list[Fact]:
    """The facts about others of the role that the best one tells of, where a question is of several
    such: "what are my kids called?" of a son and a daughter; not where it asks which of them."""
    if words_for("which") & set(asked.tokens):
        return []
    roles = {role for word in asked.words if word.kind in _ROLES for role in _singular(word)}
    mine = [f for f in facts if any(names_beside(role, f.fact, f.language) for role in roles)]
    return mine if best in mine else []


def names_whose_name(question: str, asked: Wording, facts: Sequence[Fact]) -> list[int]:
    """Places of the facts that name the one of whom a question asks nothing but the name: "what's
    my brother called?"."""
    naming = pattern("answers", "guard", "naming")
    folded = fold(question)
    beside = words_for("beside_a_name")
    words = [w for w in asked.words if not (w.text in beside or naming.fullmatch(w.text))]
    if not naming.search(folded) or len(words) != 1 or words[0].kind not in _ROLES:
        return []
    role = words[0].key
    return [n for n, fact in enumerate(facts) if _names_one_of(role, fact)]


def _names_one_of(role: str, fact: Fact) -> bool:
    """Whether a fact begins with whoever has a role and a name, also one that was typed small."""
    if names_beside(role, fact.fact, fact.language):
        return True
    told = wording(fact.fact, fact.language)
    first = next(iter(told.words), None)
    if first is None or first.key != role:
        return False
    behind = told.tokens[first.place + 1 : first.place + 2]
    return any(token.isalpha() and not is_folded_word(token) for token in behind)


def of_another_pet(asked: Wording, told: Wording) -> bool:
    """Whether a question is of cats, and a fact tells of a dog alone."""
    mine, theirs = (
        [word for word in side.words if word.kind == "pet" and word.text not in words_for("pets")]
        for side in (asked, told)
    )
    return bool(mine and theirs) and not any(same_word(a, b) for a in mine for b in theirs)


_ROLES = ("person", "pet")


def _singular(word: Word) -> Iterator[str]:
    """What one of them is called, he or she; nothing for a word in the singular."""
    if word.text.endswith("s") or word.key.endswith("s"):
        role = word.key.removesuffix("s")
        yield from (role, f"{role[:-1]}a")


def _asks_of_the_speaker(asked: Wording) -> bool:
    own = listed("owners") | listed("speaker")
    return not _persons(asked) and (bool(own & set(asked.tokens)) or is_the_speaker(asked))


def _begins_with_somebody(told: Wording) -> bool:
    return begins_with_person(told) or _begins_with_name(told)


_STANDS_FOR = (listed("he") | listed("she") | listed("they")) - listed("articles")


def _persons(text: Wording) -> list[Word]:
    return [word for word in text.words if word.kind == "person"]


def _begins_with_name(told: Wording) -> bool:
    return any(word.exact and word.place < 2 for word in told.words)


def _of_the_other_sex(asked: Iterable[Word], told: Iterable[Word]) -> bool:
    """Whether a brother is asked about, and a fact tells of sisters alone. Plurals are of both."""
    mine, theirs = {word.text for word in asked}, {word.text for word in told}
    he, she = listed("he"), listed("she")
    if any(text.endswith("s") for text in mine | theirs):
        return False
    return (mine <= he and theirs <= she) or (mine <= she and theirs <= he)


def is_the_speaker(asked: Wording) -> bool:
    """Whether the speaker is who does what is asked: "where do I live", "dónde vivo"."""
    if words_for("speaker") & set(asked.tokens):
        return True
    no_verb, before = words_for("no_verbs"), listed("articles") | listed("owners")
    return any(
        says("speaker_verb").fullmatch(token) and token not in no_verb and last not in before
        for last, token in pairwise(("", *asked.tokens[:3]))
    )


def _begins_with_another(told: Wording) -> bool:
    """Whether somebody other than the speaker does what a fact tells, and the speaker is nowhere
    in it."""
    if not begins_with_person(told) or (words_for("speaker") | listed("speaker")) & set(
        told.tokens
    ):
        return False
    return not listed("owners") & set(told.tokens[1:])


def _of_a_persons(one: Wording, other: Wording) -> bool:
    """Whether one text speaks of "my birthday", and the other of "my sister's birthday"."""
    owned = [word for word in one.words if one.before(word) in listed("owners")]
    return any(
        same_word(mine, theirs) and _is_a_persons(other, theirs)
        for mine in owned
        for theirs in other.words
    )


def _is_a_persons(told: Wording, thing: Word) -> bool:
    of = told.tokens[thing.place + 1 : thing.place + 2]
    for person in _persons(told):
        token = told.tokens[person.place]
        if person.place == thing.place - 1 and token.endswith(("'s", "s'")):
            return True
        if 1 < person.place - thing.place < 4 and of and of[0] in words_for("of"):
            return True
    return False


def says(key: str) -> re.Pattern[str]:
    return pattern("reader", "persons", key)


@cache
def words_for(key: str) -> frozenset[str]:
    return frozenset(word for _, own in each("reader", "persons") for word in own.get(key, ()))


def of_one_like_it(asked: Wording, told: Sequence[Wording]) -> list[bool]:
    """Of each fact whether it has only a name spelled nearly as one of the question that another
    fact has: who asks for Twomey, who is known, does not ask for Toomey."""
    own = [{word.text for word in one.words} for one in told]
    said = {word.text for word in asked.words}
    known = [w for w in asked.words if not w.kind and any(w.text in words for words in own)]
    return [
        any(
            word.text not in words
            and any(spelled_like(word, o) for o in one.words if o.text not in said)
            and not any(same_word(word, o) for o in one.words)
            and (word.exact or not is_folded_word(word.text))
            for word in known
        )
        for words, one in zip(own, told, strict=True)
    ]


def of_another_code(asked: Wording, told: Wording) -> bool:
    """Whether a question asks for mx2, and a fact tells of mx1 alone."""
    own, theirs = (set(side.identifiers().values()) for side in (asked, told))
    forms = [{_FIGURES.sub("0", code) for code in codes} for codes in (own, theirs)]
    return not own & (theirs | set(told.tokens)) and not forms[0].isdisjoint(forms[1])
