"""How far a fact holds what a request names: to the letter, in other words, in meaning. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from assistant.languages import table
from assistant.memory.base import ForgetRequest
from assistant.memory.matching import Meaning
from assistant.memory.matching.alignment import spelled_like
from assistant.records import Fact, Language
from assistant.text.folding import fold
from assistant.text.phrases import THOUSANDS, TOKEN, listed, tokens
from assistant.text.word_forms import plain_name, same_word
from assistant.text.wording import Word, Wording, strokes_apart, wording
from assistant.text.words import names

NEAREST = 24
"""Facts whose words are compared by meaning as well."""
ALIKE = 0.62
"""Likeness from which a word may stand for another."""
TRANSLATION = 0.9
"""Likeness from which words of two languages are one."""
TRANSLATED = 0.95
"""What the translation of a word counts."""
MOST_WEIGHED = 300
"""Facts that are weighed word by word; of more, those that share the most words, and …"""
ALSO_WEIGHED = 60
"""… the nearest in meaning."""
_BEGINNING = 4
"""Letters that the forms of a word have in common at least."""
_SHORT = 3
_OF = frozenset(("de", "del", "para", "of", "for", "from"))
_ASKING = ("asks", "denies", "keeps", "removes", "removes it", "no trace", "no trace at all")
"""Words of an order, which name nothing."""
_SEX = ("he", "she")
_DATED = ("weekday", "month", "number", "season")


class Match(NamedTuple):
    """How a fact answers to what a request names.

    ``held``: of its words, how far the fact holds each: 1 the word itself or its translation, less
    one of like meaning. ``letters``: names, figures and persons are all there to the letter, or
    none is asked for; ``whose``: it is of whom the request speaks; ``near``: likeness of the whole;
    ``persons``: only what the request calls somebody is missing, and the fact speaks of somebody.
    """

    fact: Fact
    held: tuple[float, ...]
    letters: bool
    whose: bool
    near: float
    persons: bool = False

    @property
    def strong(self) -> int:
        return sum(value >= TRANSLATED for value in self.held)

    @property
    def literal(self) -> bool:
        """Whether it holds the very words, and not only what they mean in another language."""
        return all(value == 1 for value in self.held)

    @property
    def names_another(self) -> bool:
        """Whether it holds some words of the request and not others: "allergic to walnuts" is not
        "allergic to hazelnuts". What is asked for in quite other words may be any of them."""
        return bool(self.strong) and not self.full

    @property
    def full(self) -> bool:
        return self.strong == len(self.held)


def named_by(text: str, language: Language, facts: Iterable[Fact]) -> set[str]:
    """Ids of the facts that hold a name or an identifier of the text."""
    names = [word for word in wording(text, language).words if word.exact]
    begun = {name.text[:_BEGINNING] for name in names}
    facts = [fact for fact in facts if any(each in fold(fact.fact) for each in begun)]
    return {
        fact.id
        for fact in facts
        if any(
            same_word(name, word)
            for word in wording(fact.fact, fact.language).words
            for name in names
        )
    }


def naming(about: str, language: Language) -> list[Word]:
    """The words that name the matter, once each; all where only vague ones are there."""
    found = wording(about, language)
    over = {place for cue in ("gone", "new") for place in found.cues[cue]}
    told = [word for word in found.words if word.place not in over] or found.words
    words = list({word.key: word for word in told}.values())
    plain = [word for word in words if word.text not in listed("vague") | listed("titles")] or words
    light = listed("aspects") | listed("common") | listed("light verbs")
    sided = [word for word in plain if word.exact or word.text not in light]
    dated = [word for word in plain if word.text in listed("of dates")]
    return [*sided, *(word for word in dated if word not in sided)] if sided else plain


def head_of(core: str, language: Language) -> Sequence[Word]:
    """The words that say what thing it is: in Spanish the first, in English all that stand before
    a preposition ("my dentist appointment in Tijuana")."""
    words = wording(core, language).words
    if table(language, "memory").get("words", {}).get("thing_first"):
        return words[:1]
    ends = (at for at, token in enumerate(tokens(core)) if token in listed("of a place"))
    end = next((at for at in ends if words and at > words[0].place), len(core))
    return [word for word in words if word.place < end]


def lacks_a_word(message: str, language: Language, fact: Fact, facts: Iterable[Fact]) -> bool:
    """Whether a fact lacks a word of a message that tells it from another: one that some other fact
    has, or that goes with one of its own, as "thyroid" with the pill that it speaks of."""
    said = wording(message, language)
    asks = {place for cue in _ASKING for place in said.places(cue)}
    words = [word for word in naming(message, language) if word.place not in asks]
    own = wording(fact.fact, fact.language).words
    others = [w for other in facts if other.id != fact.id for w in _words_of(other)]
    lacking = [word for word in words if not _has(own, word)]
    has = [word for word in words if word not in lacking]
    follows = {h.place + 1 for h in has} if _names_unsaid(fact, said) else set()
    return any(
        _has(others, word) or word.place in follows or any(_goes_with(said, word, h) for h in has)
        for word in lacking
    )


def _names_unsaid(fact: Fact, said: Wording) -> bool:
    """Whether a fact is of somebody or something that a message does not name: "what gastón earns"
    may be anybody's but Gaspar's, who is on record."""
    named = [word for word in _words_of(fact) if word.exact or word.place == 0]
    return any(not _has(said.words, word) for word in named)


def _words_of(fact: Fact) -> Sequence[Word]:
    return wording(fact.fact, fact.language).words


def _has(words: Sequence[Word], word: Word) -> bool:
    return any(same_word(word, other) for other in words) or _synonyms(word, words)


def _goes_with(said: Wording, word: Word, thing: Word) -> bool:
    """Whether a word says which thing it is: "la pastilla de la tiroides", "the thyroid pill"."""
    if word.place == thing.place - 1:
        return said.tokens[word.place] not in listed("articles")
    between = said.tokens[thing.place + 1 : word.place]
    joins = [token for token in between if token in _OF]
    return len(joins) == 1 and all(t in _OF or t in listed("articles") for t in between)


def matches(
    request: ForgetRequest,
    facts: Sequence[Fact],
    language: Language,
    meaning: Meaning,
    message: str = "",
) -> list[Match]:
    """Each fact's match. ``message``: where the request stands."""
    asked = naming(request.about, language)
    # Of what is asked for the capitals may be lost; where all are, they tell no name.
    called = frozenset() if message.isupper() else names(message)
    asked = [word._replace(exact=word.exact or word.text in called) for word in asked]
    if meaning.known:
        meaning.learn([request.about, *(fact.fact for fact in facts)])
    near = {fact.id: meaning.likeness(request.about, fact.fact) for fact in facts}
    order = sorted(near, key=lambda id: -near[id])
    closest = set(order[:NEAREST])
    if len(facts) > MOST_WEIGHED:
        facts = _bearing(asked, facts, set(order[:ALSO_WEIGHED]))
    said = _typed(request.about)
    found = []
    for fact in facts:
        known = Known.of(fact)
        of = meaning if fact.id in closest else Meaning()
        shares = tuple(held(word, said[word.place], language, known, of) for word in asked)
        lacking = [w for w, v in zip(asked, shares, strict=True) if v < 1 and _to_the_letter(w)]
        letters = not lacking
        persons = bool(lacking) and all(word.kind == "person" for word in lacking)
        persons = persons and any(word.kind == "person" for word in known.words.words)
        letters = letters and not _of_the_other_sex(request.about, fact.fact)
        letters = letters and _named_alike(request.about, asked, known)
        letters = letters and not strokes_apart(wording(request.about, language), known.words)
        whose = _of_whom(asked, known.words)
        found.append(Match(fact, shares, letters, whose, near[fact.id], persons))
    return found


