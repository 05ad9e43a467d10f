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
from assistant.memory.plan.answering import answers_too
from assistant.memory.plan.by_reader import (
    ASKS,
    ASKS_SURELY,
    ASKS_UNHEARD,
    FAR,
    FAR_LIKELIER,
    LIKELY,
    SURE_BY_ONE,
    Read,
    Reads,
    read_matches,
)
from assistant.memory.plan.holding import TRANSLATED, Match, head_of, lacks_a_word, matches, naming
from assistant.memory.plan.requests import asks_for_all
from assistant.memory.plan.told_beside import part_meant
from assistant.records import Fact, Language
from assistant.text.phrases import listed, tokens
from assistant.text.word_forms import plain_name, same_word
from assistant.text.wording import Word, wording
from assistant.text.words import names

ALSO_MEANT = 0.35
"""Likeness of the whole from which translations count beside a fact that holds the words."""
NEAR = 0.55
"""Likeness of the whole from which it may be."""
MOST_ASKED = 12
_CLIPPED = 3
"""Letters of a word that was cut short, and letters that it lacks, at least."""
_ENOUGH = 2
"""Words that a fact must hold where one of those that name the thing is missing."""


class Meant(NamedTuple):
    """Ids of facts. ``plain``: exactly these are meant; ``doubtful``: these may be. ``all_held``:
    each of the doubtful holds all that is named, and is doubtful only for being one of several."""

    plain: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    all_held: bool = False


def meant(
    request: ForgetRequest,
    facts: Sequence[Fact],
    language: Language,
    meaning: Meaning,
    beside: str = "",
    reads: Reads | None = None,
) -> Meant:
    """The live facts that a request means. ``beside``: the message it stands in, which names whom
    its "he" stands for."""
    seen = matches(request, facts, language, meaning, beside)
    found = [match for match in seen if match.letters]
    found = [match for match in found if not _excepted(request, match.fact, language)]
    if not naming(request.about, language):
        return Meant()
    if not found:
        return _of_somebody(seen, beside, reads) if reads else Meant()
    said = _by_words(request, seen, found, language, beside)
    if said == Meant() and not (request.loose or request.likely or request.whole):
        said = _clipped(request, found, language)
    if reads is None:
        return said
    open_ = [match for match in seen if not _excepted(request, match.fact, language)]
    read = read_matches(beside, open_, reads)
    if request.likely or request.open or request.loose:  # which of its words name it is not known
        only = None if said.plain else _alone(read, beside, language)
        # Of a thing that is named in full, half the name is another's: this pill is not that one.
        fitting = {m.fact.id for m in found if not (request.whole and m.names_another)}
    elif len(said.doubtful) > 1 and asks_for_all(beside):
        return said
    else:
        only = read.only(LIKELY if len(found[0].held) >= _ENOUGH else SURE_BY_ONE)
        fitting = {match.fact.id for match in found if not match.names_another}
        if said.all_held and len(found[0].held) >= _ENOUGH:
            only = None  # several have all of what is named in several words
    if said.plain and any(map(_exact, naming(request.about, language))):
        return said  # a name, a code or a number that is there to the letter leaves no doubt
    decided = _by_reader(said, read, only if only in fitting else None)
    decided = _with_the_rest(decided, read, beside)
    ids = decided.plain or decided.doubtful
    others = answers_too(request.asked, ids, facts, language, meaning, reads)
    return Meant(doubtful=(*ids, *others)) if others else decided


def _with_the_rest(found: Meant, read: Read, beside: str) -> Meant:
    """Where all of a thing is to go, what else may belong to it is asked about: "todo lo de ese
    viaje" is more than the one fact that says "viaje"."""
    rest = [id for id in read.perhaps() if id not in found.plain]
    if not rest or not found.plain or not asks_for_all(beside):
        return found
    return Meant(doubtful=(*found.plain, *rest))


def _of_somebody(seen: Sequence[Match], beside: str, reads: Reads) -> Meant:
    """The one fact that may be meant and calls somebody otherwise than the request does: "suegro"
    for "Lucía's dad"."""
    only = _clearly(read_matches(beside, seen, reads), beside)
    near = {match.fact.id for match in seen if match.persons}
    return Meant(doubtful=(only,)) if only in near and only else Meant()


