"""What makes two questions different however alike they look."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from assistant.memory.dedup import cues
from assistant.memory.dedup.text import tokens
from assistant.memory.wording import wording

ASKS = (
    "why",
    "purpose",
    "works",
    "person",
    "when",
    "where",
    "amount",
    "how",
    "what",
    "which",
    "able",
)
SCOPES = ("only", "except", "first", "last", "most", "least", "half")
_NEGATION = re.compile(
    r"(?<!\w)(?:no|not|never|without|none|nothing|nobody|neither|nor|sin|nunca|jamas|ningun\w*|nada"
    r"|nadie|tampoco|non)(?!\w)"
)
_QUOTED = re.compile(r"[\"“«`']([^\"”»`']{2,})[\"”»`']")
_ARTICLES = frozenset({"un", "una", "uno", "one", "a", "once"})
_CODE = re.compile(r"[a-z]+\d+\w*|\w+[_]\w+|\w+(?:\+\+|#)|\w+\.\w+|\d+[a-z]\w*|--?\w+")


@dataclass(frozen=True, slots=True)
class Marks:
    """The signs of one question that must be the other's too."""

    numbers: tuple[tuple[str, int], ...]
    units: frozenset[str]
    codes: frozenset[str]
    quoted: frozenset[str]
    negated: bool
    scopes: frozenset[str]
    ask: str
    tense: str
    condition: bool
    letters: tuple[str, ...]


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
        tense=next((n for n in ("habitual", "past", "future", "present") if _tense(n, plain)), ""),
        condition=cues.found("scope", "condition", plain),
        letters=_letters(words),
    )


def difference(one: Marks, other: Marks) -> str:
    """The first sign in which two questions differ beyond doubt; empty when none does."""
    checks = (
        ("number", one.numbers != other.numbers),
        ("unit", one.units != other.units),
        ("identifier", one.codes != other.codes),
        ("quotation", bool(one.quoted and other.quoted) and one.quoted != other.quoted),
        ("negation", one.negated != other.negated),
        ("scope", one.scopes != other.scopes),
        ("question", not _compatible(one.ask, other.ask)),
        ("tense", _tenses_differ(one, other)),
        ("order", one.letters != other.letters and sorted(one.letters) == sorted(other.letters)),
    )
    return next((name for name, differs in checks if differs), "")


def _numbers(words: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """How often each number occurs, number words included, articles apart."""
    found: Counter[str] = Counter()
    for word in words:
        if word[0].isdigit():
            found[word.rstrip("%")] += 1
        elif word not in _ARTICLES:
            for read in wording(word, "en").words:
                if read.kind == "number" and read.key.isdigit():
                    found[read.key] += 1
    return tuple(sorted(found.items()))


def _letters(words: tuple[str, ...]) -> tuple[str, ...]:
    """Names of one letter, in order ("subtract a from b"); articles alone are none."""
    found = tuple(word for word in words if len(word) == 1 and word.isalpha())
    return found if set(found) - set("aeiouy") else ()


def _is_unit(number: str, unit: str) -> bool:
    return number[0].isdigit() and unit in cues.words("units")


def _asks(name: str, plain: str) -> bool:
    """``able`` and "what is…" only count at the start."""
    if name == "able":
        return cues.whole("ask", name, plain)
    return cues.found("ask", name, plain)


def _compatible(one: str, other: str) -> bool:
    """A question that names no kind ("gazpacho recipe") fits those that ask for a matter."""
    if one == other:
        return True
    loose = {"", "how", "what", "amount", "why"}
    pairs = {frozenset(p) for p in (("", "how"), ("", "what"), ("", "amount"), ("what", "amount"))}
    pairs |= {frozenset(p) for p in (("", "which"), ("what", "which"))}
    pairs |= {frozenset(p) for p in (("works", "what"), ("purpose", "works"))}
    return (
        one in loose | {"works", "purpose", "person", "which"} and frozenset((one, other)) in pairs
    )


def _tense(name: str, plain: str) -> bool:
    return cues.found("tense", name, plain)


def _tenses_differ(one: Marks, other: Marks) -> bool:
    """Only tenses that are told by auxiliaries; "who wrote" and "the author of" are one."""
    if one.ask == other.ask == "person":
        return False
    if "habitual" in (one.tense, other.tense):
        return one.tense != other.tense
    return bool(one.tense and other.tense) and one.tense != other.tense
