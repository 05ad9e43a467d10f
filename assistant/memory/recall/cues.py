"""Signs in the wording: what a question asks for, what a fact holds, which rules hold always."""

from __future__ import annotations

import re
from functools import lru_cache

from assistant.memory.recall.words import fold, phrases, words
from assistant.records import Fact

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
    return phrases("asks-memory").search(fold(text)) is not None


def answer_fits(question: str, fact: str) -> tuple[float, float, float]:
    """Whether the fact holds what the question asks for: a name, a time, a number (1 or 0 each)."""
    person, time, number = _asked(question)
    if not (person or time or number):
        return 0.0, 0.0, 0.0
    has_name, has_time, has_number = _held(fact)
    return (
        float(person and has_name),
        float(time and (has_time or has_number)),
        float(number and has_number),
    )


@lru_cache(maxsize=64)
def _asked(question: str) -> tuple[bool, bool, bool]:
    folded = fold(question)
    return bool(_WHO.search(folded)), bool(_WHEN.search(folded)), bool(_HOW_MUCH.search(folded))


@lru_cache(maxsize=4096)
def _held(fact: str) -> tuple[bool, bool, bool]:
    return bool(_NAME.search(fact)), bool(_WHEN_WORD.search(fold(fact))), bool(_DIGIT.search(fact))


def named(question: str, fact: str) -> float:
    """1 when the question says a proper name that the fact holds, else 0."""
    return float(not words(question).isdisjoint(_names(fact)))


@lru_cache(maxsize=4096)
def _names(fact: str) -> frozenset[str]:
    return frozenset(fold(name) for name in _NAME.findall(fact))


def same_day(question: str, fact: str) -> float:
    """1 when both name the same day of the week or the same month, in whatever language, else 0."""
    asked = _days(question)
    return float(bool(asked) and not asked.isdisjoint(_days(fact)))


@lru_cache(maxsize=4096)
def _days(text: str) -> frozenset[int]:
    """Days of the week from 0, months from 7."""
    spoken = words(text)
    return frozenset(_DAYS[word] for word in spoken if word in _DAYS)


def holds_always(fact: Fact) -> bool:
    """A rule or preference about how to answer, tied to no occasion (F8)."""
    if fact.kind not in ("rule", "preference", "instruction") and fact.domain != "preferences":
        return False
    return _answers_always(fact.fact)


@lru_cache(maxsize=4096)
def _answers_always(text: str) -> bool:
    folded = fold(text)
    return (
        phrases("answering").search(folded) is not None
        and phrases("conditions").search(folded) is None
    )
