"""Words as the policies compare them: folded, stemmed, numbers and synonyms made equal.

Everything here is a pure function of the text and of the lists in ``data/plan``. Stems are crude on
purpose: they only have to be equal for forms of one word, not to be words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from assistant.characters import fold
from assistant.memory.phrases import (
    CUES,
    THOUSANDS,
    TOKEN,
    cues_in,
    listed,
    places_of,
    sections_of,
    tokens,
)
from assistant.records import Language

__all__ = [
    "CUES",
    "PAST",
    "Word",
    "Wording",
    "fold",
    "is_listed",
    "listed",
    "same_word",
    "stem",
    "tokens",
    "wording",
]

_CLITIC = re.compile(r"['’](?:s|re|ve|ll|d|m|t)$")
_ENCLITIC = re.compile(r"(?<=\w[aei]r|ndo)(?:me|te|se|nos|l[aeo]s?)$")
_ENDINGS = (
    *("amientos", "imientos", "amiento", "imiento", "aciones", "iciones", "acion", "icion"),
    *("ariamos", "abamos", "iendo", "ieron", "iamos", "aran", "eran"),
    *("ando", "aron", "amos", "emos", "imos", "aban", "ados", "idos", "adas", "idas"),
    *("aba", "ado", "ido", "ada", "ida", "ing", "ies", "ian", "ias"),
    *("ed", "es", "an", "en", "as", "os", "ar", "er", "ir", "ia", "io", "ie"),
    *("s", "a", "o", "e", "i", "y"),
)
_SHORTEST_STEM = 3
_SHORTEST_PLURAL = 6
_SHORT = 8
_INFLECTS = frozenset("aeiosydrn")
"""Letters one of which another may stand for at the end of one word in two forms."""


class Word(NamedTuple):
    """A word that carries meaning. Words with one ``key`` mean the same.

    ``kind`` names the list of ``kinds.txt`` that holds it, ``number`` or ``person``; else empty.
    ``place`` counts tokens from the start of the text. ``exact``: a name or an identifier, of which
    one letter or figure more is another one ("Pixel7" and "Pixel8", "Juan" and "Juana").
    """

    text: str
    key: str
    kind: str
    place: int
    exact: bool = False


class Wording(NamedTuple):
    """A text taken apart. ``cues`` maps each kind of cue to the token places it covers."""

    tokens: tuple[str, ...]
    words: tuple[Word, ...]
    cues: Mapping[str, tuple[int, ...]]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(word.key for word in self.words)

    def holds(self, name: str) -> bool:
        """Whether a phrase of a section of ``words.txt`` stands in it."""
        return bool(self.places(name))

    def places(self, name: str) -> tuple[int, ...]:
        """The token places that phrases of a section of ``words.txt`` cover."""
        return places_of(self.tokens, name)

    def before(self, word: Word) -> str:
        """The token right before one of the words; "" where it begins the text."""
        return self.tokens[word.place - 1] if word.place else ""

    def led_by(self, word: Word) -> str:
        """The token before a word and its article; "" where they begin the text."""
        return _led_by(self.tokens, word.place)

    def negated(self) -> bool:
        return len(self.cues.get("negation", ())) % 2 == 1


PAST = "past day"
"""The kind of a day or a month that is over: it tells when something happened once."""


@lru_cache(maxsize=65_536)
def stem(token: str) -> str:
    """What the forms of one word have in common."""
    base = _CLITIC.sub("", token)
    for ending in _ENDINGS:
        if base.endswith(ending) and len(base) - len(ending) >= _SHORTEST_STEM:
            return base[: -len(ending)]
    return base


@lru_cache(maxsize=16_384)
def wording(text: str, language: Language) -> Wording:
    """The words that carry meaning in a text, and the cues it holds."""
    found, named = tokens(text), _capitals(text)
    skipped = listed("function")
    spanish = language == "es"
    if spanish:
        skipped = skipped | listed("spanish only")
    words = []
    for place, token in enumerate(found):
        bare = _CLITIC.sub("", token)
        if token not in skipped and bare not in skipped:
            word = _word(bare, place, _ENCLITIC.sub("", bare) if spanish else bare)
            word = _as_name(word, spanish=spanish) if place in named else word
            exact = not word.kind and (place in named or _identifies(bare))
            words.append(word._replace(kind=_kind_in(found, word), exact=exact))
    return Wording(found, tuple(words), cues_in(found))


def _capitals(text: str) -> frozenset[int]:
    """The places of the words with a capital inside a sentence."""
    typed = TOKEN.findall(THOUSANDS.sub("", text.replace("’", "'")))
    return frozenset(at for at, word in enumerate(typed) if at and word.istitle())


def _as_name(word: Word, *, spanish: bool) -> Word:
    """ "Rosa" is no colour, and "Germán" no language: Spanish writes languages small."""
    common = word.kind in listed("common kinds")
    common = common or (spanish and word.kind in listed("common kinds in Spanish"))
    return Word(word.text, word.text, "", word.place) if common else word


def _identifies(token: str) -> bool:
    """Letters and figures in one: "abc-1234", "alpha-71", "mk2"."""
    return any(map(str.isdigit, token)) and any(map(str.isalpha, token))


def _kind_in(found: tuple[str, ...], word: Word) -> str:
    """The kind of a word where it stands: "last Friday" is past, and no value of what goes on;
    "soy abuela" tells of the speaker, and of no grandmother."""
    lead = _led_by(found, word.place)
    after = found[word.place + 1 : word.place + 2]
    if word.kind in ("weekday", "month"):
        past = lead in listed("past before") or not listed("past after").isdisjoint(after)
        return PAST if past else word.kind
    return "" if word.kind == "person" and lead in listed("i am") else word.kind


def _led_by(found: tuple[str, ...], place: int) -> str:
    articles = listed("articles")
    return next((token for token in reversed(found[:place]) if token not in articles), "")


def same_word(one: Word, other: Word) -> bool:
    """Whether two words are forms of one, allowing for a long common beginning."""
    if one.exact or other.exact:
        return _same_name(one.text, other.text)
    if _of_two_genders(one.text, other.text) and not (is_listed(one) or is_listed(other)):
        return False
    if one.key == other.key or _again(one, other) or _again(other, one):
        return True
    if one.kind or other.kind or one.text[0].isdigit():
        return False
    shared = _common_prefix(one.text, other.text)
    longest = max(len(one.text), len(other.text))
    if longest - shared == 1 and len(one.text) == len(other.text) and longest < _SHORT:
        return _INFLECTS.issuperset((one.text[-1], other.text[-1]))  # not "orbis" and "orbix"
    return (shared >= 5 and shared >= 0.6 * longest) or (shared >= 4 and shared >= 0.75 * longest)


def _same_name(one: str, other: str) -> bool:
    """Letter by letter, but for the hyphens of an identifier and a plural: "the Hendersons"."""
    if _identifies(one) or _identifies(other):
        return plain_name(one) == plain_name(other)
    return plain_name(one) in same_names(other)


def plain_name(text: str) -> str:
    """A name or an identifier without its hyphens: what it is told from others by."""
    return re.sub(r"[-'’]", "", text)


def same_names(text: str) -> tuple[str, ...]:
    """The plain names that are the same one: itself, and for a name its plural or singular."""
    name = plain_name(text)
    if _identifies(text) or len(name) <= _SHORTEST_STEM:
        return (name,)
    singular = (name[:-1],) if name.endswith("s") and len(name) - 1 > _SHORTEST_STEM else ()
    return (name, f"{name}s", *singular)


def _of_two_genders(one: str, other: str) -> bool:
    """ "juan" and "juana", which are two persons, where "doctor" and "doctora" may be one."""
    shorter, longer = sorted((one, other), key=len)
    ends_open = shorter.endswith(("or", "es", "a", "e", "i", "o", "u"))
    return longer == f"{shorter}a" and not ends_open


def other_gender(word: Word) -> tuple[str, ...]:
    """What looks like another form of the word and is another person's name."""
    text = word.text
    others = (f"{text}a", *((text[:-1],) if text.endswith("a") else ()))
    return tuple(o for o in others if not is_listed(word) and _of_two_genders(text, o))


