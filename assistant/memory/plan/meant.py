"""Which facts a request to forget means: plainly, or perhaps (F7). Pure.

Names, identifiers and numbers have to be there to the letter; what is the speaker's is not
another's. A fact is plainly meant where it holds all that the request names, and no other does as
well; where words are missing or meaning alone speaks for a fact, it is doubtful, and so is each of
several: then the person is asked. An embedder takes walnuts for hazelnuts: what it says makes a
fact doubtful, never plainly meant, but for a word and its translation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assistant.memory.base import ForgetRequest
from assistant.memory.matching import Meaning
from assistant.memory.phrases import THOUSANDS, TOKEN
from assistant.memory.slips import slips
from assistant.memory.wording import (
    Word,
    Wording,
    fold,
    listed,
    plain_name,
    same_word,
    tokens,
    wording,
)
from assistant.records import Fact, Language

NEAREST = 24
"""Facts whose words are compared by meaning as well."""
ALIKE = 0.62
"""Likeness from which a word may stand for another."""
TRANSLATION = 0.9
"""Likeness from which words of two languages are one."""
TRANSLATED = 0.95
"""What the translation of a word counts."""
ALSO_MEANT = 0.35
"""Likeness of the whole from which translations count beside a fact that holds the words."""
NEAR = 0.55
"""Likeness of the whole from which it may be."""
MOST_ASKED = 12
MOST_WEIGHED = 300
"""Facts that are weighed word by word; of more, those that share the most words, and …"""
ALSO_WEIGHED = 60
"""… the nearest in meaning."""
_BEGINNING = 4
"""Letters that the forms of a word have in common at least."""
_ENOUGH = 2
"""Words that a fact must hold where one of those that name the thing is missing."""
_SHORT = 3
_SEX = ("he", "she")
_DATED = ("weekday", "month", "number", "season")


class Meant(NamedTuple):
    """Ids of facts. ``plain``: exactly these are meant; ``doubtful``: these may be. ``all_held``:
    each of the doubtful holds all that is named, and is doubtful only for being one of several."""

    plain: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    all_held: bool = False


class Match(NamedTuple):
    """How a fact answers to what a request names.

    ``held``: of its words, how far the fact holds each: 1 the word itself or its translation, less
    one of like meaning. ``letters``: names, figures and persons are all there to the letter, or
    none is asked for; ``whose``: it is of whom the request speaks; ``near``: likeness of the whole.
    """

    fact: Fact
    held: tuple[float, ...]
    letters: bool
    whose: bool
    near: float

    @property
    def strong(self) -> int:
        return sum(value >= TRANSLATED for value in self.held)

    @property
    def literal(self) -> bool:
        """Whether it holds the very words, and not only what they mean in another language."""
        return all(value == 1 for value in self.held)

    @property
    def full(self) -> bool:
        return self.strong == len(self.held)


def meant(
    request: ForgetRequest,
    facts: Sequence[Fact],
    language: Language,
    meaning: Meaning,
    beside: str = "",
) -> Meant:
    """The live facts that a request by its words means. ``beside``: the message it stands in, which
    names whom its "he" stands for."""
    asked = naming(request.about, language)
    seen = matches(request, facts, language, meaning)
    found = [match for match in seen if match.letters]
    found = [match for match in found if not _excepted(request, match.fact, language)]
    if not asked or not found:
        return Meant()
    whole = [match for match in found if match.full]
    if any(match.literal for match in whole):
        whole = [match for match in whole if match.literal or match.near >= ALSO_MEANT]
    sides = {w.text for w in wording(request.about, language).words} & listed("aspects")
    told = [m for m in whole if sides & set(tokens(m.fact.fact))]
    whole = told or whole
    if len(whole) > 1 and _somebody_named(request.about):
        whole = _named_beside(whole, beside) or whole
    if whole:
        sure = [match for match in whole if match.whose]
        lacks = any(_lacks_figures(request, match.fact) for match in whole)
        unsure = lacks or request.likely or (request.loose and not request.whole)
        if len(whole) == 1 and sure and not unsure:
            return Meant(plain=_ids(whole))
        return Meant(doubtful=_ids(sure or whole), all_held=bool(sure))
    if request.loose or request.whole:
        return Meant()
    plain = _by_most_words(request, asked, found, seen, language)
    if plain and request.likely:
        return Meant(doubtful=_ids([plain]))
    if plain:
        return Meant(plain=_ids([plain]))
    return Meant(doubtful=_ids(_perhaps(found)))


def _by_most_words(
    request: ForgetRequest,
    asked: Sequence[Word],
    found: Sequence[Match],
    seen: Sequence[Match],
    language: Language,
) -> Match | None:
    """The one fact that holds all that names the thing, and every other word that any fact holds:
    what is only told of it ("ya no sirve") tells none from another. Of a thing that is named by a
    name one word may be missing, unless it is the first or the last: "my dentist appointment in
    Tijuana" is not my dentist in Tijuana."""
    known = [n for n in range(len(asked)) if any(match.held[n] >= TRANSLATED for match in seen)]
    fitting = [m for m in found if known and all(m.held[n] >= TRANSLATED for n in known)]
    if len(fitting) != 1 or not fitting[0].whose or _lacks_figures(request, fitting[0].fact):
        return None
    keys = {word.key for word in naming(request.core or request.about, language)}
    core = [n for n, word in enumerate(asked) if word.key in keys]
    missing = [n for n in core if n not in known]
    named = any(asked[n].exact for n in known)
    if len(missing) > 1 or (missing and (not named or len(known) < _ENOUGH)):
        return None
    heads = {word.key for word in _head(request.core or request.about, language)}
    if missing and (asked[missing[0]].key in heads or missing[0] == core[-1]):
        return None
    return fitting[0] if len(known) >= 2 or (known and not missing and core) else None


