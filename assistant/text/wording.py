"""Words as the policies compare them: folded, stemmed, numbers and synonyms made equal.

Everything here is a pure function of the text and of the lists in ``data/plan``. Stems are crude on
purpose: they only have to be equal for forms of one word, not to be words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from assistant.languages import known, table
from assistant.records import Language
from assistant.resources import sections_of
from assistant.text.folding import fold
from assistant.text.phrases import (
    THOUSANDS,
    TOKEN,
    cues_in,
    listed,
    places_of,
    tokens,
)

_CLITIC = re.compile(r"['’](?:s|re|ve|ll|d|m|t)$")
_ENDINGS = (
    *("amientos", "imientos", "amiento", "imiento", "aciones", "iciones", "acion", "icion"),
    *("ariamos", "abamos", "iendo", "ieron", "iamos", "aran", "eran"),
    *("ando", "aron", "amos", "emos", "imos", "aban", "ados", "idos", "adas", "idas"),
    *("aba", "ado", "ido", "ada", "ida", "ing", "ies", "ian", "ias"),
    *("ed", "es", "an", "en", "as", "os", "ar", "er", "ir", "ia", "io", "ie"),
    *("s", "a", "o", "e", "i", "y"),
)
SHORTEST_STEM = 3
_SHORTEST_PLURAL = 6


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
    """A text taken apart. ``cues`` maps each kind of cue to the token places it covers; ``coded``
    are those of letters that belong to the number before them: "195-VXJ"; ``joined`` names with a
    stroke inside by the place they begin at: "acme/api"."""

    tokens: tuple[str, ...]
    words: tuple[Word, ...]
    cues: Mapping[str, tuple[int, ...]]
    coded: frozenset[int] = frozenset()
    joined: Mapping[int, str] = MappingProxyType({})

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(word.key for word in self.words)

    def identifiers(self) -> Mapping[int, str]:
        """What tells a thing from others of its kind, to the letter, by the place it begins at."""
        found = {
            word.place: word.text for word in self.words if word.exact and identifies(word.text)
        }
        codes = {at - 1: f"{self.tokens[at - 1]}{self.tokens[at]}" for at in self.coded}
        return found | codes | dict(self.joined)

    def holds(self, name: str) -> bool:
        """Whether a phrase of a section of ``words.txt`` stands in it."""
        return bool(self.places(name))

    def places(self, name: str) -> tuple[int, ...]:
        """The token places that phrases of a section of ``words.txt`` cover."""
        return places_of(self.tokens, name)

    def before(self, word: Word) -> str:
        """The token right before one of the words; "" where it begins the text."""
        return self.tokens[word.place - 1] if word.place else ""

    def negated(self) -> bool:
        return len(self.cues.get("negation", ())) % 2 == 1


_IN_CODE = re.compile(r"\d-?\Z")
_STROKES = re.compile(
    r"(?<![\w.])(?P<path>(?:~?/|\.{1,2}/)*)(?P<first>[^\W\d_][\w.-]+)(?P<rest>(?:/[\w.@-]{2,})+)"
)
_IN_CODES = frozenset("_@+#.")


class _Own(NamedTuple):
    """What a language has of its own: the words that carry no meaning in it, what a verb takes
    behind it, and the kinds of words that it writes small."""

    function: frozenset[str]
    enclitic: re.Pattern[str]
    common_kinds: frozenset[str]


@cache
def _own(language: Language) -> _Own:
    own = table(language, "memory").get("words", {})
    return _Own(
        listed("function").union(own.get("function", ())),
        re.compile(own.get("enclitic", "(?!)")),
        frozenset(own.get("common_kinds", ())),
    )


PAST = "past day"
"""The kind of a day or a month that is over: it tells when something happened once."""


@lru_cache(maxsize=65_536)
def stem(token: str) -> str:
    """What the forms of one word have in common."""
    base = _CLITIC.sub("", token)
    for ending in _ENDINGS:
        if base.endswith(ending) and len(base) - len(ending) >= SHORTEST_STEM:
            return base[: -len(ending)]
    return base


@lru_cache(maxsize=16_384)
def wording(text: str, language: Language) -> Wording:
    """The words that carry meaning in a text, and the cues it holds."""
    found, (titled, coded) = tokens(text), _capitals(text)
    named = titled | coded
    own = _own(language)
    skipped = own.function
    words = []
    for place, token in enumerate(found):
        bare = _CLITIC.sub("", token)
        if place in coded or (token not in skipped and bare not in skipped):
            word = _word(bare, place, own.enclitic.sub("", bare))
            word = _as_name(word, own.common_kinds) if place in named else word
            exact = not word.kind and (place in named or identifies(bare))
            family = exact and place and found[place - 1] in listed("before a family")
            word = _of_a_family(word) if family else word
            words.append(word._replace(kind=_kind_in(found, word), exact=exact))
    return Wording(found, tuple(words), cues_in(found), coded, _joined(text, words))


def strokes_apart(one: Wording, other: Wording) -> bool:
    """Whether both have names with a stroke inside, and none in common: "acme/api", "acme/app"."""
    own = {*one.joined.values()}
    return bool(own and other.joined) and own.isdisjoint(other.joined.values())


def in_every_language(text: str) -> tuple[Word, ...]:
    """The words of a text as each language reads them, where it does not tell its own."""
    return tuple(word for language in known() for word in wording(text, language).words)


def _capitals(text: str) -> tuple[frozenset[int], frozenset[int]]:
    """The places of the words with a capital inside a sentence, and of the letters of a code behind
    its number: "195-VXJ", "12A"."""
    text = THOUSANDS.sub("", text.replace("’", "'"))
    typed = [(found.group(), found.start()) for found in TOKEN.finditer(text)]
    inside = [(at, word, start) for at, (word, start) in enumerate(typed) if at]
    return (
        frozenset(at for at, word, _ in inside if word.istitle()),
        frozenset(
            at
            for at, word, start in inside
            if word[0].isupper() and _IN_CODE.search(text, max(0, start - 2), start)
        ),
    )


def _joined(text: str, words: Iterable[Word]) -> Mapping[int, str]:
    """The names with strokes inside: repositories, branches, paths. "Monday/Tuesday" is two values,
    "km/h" and "and/or" are no names."""
    if "/" not in text:
        return {}
    folded = THOUSANDS.sub("", fold(text))
    places = {found.start(): at for at, found in enumerate(TOKEN.finditer(folded))}
    plain = {word.place for word in words if not word.kind}
    found = {
        places.get(match.start("first"), 0): match["first"] + match["rest"]
        for match in _STROKES.finditer(folded)
        if match["path"] or places.get(match.start("first")) in plain
    }
    return {at: name.rstrip(".-_") for at, name in found.items()}


def _as_name(word: Word, small: frozenset[str]) -> Word:
    """ "Rosa" is no colour, and "Germán" no language where languages are written small."""
    common = word.kind in listed("common kinds") or word.kind in small
    return Word(word.text, word.text, "", word.place) if common else word


def _of_a_family(word: Word) -> Word:
    """ "The Hendersons" as each of them is called."""
    one = word.text.removesuffix("s")
    return word._replace(text=one, key=one) if len(one) > SHORTEST_STEM else word


def identifies(token: str) -> bool:
    """Letters with figures, or with what no plain word holds: "abc-1234", "mk2", "db_user"."""
    coded = any(map(str.isdigit, token)) or not _IN_CODES.isdisjoint(token)
    return coded and any(map(str.isalpha, token))


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


def is_listed(word: Word) -> bool:
    """Whether a list holds the word as a value of some kind or a synonym of others."""
    return word.text in _kinds()


def _word(token: str, place: int, form: str) -> Word:
    """``form``: the token as it is looked up, without what a verb takes behind it ("hablarme")."""
    listed_as = _listed_as(token) or _synonym_stems().get(stem(form))
    if listed_as:
        return Word(token, *listed_as, place)
    if token[0].isdigit() and not identifies(token):
        return Word(token, token.rstrip("%"), "number", place)
    return Word(token, stem(form), "", place)


def _listed_as(token: str) -> tuple[str, str] | None:
    """Canonical key and kind of a listed form or of its plural: "coffees"."""
    found = _kinds().get(token)
    if found or len(token) < _SHORTEST_PLURAL or not token.endswith("s"):
        return found
    return _kinds().get(token[:-1]) or (_kinds().get(token[:-2]) if token[-2] == "e" else None)


@cache
def _kinds() -> dict[str, tuple[str, str]]:
    """Each listed form with its canonical key and its kind ("" for mere synonyms)."""
    table: dict[str, tuple[str, str]] = {}
    for kind, entries in sections_of("plan", "kinds.txt").items():
        _enter(table, entries, kind)
    _enter(table, sections_of("plan", "words.txt")["about people"], "person")
    _enter(table, sections_of("plan", "words.txt")["same matter"], "")
    for entry in sections_of("plan", "words.txt")["numbers"]:
        form, _, digits = entry.partition("=")
        table[form] = (digits, "number")
    return table


@cache
def _synonym_stems() -> dict[str, tuple[str, str]]:
    """The stems of mere synonyms, for the forms that the lists leave out; no stem that is short."""
    table: dict[str, tuple[str, str]] = {}
    for form, listed_as in _kinds().items():
        if not listed_as[1] and len(stem(form)) > SHORTEST_STEM:
            table.setdefault(stem(form), listed_as)
    return table


def _enter(table: dict[str, tuple[str, str]], entries: Iterable[str], kind: str) -> None:
    for entry in entries:
        forms = entry.split("=")
        for form in forms:
            table.setdefault(form, (forms[0], kind))