def _clipped(request: ForgetRequest, found: Sequence[Match], language: Language) -> Meant:
    """The facts that may be meant by a word that was cut short: "lo de la opo"."""
    begun = [word.text for word in naming(request.about, language) if not word.exact]
    begun = [text for text in begun if len(text) >= _CLIPPED]
    held = [
        match
        for match in found
        if any(
            word.text.startswith(text) and len(word.text) >= len(text) + _CLIPPED
            for word in wording(match.fact.fact, match.fact.language).words
            for text in begun
        )
    ]
    return Meant(doubtful=_ids(held[:MOST_ASKED]))


def meant_unheard(read: Read, message: str, language: Language) -> Meant:
    """The facts that a message means which may ask to forget, though no words that do were heard:
    "the job hunt stuff. wipe it"."""
    return meant_otherwise(read, message, language) if read.asks >= ASKS_UNHEARD else Meant()


def meant_otherwise(read: Read, message: str, language: Language) -> Meant:
    """The same of one that does ask, and names nothing that its words tell."""
    return _by_reader(Meant(), read, _alone(read, message, language))


def _alone(read: Read, message: str, language: Language) -> str | None:
    """The one fact that is clearly meant; None where a word of the message is another's, or goes
    with one of the fact's and is not there."""
    only = _clearly(read, message)
    fact = next((fact for fact in read.facts if fact.id == only), None)
    return fact.id if fact and not lacks_a_word(message, language, fact, read.facts) else None


def _clearly(read: Read, message: str) -> str | None:
    """The one fact that is far likelier than any other; None where all of something is to go: there
    may be more of it, and where it names somebody else: Carl is not Earl."""
    if read.asks < ASKS_SURELY or asks_for_all(message):
        return None
    only = read.only(FAR_LIKELIER, FAR)
    told = (names(fact.fact) for fact in read.facts if fact.id == only)
    said = names(message)
    return None if any(said and own and not said & own for own in told) else only


def _by_reader(said: Meant, read: Read, only: str | None) -> Meant:
    """Which are meant when the message is read beside the facts. ``only``: the one that is meant
    alone, if any."""
    sure, perhaps = read.sure(), read.perhaps()
    if said.plain:
        doubted = all(read.doubts(id) for id in said.plain)
        return Meant(doubtful=tuple(dict.fromkeys((*said.plain, *perhaps)))) if doubted else said
    if read.asks < ASKS:
        return said
    if only:
        return Meant(plain=(only,))
    if not sure:
        likely = read.likely()
        if not likely and read.asks >= ASKS_SURELY:
            likely = perhaps or read.nearly()
        return said if said.doubtful else Meant(doubtful=likely)
    return Meant(doubtful=perhaps, all_held=True)


def _exact(word: Word) -> bool:
    return word.exact or any(map(str.isdigit, word.text))


def _by_words(
    request: ForgetRequest,
    seen: Sequence[Match],
    found: Sequence[Match],
    language: Language,
    beside: str,
) -> Meant:
    """Which are meant by the words of the request alone."""
    asked = naming(request.about, language)
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
    heads = {word.key for word in head_of(request.core or request.about, language)}
    if missing and (asked[missing[0]].key in heads or missing[0] == core[-1]):
        return None
    return fitting[0] if len(known) >= 2 or (known and not missing and core) else None


def _excepted(request: ForgetRequest, fact: Fact, language: Language) -> bool:
    """Whether a request spares a fact by a name or by all the words that it says of it."""
    spared = wording(request.spared, language).words if request.spared else ()
    asked = wording(request.about, language).keys
    spared = tuple(word for word in spared if word.key not in asked)
    if not spared:
        return False
    if part_meant(fact, request.about, language) is not None:
        return False  # what is spared may be told beside it
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


def _perhaps(found: Sequence[Match]) -> list[Match]:
    """Those that hold half of the words, or are near in meaning."""
    half = [m for m in found if 2 * sum(m.held) >= len(m.held) and m.strong]
    near = [m for m in found if m.near >= NEAR and m not in half]
    return sorted([*half, *near], key=lambda m: (-sum(m.held), -m.near))[:MOST_ASKED]


def _ids(found: Iterable[Match]) -> tuple[str, ...]:
    return tuple(match.fact.id for match in found)
