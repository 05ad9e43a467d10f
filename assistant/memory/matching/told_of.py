"""Of whom a fact and a statement tell, where both begin with them: "my sister Ruth lives in Galway"
and "Ruth moved to Cork", or "my sister moved to Cork".

What is told of one person is judged as what a person tells of themselves: without the words that
only say of whom. Pure.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count, takewhile
from typing import NamedTuple

from assistant.records import Language
from assistant.text.dictionaries import is_folded_word
from assistant.text.phrases import THOUSANDS, TOKEN, listed, tokens
from assistant.text.word_forms import same_names, same_word
from assistant.text.wording import Word, Wording, wording

WHO = ("person", "pet")
"""Kinds of words that say who somebody is."""
_QUALIFIED = 2
"""Words after "my" among which the first is that says who: "my best friend", "my sister"."""


class Beginning(NamedTuple):
    """Whom a text begins with, by ``role`` and by ``names``, and both parts of it as typed."""

    role: str
    names: frozenset[str]
    whom: str
    rest: str


class Both(NamedTuple):
    """What is told of one and the same: the beginnings of a fact and of a statement."""

    known: Beginning
    said: Beginning


def told_of_both(
    fact: str, fact_language: Language, said: str, said_language: Language
) -> Both | None:
    """The beginnings of both where they mean one person or animal; None where they do not."""
    exact = {
        word.text
        for text, language in ((fact, fact_language), (said, said_language))
        for word in wording(text, language).words
        if word.exact
    }
    for text, language in ((fact, fact_language), (said, said_language)):
        if found := _beginning(text, language, exact):
            exact |= found.names
    known, told = _beginning(fact, fact_language, exact), _beginning(said, said_language, exact)
    return Both(known, told) if known and told and _one(known, told) else None


def fully_named(text: str, language: Language, fact: str, fact_language: Language) -> str:
    """A statement with the beginning of the fact, where that says more of whom it tells: so that
    what is told of "Ruth" is still found as my sister's."""
    both = told_of_both(fact, fact_language, text, language)
    if both is None or fact_language != language:
        return text
    more = (bool(both.known.role), len(both.known.names)) > (
        bool(both.said.role),
        len(both.said.names),
    )
    return f"{both.known.whom} {both.said.rest}" if more else text


def told_apart(fact: str, fact_language: Language, said: str, said_language: Language) -> bool:
    """Whether both begin with somebody of one role, each with a name of their own: "my sister
    Ruth" is not "my sister Ann", nor "my dentist Bel" "my dentist Bels"."""
    known = _beginning(fact, fact_language, set(), named=True)
    told = _beginning(said, said_language, set(), named=True)
    if known is None or told is None or not known.role or known.role != told.role:
        return False
    return bool(known.names and told.names) and not _one(known, told)


def shares_its_thing(
    fact: str, fact_language: Language, said: str, said_language: Language
) -> bool:
    """Whether a statement has a word of the thing that a fact begins with: "my locker at work" of
    no new job. True for a fact that begins with no thing."""
    found = wording(fact, fact_language)
    if not found.tokens or found.tokens[0] not in listed("determiners"):
        return True
    words = {word.place: word for word in found.words}
    places = takewhile(words.__contains__, count(1))
    thing = [words[place] for place in places]
    told = wording(said, said_language).words
    return not thing or any(same_word(word, other) for word in thing for other in told)


def share_only_whom(fact: str, fact_language: Language, said: str, said_language: Language) -> bool:
    """Whether both begin with one and the same, and have no other word in common: of one person
    much is told that has nothing to do with each other."""
    known, told = wording(fact, fact_language), wording(said, said_language)
    mine = [word for word in known.words if _meets(word, told)]
    theirs = [word for word in told.words if _meets(word, known)]
    if not any(_is_somebody(word) for word in theirs):
        return False
    first = _leading(known, begins_with(fact, fact_language), mine)
    return first == mine and _leading(told, begins_with(said, said_language), theirs) == theirs


def share_only_a_name(
    fact: str, fact_language: Language, said: str, said_language: Language
) -> bool:
    """Whether a statement names, wherever it does, whom a fact begins with, and they have nothing
    else in common but a number: "the new flat is big enough for Frida" beside what the vet gave
    her, "Beth's train is at half 6" beside "Beth does year 6"."""
    known, told = wording(fact, fact_language), wording(said, said_language)
    shared = [(a, b) for a in known.words for b in told.words if same_word(a, b)]
    shared = [pair for pair in shared if pair[0].kind != "number"]
    named = (a.exact or b.exact or a.kind in WHO or _is_called(a, known) for a, b in shared)
    if not shared or not all(named):
        return False
    mine = [word for word, _ in shared]
    return _leading(known, begins_with(fact, fact_language), mine) == mine


def _is_called(word: Word, known: Wording) -> bool:
    """Whether a fact tells that as a name, however it is typed: what it begins with and no
    dictionary has, or what somebody is called, "the cat is called biscuit"."""
    begins = not word.place and _is_somebody(word)
    return begins or known.before(word) in listed("names somebody")