def _bearing(asked: Sequence[Word], facts: Sequence[Fact], near: set[str]) -> list[Fact]:
    """Of very many facts those that are weighed: near in meaning, or with the beginnings of the
    words that are asked for, those with most of them first."""
    begun = {text[:_BEGINNING] for word in asked for text in (word.text, word.key)}
    shares = {fact.id: sum(each in fold(fact.fact) for each in begun) for fact in facts}
    held_by = [fact for fact in facts if shares[fact.id] and fact.id not in near]
    held_by.sort(key=lambda fact: -shares[fact.id])
    chosen = near | {fact.id for fact in held_by[: MOST_WEIGHED - len(near)]}
    return [fact for fact in facts if fact.id in chosen]


class Known(NamedTuple):
    """A fact's words, and its tokens as typed."""

    words: Wording
    typed: tuple[str, ...]
    language: Language

    @classmethod
    def of(cls, fact: Fact) -> Known:
        return cls(wording(fact.fact, fact.language), _typed(fact.fact), fact.language)


def _typed(text: str) -> tuple[str, ...]:
    """The tokens as they were typed: an embedder takes "contrasena" for no word."""
    return tuple(TOKEN.findall(THOUSANDS.sub("", text.replace("\u2019", "'"))))


def held(word: Word, typed: str, language: Language, known: Known, meaning: Meaning) -> float:
    """1 for the word itself in any form or another for the same thing, less for one of like
    meaning, 0 for none or for a rival of its kind ("my dog" beside a cat)."""
    words = known.words.words
    if word.text in listed("of dates") and any(other.kind in _DATED for other in words):
        return 1.0
    if any(same_word(word, other) for other in words) or _synonyms(word, words):
        return 1.0
    rival = word.kind and any(other.kind == word.kind for other in words)
    if rival or _to_the_letter(word) or not meaning.known:
        return 0.0
    others = [w for w in words if not _to_the_letter(w) and not spelled_like(word, w)]
    texts = [known.typed[w.place] for w in others if w.place < len(known.typed)]
    meaning.learn([typed, *texts])
    likeness = max((meaning.likeness(typed.lower(), text.lower()) for text in texts), default=0.0)
    if likeness >= TRANSLATION and language != known.language and len(word.text) > _SHORT:
        return TRANSLATED
    return min(likeness, TRANSLATION) if likeness >= ALIKE else 0.0


