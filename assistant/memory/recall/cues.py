"""Signs in the wording: what a question asks for, what a fact holds, which rules hold always."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from assistant.records import Fact
from assistant.resources import toml_of
from assistant.text.folding import fold
from assistant.text.phrases import bordered, phrases_of
from assistant.text.words import words

_WHO = re.compile(r"\b(?:quien(?:es)?|who|whom|whose)\b")
_WHEN = re.compile(
    r"\b(?:cuando|when|que (?:dia|hora|fecha)|what (?:time|day|date)|how long"
    r"|how many (?:days|weeks)|cuanto (?:tiempo|me queda|falta)|cuant[oa]s (?:dias|semanas))\b"
)
_HOW_MUCH = re.compile(r"\b(?:cuant[oa]s?|how (?:much|many|old|big|long|tall))\b")
_NAME = re.compile(r"(?<=[\w,] )[A-ZÁÉÍÓÚÑ][a-záéíóúñ]+")
_DIGIT = re.compile(r"\d")
_WHEN_WORD = re.compile(
    r"\b(?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|enero|febrero|marzo|abril|mayo"
    r"|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre|tardes?|noches?|mananas?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|january|february|march|april|june"
    r"|july|august|september|october|november|december|mornings?|afternoons?|evenings?|nights?)\b"
)
_DAYS = {
    name: n % 19
    for n, names in enumerate(
        (
            *("lunes", "martes", "miercoles", "jueves", "viernes", "sabado sabados"),
            *("domingo domingos", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio"),
            *("agosto", "septiembre setiembre", "octubre", "noviembre", "diciembre"),
            *("monday mondays", "tuesday tuesdays", "wednesday wednesdays", "thursday thursdays"),
            *("friday fridays", "saturday saturdays", "sunday sundays", "january", "february"),
            *("march", "april", "may", "june", "july", "august", "september", "october"),
            *("november", "december"),
        )
    )
    for name in names.split()
}


def asks_memory(text: str) -> bool:
    """Whether the words ask for what was kept, which lets dormant facts be shown (F6)."""
    return phrases_of("recall", "asks-memory.txt").search(fold(text)) is not None


class Asked(NamedTuple):
    """What a question says: whether it asks for a person, a time, a number; its words; its days of
    the week (from 0) and months (from 7)."""

    who: bool
    when: bool
    how_much: bool
    words: frozenset[str]
    days: frozenset[int]


class Held(NamedTuple):
    """What a fact holds for a question to ask for; ``names`` are its proper names, folded."""

    name: bool
    time: bool
    number: bool
    names: frozenset[str]
    days: frozenset[int]


@lru_cache(maxsize=64)
def asked_by(question: str) -> Asked:
    folded = fold(question)
    who, when, how_much = (bool(p.search(folded)) for p in (_WHO, _WHEN, _HOW_MUCH))
    return Asked(who, when, how_much, frozenset(words(question)), _days(question))


@lru_cache(maxsize=4096)
def held_by(fact: str) -> Held:
    number = bool(_DIGIT.search(fact))
    time = number or bool(_WHEN_WORD.search(fold(fact)))
    names = frozenset(fold(name) for name in _NAME.findall(fact))
    return Held(bool(names), time, number, names, _days(fact))


def _days(text: str) -> frozenset[int]:
    return frozenset(_DAYS[word] for word in words(text) if word in _DAYS)


def holds_always(fact: Fact) -> bool:
    """A rule or preference about how to answer, tied to no occasion (F8)."""
    if fact.kind not in ("rule", "preference", "instruction") and fact.domain != "preferences":
        return False
    return of_every_answer(fact.fact)


_REFERENCE = re.compile(r"<([a-z]+)>")
_QUOTES = str.maketrans("’‘", "''")


@lru_cache(maxsize=4096)
def of_every_answer(text: str) -> bool:
    """A wish of style under no condition."""
    folded = _folded(text)
    if not (phrases_of("recall", "answering.txt").search(folded) or _wishes().search(folded)):
        return False
    return unconditional(text)


@lru_cache(maxsize=4096)
def unconditional(text: str) -> bool:
    """Whether a text ties what it asks for to no occasion."""
    return phrases_of("recall", "conditions.txt").search(_settled().sub(" ", _folded(text))) is None


def _folded(text: str) -> str:
    return fold(text).translate(_QUOTES)


@cache
def _wishes() -> re.Pattern[str]:
    return _whole_words(_read()["patterns"])


@cache
def _settled() -> re.Pattern[str]:
    return _whole_words(_read()["settled"])


def _whole_words(patterns: Sequence[str]) -> re.Pattern[str]:
    words: Mapping[str, Sequence[str]] = _read()["words"]

    def listed(match: re.Match[str]) -> str:
        return f"(?:{'|'.join(words[match[1]])})"

    return bordered(_REFERENCE.sub(listed, pattern) for pattern in patterns)


def _read() -> Mapping[str, Any]:
    return toml_of("recall", "style.toml")