def _leading(side: Wording, begun: Beginning | None, shared: Collection[Word]) -> list[Word]:
    """The shared words among those with which a text begins: of whom it tells."""
    whom = tokens(begun.whom) if begun else ()

    def is_of_whom(word: Word) -> bool:
        return word in shared or word.text in whom or word.kind in WHO

    return [word for word in takewhile(is_of_whom, side.words) if word in shared]


def _meets(word: Word, other: Wording) -> bool:
    return any(same_word(word, one) for one in other.words)


def _is_somebody(word: Word) -> bool:
    named = word.text.isalpha() and not word.kind
    named = named and (word.exact or not is_folded_word(word.text))
    return named or word.kind in WHO


def without_shared_words(
    fact: str, fact_language: Language, said: str, said_language: Language
) -> tuple[str, str]:
    """What each of both tells by itself, without the words that they share."""
    known, told = wording(fact, fact_language), wording(said, said_language)

    def rest(one: Wording, other: Wording) -> str:
        shared = {w.text for w in one.words if any(same_word(w, o) for o in other.words)}
        return " ".join(token for token in one.tokens if token not in shared)

    return rest(known, told), rest(told, known)


def begins_with_all_of(
    fact: str, fact_language: Language, said: str, said_language: Language
) -> bool:
    """Whether a statement only names with its first words what a fact tells, and tells more: "my
    lead Priya is vegan" neither repeats "my lead is Priya" nor changes it."""
    known, told = wording(fact, fact_language), wording(said, said_language)
    whom, more = told.words[: len(known.words)], told.words[len(known.words) :]
    if not more or any(told.cues[cue] for cue in ("new", "gone", "negation")):
        return False
    if not any(map(_is_somebody, known.words)):
        return False
    linked = not set(known.tokens) <= set(told.tokens[: whom[-1].place + 1])
    return linked and all(any(same_word(word, own) for own in whom) for word in known.words)


def begins_with(text: str, language: Language) -> Beginning | None:
    """Whom a text begins with; None where it begins with nobody. What no dictionary has is a name
    there: "Yeison gana 2000"."""
    words = wording(text, language).words
    exact = {w.text for w in words if w.exact or not (w.place or w.kind or is_folded_word(w.text))}
    return _beginning(text, language, exact, named=True)


def role_alone(said: str, language: Language) -> str:
    """The role by which alone a statement names whom it tells of; "" for none."""
    found = _beginning(said, language, set())
    return found.role if found and not found.names else ""


def names_beside(role: str, fact: str, language: Language) -> frozenset[str]:
    """The names of whom a fact begins with, where they have that role."""
    found = _beginning(fact, language, set())
    return found.names if found and found.role == role else frozenset()


def _one(known: Beginning, said: Beginning) -> bool:
    if known.names and said.names and known.role and said.role:  # "my cousin Ames" is no plural
        return not known.names.isdisjoint(said.names)
    if known.names and said.names:
        if known.names - said.names and said.names - known.names:
            return False  # "Dr Tom Baird" is not "Lucy Baird"
        return any(set(same_names(name)) & said.names for name in known.names)
    return bool(known.role) and known.role == said.role


def _beginning(
    text: str, language: Language, exact: set[str], *, named: bool = False
) -> Beginning | None:
    """``exact`` are known names: what begins a sentence has a capital whatever it is. ``named``:
    whatever is followed by its name is a role as well, "my dentist Bel"."""
    text = THOUSANDS.sub("", text)
    found = wording(text, language)
    typed = list(TOKEN.finditer(text))
    if len(typed) != len(found.tokens) or not typed:
        return None
    words = {word.place: word for word in found.words}
    owned = found.tokens[0] in listed("owners")
    roles = range(1, 1 + _QUALIFIED)
    role = next((at for at in roles if _says_who(words.get(at))), 0)
    if named and not role:
        role = next((at for at in roles if _is_named(words.get(at), words.get(at + 1))), 0)
    if not owned or any(at not in words for at in range(1, role)):
        role = 0
    at = role + 1 if role else int(owned)
    begin = at
    while at < len(typed) and _is_name(found.tokens[at], typed[at].group(), at, role, exact):
        at += 1
    names = frozenset(found.tokens[begin:at])
    if (not role and (owned or not names)) or at >= len(typed):
        return None
    whom = text[typed[0].start() : typed[at - 1].end()]
    key = words[role].key if role else ""
    return Beginning(key, names, whom, text[typed[at].start() :])


def _says_who(word: Word | None) -> bool:
    return word is not None and word.kind in WHO


def _is_named(word: Word | None, name: Word | None) -> bool:
    called = word is not None and not word.exact and not word.kind
    return called and name is not None and name.exact and not name.kind


def _is_name(token: str, typed: str, at: int, role: int, exact: set[str]) -> bool:
    """Right after "my brother" any capital is a name's, "Dan" and "Hugo" too."""
    return typed.istitle() and (token in exact or (at > 0 and bool(role)))