def _synonyms(word: Word, others: Sequence[Word]) -> bool:
    """Whether the lexicon has the word and one of the others for one thing."""
    from assistant.memory.dedup.lexicon import groups_of

    if word.exact or word.kind == "number":
        return False
    mine = groups_of((word.text,))
    return bool(mine) and any(
        mine & groups_of((other.text,)) for other in others if not other.exact
    )


def _to_the_letter(word: Word) -> bool:
    """What one letter, figure or generation more makes another one."""
    return word.exact or word.kind in ("number", "weekday", "month", "person")


def _named_alike(about: str, asked: Sequence[Word], known: Known) -> bool:
    """Whether the fact has the names to the letter, or as a family is named: "the Hendersons" are
    of Mr Henderson, and "my colleague Bels" is not "my colleague Bel"."""
    plural = {*_of_families(tokens(about)), *_of_families(known.words.tokens)}
    for word in asked:
        alike = [w.text for w in known.words.words if w.exact and same_word(word, w)]
        own = plain_name(word.text)
        names = (own, *map(plain_name, alike))
        if word.exact and alike and own not in names[1:] and plural.isdisjoint(names):
            return False
    return True


def _of_families(said: Sequence[str]) -> Iterable[str]:
    """The names that stand behind an article in the plural."""
    return (plain_name(b) for a, b in pairwise(said) if a in listed("before families"))


def _of_whom(asked: Sequence[Word], known: Wording) -> bool:
    """Whether the fact speaks of whom the request speaks: "my allergy" is not my nephew's."""
    persons = [word for word in known.words if word.kind == "person"]
    named = [word for word in asked if word.exact and any(same_word(word, k) for k in known.words)]
    return not persons or bool(named) or any(same_word(w, p) for w in asked for p in persons)


def _of_the_other_sex(about: str, fact: str) -> bool:
    """ "Mrs Navarro" is not "el señor Navarro"."""
    asked, known = ({s for s in _SEX if listed(s) & set(tokens(text))} for text in (about, fact))
    return len(asked) == 1 and len(known) == 1 and asked != known
