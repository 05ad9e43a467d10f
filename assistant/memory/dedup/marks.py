"""What makes two questions different however alike they look."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from assistant.languages import FALLBACK, table
from assistant.memory.dedup import cues
from assistant.memory.dedup.eligibility import personal
from assistant.memory.dedup.text import accented, symbols, tokens
from assistant.memory.signals.language import detect_language
from assistant.text.wording import wording

ASKS = (
    "why",
    "purpose",
    "works",
    "whom",
    "person",
    "when",
    "where",
    "often",
    "duration",
    "amount",
    "difference",
    "how",
    "meaning",
    "what",
    "explain",
    "which",
    "able",
)
_FITTING = frozenset(
    frozenset((one, other))
    for one, others in {
        "": ("how", "what", "amount", "which"),
        "what": ("which", "explain"),
        "works": ("explain",),
    }.items()
    for other in others
)
"""Kinds of questions that may be one question."""
SCOPES = ("only", "except", "all", "some", "first", "last", "most", "least", "half")
_OF_HOW = ("how", "when", "where", "duration")
"""Kinds of questions where "can I", "should I" and "do I" are one."""
_NEGATION = re.compile(
    r"(?<!\w)(?:no|not|never|without|none|nothing|nobody|neither|nor|sin|nunca|jamas|ningun\w*|nada"
    r"|nadie|tampoco|non)(?!\w)"
)
_QUOTED = re.compile(r"[\"“«`']([^\"”»`']{2,})[\"”»`']")
_ARTICLES = frozenset({"un", "una", "uno", "one", "a", "once"})
_TENSES = ("habitual", "acting", "future", "past", "present")
_ACCENT = re.compile("[áéíóú]", re.IGNORECASE)
_TO_COME = re.compile(r"(?<!\w)\w{2,}[aei]r(?:á|án|ás|emos)(?!\w)")
_UNACCENTED = re.compile(r"(?<!\w)\w{3,}(?:ia|ian|ara|aran|iran)(?!\w)")
_CODE = re.compile(r"[a-z]+\d+\w*|\w+[_]\w+|\w+(?:\+\+|#)|\w+\.\w+|\d+[a-z]\w*|--?\w+")


class Marks(NamedTuple):
    """The signs of one question that must be the other's too."""

    numbers: tuple[str, ...]
    units: frozenset[str]
    codes: frozenset[str]
    quoted: frozenset[str]
    negated: bool
    scopes: frozenset[str]
    ask: str
    tense: str
    letters: tuple[str, ...]
    symbols: tuple[str, ...]
    persons: frozenset[str]
    mentioned: frozenset[str]
    modality: frozenset[str]
    accented: frozenset[str]


@lru_cache(maxsize=2048)
def marks(text: str) -> Marks:
    """Read them all."""
    words = tokens(text)
    plain = " ".join(words)
    return Marks(
        numbers=_numbers(words),
        units=frozenset(b for a, b in pairwise(words) if _is_unit(a, b)),
        codes=frozenset(w for w in words if _CODE.fullmatch(w) and not w[0].isdigit()),
        quoted=frozenset(q.strip().lower() for q in _QUOTED.findall(text)),
        negated=len(_NEGATION.findall(plain)) % 2 == 1,
        scopes=frozenset(name for name in SCOPES if cues.found("scope", name, plain)),
        ask=next((name for name in ASKS if _asks(name, plain)), ""),
        tense=_tense(text, plain),
        letters=_letters(words, plain),
        symbols=tuple(sorted(symbols(text))),
        persons=_persons(text, plain),
        mentioned=_mentioned(plain) - accented(text),
        accented=accented(text),
        modality=frozenset(name for name in ("may", "must") if cues.found("scope", name, plain)),
    )


