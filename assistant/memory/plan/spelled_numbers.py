"""Numbers that a text says in words, whole: "ciento cincuenta", "twenty-five thousand". Pure.

Dictated text has them all, and of "ciento cincuenta" no part is a value by itself: who says
"doscientos" instead does not mean "doscientos cincuenta".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from assistant.compute.numbers import spelled
from assistant.records import Language
from assistant.text.folding import fold

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_GAP = re.compile(r"\s+")
_FIGURE = re.compile(r"\d\s*\Z")
_LONGEST = 10
"""Words of one number, at most."""
LEAST = 13
"""A smaller one in a single word is one of the words, "two hands", and stays as it is."""


class SpelledNumber(NamedTuple):
    """Where a number stands, and in figures."""

    span: tuple[int, int]
    figures: str


@lru_cache(maxsize=4096)
def spelled_numbers(text: str, language: Language) -> Mapping[int, SpelledNumber]:
    """Each by where it begins: those of several words, and large ones of one."""
    typed = list(_WORD.finditer(text))
    found: dict[int, SpelledNumber] = {}
    at = 0
    while at < len(typed):
        run = [typed[at]]
        for later in typed[at + 1 : at + _LONGEST]:
            if not _GAP.fullmatch(text, run[-1].end(), later.start()):
                break
            run.append(later)
        number = spelled([fold(word.group()) for word in run], language)
        in_figures = _FIGURE.search(text[: run[0].start()])  # "2 millones" is no million
        if number and not in_figures and (number.length > 1 or number.value >= LEAST):
            span = run[0].start(), run[number.length - 1].end()
            found[span[0]] = SpelledNumber(span, str(number.value))
        at += number.length if number else 1
    return found