def _head(core: str, language: Language) -> Sequence[Word]:
    """The words that say what thing it is: in Spanish the first, in English all that stand before
    a preposition ("my dentist appointment in Tijuana")."""
    words = wording(core, language).words
    if language == "es":
        return words[:1]
    ends = (at for at, token in enumerate(tokens(core)) if token in listed("of a place"))
    end = next((at for at in ends if words and at > words[0].place), len(core))
    return [word for word in words if word.place < end]


def _excepted(request: ForgetRequest, fact: Fact, language: Language) -> bool:
    """Whether a request spares a fact by a name or by all the words that it says of it."""
    spared = wording(request.spared, language).words if request.spared else ()
    asked = wording(request.about, language).keys
    spared = tuple(word for word in spared if word.key not in asked)
    if not spared:
        return False
    known = wording(fact.fact, fact.language).words
    names = [word for word in spared if word.exact] or spared
    return all(any(same_word(word, other) for other in known) for word in names)


def _lacks_figures(request: ForgetRequest, fact: Fact) -> bool:
    """Whether a number or a code is to be forgotten and the fact tells none: that somebody has an
    identity number is not the number."""
    asked = listed("told in figures") & set(tokens(request.core or request.about))
    return bool(asked) and not any(map(str.isdigit, fact.fact))


def _somebody_named(about: str) -> bool:
    """Whether a request speaks of somebody whom the message names elsewhere: "where he lives"."""
    return not listed("pronouns").isdisjoint(tokens(about))


def _named_beside(found: Sequence[Match], beside: str) -> list[Match]:
    """Those that hold the one name that the message says of all the names that they hold."""
    said = {plain_name(token) for token in tokens(beside)}
    of = {
        match.fact.id: {
            plain_name(word.text)
            for word in wording(match.fact.fact, match.fact.language).words
            if word.exact and plain_name(word.text) in said
        }
        for match in found
    }
    if len(set().union(*of.values())) != 1:
        return []
    return [match._replace(whose=True) for match in found if of[match.fact.id]]


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


def _perhaps(found: Sequence[Match]) -> list[Match]:
    """Those that hold half of the words, or are near in meaning."""
    half = [m for m in found if 2 * sum(m.held) >= len(m.held) and m.strong]
    near = [m for m in found if m.near >= NEAR and m not in half]
    return sorted([*half, *near], key=lambda m: (-sum(m.held), -m.near))[:MOST_ASKED]


def _ids(found: Iterable[Match]) -> tuple[str, ...]:
    return tuple(match.fact.id for match in found)


def naming(about: str, language: Language) -> list[Word]:
    """The words that name the matter, once each; all where only vague ones are there."""
    found = wording(about, language)
    over = {place for cue in ("gone", "new") for place in found.cues[cue]}
    told = [word for word in found.words if word.place not in over] or found.words
    words = list({word.key: word for word in told}.values())
    plain = [word for word in words if word.text not in listed("vague") | listed("titles")] or words
    light = listed("aspects") | listed("common") | listed("light verbs")
    sided = [word for word in plain if word.text not in light]
    dated = [word for word in plain if word.text in listed("of dates")]
    return [*sided, *(word for word in dated if word not in sided)] if sided else plain


def matches(
    request: ForgetRequest, facts: Sequence[Fact], language: Language, meaning: Meaning
) -> list[Match]:
    """Each fact's match."""
    asked = naming(request.about, language)
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
        letters = all(v == 1 for w, v in zip(asked, shares, strict=True) if _to_the_letter(w))
        letters = letters and not _of_the_other_sex(request.about, fact.fact)
        whose = _of_whom(asked, known.words)
        found.append(Match(fact, shares, letters, whose, near[fact.id]))
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
    others = [w for w in words if not _to_the_letter(w) and not _spelled_like(word, w)]
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


def _spelled_like(one: Word, other: Word) -> bool:
    """Nearly spelled alike and not one word: "orbis" and "orbix"."""
    return slips(one.text, other.text) <= 2 and min(len(one.text), len(other.text)) > 3


def _of_whom(asked: Sequence[Word], known: Wording) -> bool:
    """Whether the fact speaks of whom the request speaks: "my allergy" is not my nephew's."""
    persons = [word for word in known.words if word.kind == "person"]
    named = [word for word in asked if word.exact and any(same_word(word, k) for k in known.words)]
    return not persons or bool(named) or any(same_word(w, p) for w in asked for p in persons)


def _of_the_other_sex(about: str, fact: str) -> bool:
    """ "Mrs Navarro" is not "el señor Navarro"."""
    asked, known = ({s for s in _SEX if listed(s) & set(tokens(text))} for text in (about, fact))
    return len(asked) == 1 and len(known) == 1 and asked != known
