"""Which facts speak of a thing, or of somebody. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.answers.memory_questions import Asked, tells_of_an_own
from assistant.answers.vocabulary import words
from assistant.compute.zones import places
from assistant.records import Fact, Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.folding import fold
from assistant.text.word_forms import same_word
from assistant.text.wording import Word, wording


def speaks_of(fact: Fact, wanted: Sequence[Word]) -> bool:
    """Whether a fact has all these words, in any form."""
    said = wording(fact.fact, fact.language).words
    return all(any(same_word(word, other) for other in said) for word in wanted)


def naming(facts: Sequence[Fact], asked: Asked) -> list[Fact]:
    """The facts that hold a name word for word, once one of them tells of the person's own or of
    whom or what it names: of a sister Ruth who was told of, no world is asked. Nor of "the bakery",
    once one of them tells of one, nor of a name behind an article: "la Carolina"."""
    article, _, thing = asked.about.partition(" ")
    if fold(article) in words("questions", "thing") and thing.islower():
        wanted = wording(f"de {thing}", asked.language).words
        return [f for f in facts if wanted and tells_of_an_own(f.fact) and speaks_of(f, wanted)]
    if fold(article) not in words("questions", "thing"):
        article, thing = "", asked.about
    name = r"\W+".join(map(re.escape, fold(thing).split())) + r"(?!\w)"  # "Dr. Feldman"
    told = [f for f in facts if re.search(rf"(?<!\w){name}", fold(f.fact))]
    leads = "|".join(map(re.escape, words("questions", "leads")))
    begins = re.compile(rf"(?:^|[,;] )(?:(?:{leads}) )?{name}")
    known_to_all = fold(thing) in places()
    about = not known_to_all and any(begins.search(fold(f.fact)) for f in told)
    own = any(tells_of_an_own(fact.fact) for fact in told)
    called = bool(article) and not known_to_all  # "la Carolina" is nobody the world knows
    return told if about or called or own or say_who(told) else []


def is_somebody(word: Word, language: Language) -> bool:
    """Whether a word says who a person or an animal is, or several: "daughters"."""
    forms = (word.text, word.text.removesuffix("s"))
    said = [one for form in forms for one in wording(form, language).words]
    return any(one.kind in ("person", "pet") for one in said)


def with_all_of_them(chosen: Sequence[Fact], facts: Sequence[Fact]) -> list[Fact]:
    """And what is told of those whom the facts about somebody name: what is known of my daughters,
    of whom one tells that they are Cami and Juli, is what is known of Cami."""
    named = {
        word.text
        for fact in chosen
        for word in wording(fact.fact, fact.language).words
        if word.exact or not (word.kind or is_folded_word(word.text))
    }

    def begins_with_one(fact: Fact) -> bool:
        return any(w.text in named for w in wording(fact.fact, fact.language).words[:1])

    return [fact for fact in facts if fact in chosen or begins_with_one(fact)]


def say_who(facts: Sequence[Fact]) -> bool:
    """Whether one of them says who somebody is: "my sister Nisha", "two cats, Ike and Mo"."""
    return any(
        is_somebody(word, fact.language)
        for fact in facts
        for word in wording(fact.fact, fact.language).words
    )