def difference(one: Marks, other: Marks) -> str:
    """The first sign in which two questions differ beyond doubt; empty when none does."""
    checks = (
        ("number", one.numbers != other.numbers),
        ("unit", one.units != other.units),
        ("identifier", one.codes != other.codes or one.symbols != other.symbols),
        ("word", one.mentioned != other.mentioned),
        ("accent", one.accented != other.accented),
        ("letter", sorted(one.letters) != sorted(other.letters)),
        ("quotation", bool(one.quoted and other.quoted) and one.quoted != other.quoted),
        ("negation", one.negated != other.negated),
        ("scope", one.scopes != other.scopes),
        ("question", not _compatible(one.ask, other.ask)),
        ("modality", one.modality != other.modality and one.ask not in _OF_HOW),
        ("tense", _tenses_differ(one, other)),
        ("person", _of_another(one, other)),
        ("order", one.letters != other.letters),
    )
    return next((name for name, differs in checks if differs), "")


def _numbers(words: tuple[str, ...]) -> tuple[str, ...]:
    """The numbers in their order ("30% of 200"), number words included, articles apart."""
    found: list[str] = []
    for word in words:
        if word[0].isdigit():
            found.append(word.rstrip("%"))
        elif word not in _ARTICLES:
            for read in wording(word, FALLBACK).words:
                if read.kind == "number" and read.key.isdigit():
                    found.append(read.key)
    return tuple(found)


def _letters(words: tuple[str, ...], plain: str) -> tuple[str, ...]:
    """Names of one letter, in order ("subtract a from b", "vitamin e"); little words are none."""
    own = table(detect_language(plain), "memory").get("words", {})
    little = own.get("one_letter", "")
    return tuple(
        word
        for place, word in enumerate(words)
        if len(word) == 1
        and word.isalpha()
        and (word not in little or place == len(words) - 1 or _named(words[place - 1]))
    )


def _named(word: str) -> bool:
    return cues.found("scope", "lettered", word)


def _mentioned(plain: str) -> frozenset[str]:
    """Little words that are themselves asked about: "the past tense of go"."""
    cue = cues.pattern("scope", "mention").search(plain)
    if cue is None:
        return frozenset()
    after = plain[cue.end() :].split()
    return frozenset(w for w in after if w in cues.words("function") - cues.words("glue"))


def _persons(text: str, plain: str) -> frozenset[str]:
    """Whose matter it is: of the one who asks, or of the one who answers."""
    asker = {"asker"} if personal(text) else set()
    asked = {"asked"} if cues.found("scope", "asked", plain) else set()
    return frozenset(asker | asked)


def _is_unit(number: str, unit: str) -> bool:
    return number[0].isdigit() and unit in cues.words("units")


def _asks(name: str, plain: str) -> bool:
    """``able`` and "what is…" only count at the start."""
    if name == "able":
        return cues.whole("ask", name, plain)
    return cues.found("ask", name, plain)


def _compatible(one: str, other: str) -> bool:
    """A question that names no kind ("gazpacho recipe") fits those that ask for a matter."""
    return one == other or frozenset((one, other)) in _FITTING


def _of_another(one: Marks, other: Marks) -> bool:
    """How something is done is one for all, unless both say whose matter it is."""
    both = bool(one.persons and other.persons)
    return one.persons != other.persons and (both or "how" not in (one.ask, other.ask))


def _tense(text: str, plain: str) -> str:
    """Where accents are written, "inicia" is neither "decía" nor "compara" what "pasará" is."""
    if _TO_COME.search(text.lower()):
        return "future"
    if _ACCENT.search(text):
        plain = " ".join(tokens(_UNACCENTED.sub("x", text.lower())))
    return next((name for name in _TENSES if cues.found("tense", name, plain)), "")


def _tenses_differ(one: Marks, other: Marks) -> bool:
    """Only tenses that are told beyond doubt; what is to come is never what is or was.

    "Who wrote" and "who is the author of" are one, "who writes" is another question.
    """
    for tense in ("habitual", "future", "acting"):
        if tense in (one.tense, other.tense):
            return one.tense != other.tense
    if one.ask == other.ask == "person":
        return False
    return bool(one.tense and other.tense) and one.tense != other.tense
