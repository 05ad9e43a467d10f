"""Arithmetic: "cuánto es 15% de 240", "what's 12 * (3 + 4)", "square root of 144"."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import NamedTuple

from assistant.answers import proportions
from assistant.answers.base import Answer
from assistant.answers.text import plain
from assistant.answers.vocabulary import alternatives
from assistant.characters import one_line
from assistant.compute import numbers
from assistant.compute.arithmetic import NotArithmetic, evaluate
from assistant.languages import known
from assistant.records import Language

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SPACED_PERCENT = re.compile(r"(?<=\d) %")
_SIGNS = (("plus", "+"), ("minus", "-"), ("times", "*"), ("divided", "/"), ("power", "**"))
_POWERS = (("squared", "**2"), ("cubed", "**3"))
_EXPRESSION = re.compile(r"[\d.\s+\-*/()]+")
_OPERATION = re.compile(r"(?<=[\d)\s])[+\-*/]+(?=[\s(\d\-])")
_DATE = re.compile(r"\d{1,4}([-/])\d{1,2}\1\d{1,4}|\d+-\d+-\d+")
_TIGHT = re.compile(r"\d+[-/x×]\d+")
"""24/7, 9-5, 4x4: as likely anything else as a sum, "what is" before it or not."""
_HEXADECIMAL = re.compile(r"(?<![\d.])0x\d")
LONGEST = 120
MOST_DIGITS = 40


def answer(text: str, language: Language) -> Answer | None:
    """``expression = value``, or None when the text is anything but one sum."""
    if len(text) > LONGEST:
        return None
    said = _patterns().percent.sub("%", plain(text))
    found = _answer(numbers.in_figures(said, language), language)
    for other in known():
        if found is None and other != language:
            in_other = numbers.in_figures(said, other)
            found = _answer(in_other, other) if in_other != said else None
    return found


def _answer(text: str, language: Language) -> Answer | None:
    asked = _SPACED_PERCENT.sub("%", text)
    if not any(char.isdigit() for char in asked):
        return None
    patterns = _patterns()
    stripped = patterns.end.sub("", patterns.asked.sub("", patterns.asked.sub("", asked)))
    if _DATE.fullmatch(stripped) or _HEXADECIMAL.search(stripped) or _ambiguous(asked, stripped):
        return None
    bare = patterns.money.sub("", stripped)
    figures = in_python(bare, language)
    if figures is None:
        return None
    proportion = proportions.answer(figures, language, asked=stripped != asked)
    if proportion:
        return Answer(proportion)
    expression = _expression(figures)
    value = value_of(expression) if expression else None
    return None if value is None else Answer(f"{bare} = {numbers.write(value, language)}")


def _ambiguous(asked: str, stripped: str) -> bool:
    tight = _TIGHT.fullmatch(stripped) and not _patterns().reckon.match(asked)
    return bool(tight or _patterns().offer.fullmatch(asked))


def in_python(text: str, language: Language) -> str | None:
    """The text with its numbers in Python's notation; None where one could be read in two ways."""
    read = [numbers.read(found, language) for found in _NUMBER.findall(text)]
    if any(number is None for number in read):
        return None
    waiting = iter(read)
    return _NUMBER.sub(lambda _: str(next(waiting)), text)


def _expression(text: str) -> str | None:
    patterns = _patterns()
    root, cube = patterns.root.match(text), patterns.cube_root.match(text)
    factorial = patterns.factorial.match(text)
    if root:
        return f"sqrt({root[1]})"
    if cube:
        return f"round({cube[1]}**(1/3), 10)"
    if factorial:
        return f"factorial({factorial[1] or factorial[2]})"
    for said, sign in patterns.operations:
        text = said.sub(sign, text)
    whole = _EXPRESSION.fullmatch(text) and _OPERATION.search(text)
    return one_line(text) if whole else None


def value_of(expression: str) -> float | None:
    """The value; None where there is none, or one of too many digits to be read."""
    try:
        value = evaluate(expression)
    except NotArithmetic:
        return None
    return None if abs(value) >= 10**MOST_DIGITS else value


class _Patterns(NamedTuple):
    """The words around and within a sum, of all languages. ``offer``: 2 por 1, 4 x 4, a sum only
    where something is asked."""

    asked: re.Pattern[str]
    end: re.Pattern[str]
    percent: re.Pattern[str]
    money: re.Pattern[str]
    reckon: re.Pattern[str]
    offer: re.Pattern[str]
    root: re.Pattern[str]
    cube_root: re.Pattern[str]
    factorial: re.Pattern[str]
    operations: tuple[tuple[re.Pattern[str], str], ...]


@cache
def _patterns() -> _Patterns:
    says = partial(alternatives, "arithmetic")
    the = rf"^(?:{says('articles')} )?"
    return _Patterns(
        asked=re.compile(rf"^{says('asked')}\s+"),
        end=re.compile(rf"\s*(?:=|{says('end')})$"),
        percent=re.compile(rf"\b{says('percent')}\b"),
        money=re.compile(rf"(?:us|u)?[$€£]\s*(?=\d)|(?<=\d)\s*[€$£]|(?<=\d)\s+{says('money')}\b"),
        reckon=re.compile(rf"^{says('reckon')}"),
        offer=re.compile(rf"\d+ ?(?:x|×|{says('offer')}) ?\d+"),
        root=re.compile(rf"{the}(?:{says('root')}|sqrt|√) ?\(?([\d.]+)\)?$"),
        cube_root=re.compile(rf"{the}{says('cube_root')} ?\(?([\d.]+)\)?$"),
        factorial=re.compile(rf"{the}(?:{says('factorial')} (\d+)|(\d+) factorial)$"),
        operations=(
            *((re.compile(rf"\s+{says(key)}\s+"), sign) for key, sign in _SIGNS),
            *((re.compile(rf"\s+{says(key)}\b"), sign) for key, sign in _POWERS),
            (re.compile(r"(?<=[\d)])\s*[x×]\s*(?=[\d(])"), "*"),
            (re.compile(r"÷"), "/"),
            (re.compile(r"\^"), "**"),
        ),
    )