def _again(one: Word, other: Word) -> bool:
    """Whether one does again what the other does: "relicensed" and "license"."""
    return one.key.startswith("re") and len(other.key) >= 5 and one.key[2:] == other.key


def is_listed(word: Word) -> bool:
    """Whether a list holds the word as a value of some kind or a synonym of others."""
    return word.text in _kinds()


def _word(token: str, place: int, form: str) -> Word:
    """``form``: the token as it is looked up, without what a verb takes behind it ("hablarme")."""
    listed_as = _listed_as(token) or _synonym_stems().get(stem(form))
    if listed_as:
        return Word(token, *listed_as, place)
    if token[0].isdigit():
        return Word(token, token, "number", place)
    return Word(token, stem(form), "", place)


def _listed_as(token: str) -> tuple[str, str] | None:
    """Canonical key and kind of a listed form or of its plural: "coffees"."""
    found = _kinds().get(token)
    if found or len(token) < _SHORTEST_PLURAL or not token.endswith("s"):
        return found
    return _kinds().get(token[:-1]) or (_kinds().get(token[:-2]) if token[-2] == "e" else None)


def _common_prefix(one: str, other: str) -> int:
    length = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        length += 1
    return length


@cache
def _kinds() -> dict[str, tuple[str, str]]:
    """Each listed form with its canonical key and its kind ("" for mere synonyms)."""
    table: dict[str, tuple[str, str]] = {}
    for kind, entries in sections_of("kinds.txt").items():
        _enter(table, entries, kind)
    _enter(table, sections_of("words.txt")["about people"], "person")
    _enter(table, sections_of("words.txt")["same matter"], "")
    for entry in sections_of("words.txt")["numbers"]:
        form, _, digits = entry.partition("=")
        table[form] = (digits, "number")
    return table


@cache
def _synonym_stems() -> dict[str, tuple[str, str]]:
    """The stems of mere synonyms, for the forms that the lists leave out; no stem that is short."""
    table: dict[str, tuple[str, str]] = {}
    for form, listed_as in _kinds().items():
        if not listed_as[1] and len(stem(form)) > _SHORTEST_STEM:
            table.setdefault(stem(form), listed_as)
    return table


def _enter(table: dict[str, tuple[str, str]], entries: list[str], kind: str) -> None:
    for entry in entries:
        forms = entry.split("=")
        for form in forms:
            table.setdefault(form, (forms[0], kind))
