"""Arithmetic: "cuánto es 15% de 240", "what's 12 * (3 + 4)", "square root of 144"."""

from __future__ import annotations

import re

from assistant.answers import numbers
from assistant.answers.text import plain
from assistant.records import Language

_ASKED = re.compile(
    r"^(?:how much is|how much are|what is|what's|whats|calculate|compute|work out|cuanto es"
    r"|cuanto son|cuanto da|cuanto suman|calcula|calculame|calcular|resultado de|the|el|la)\s+"
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_PERCENT = re.compile(
    r"^(?:el |the )?([\d.]+)\s*(?:%|percent|per cent|por ciento) (?:de|of) ([\d.]+)$"
)
_ROOT = re.compile(r"^(?:la |the )?(?:raiz cuadrada de|square root of|sqrt|√) ?\(?([\d.]+)\)?$")
_WORDS = (
    (re.compile(r"\s+(?:plus|mas)\s+"), "+"),
    (re.compile(r"\s+(?:minus|menos)\s+"), "-"),
    (re.compile(r"\s+(?:times|multiplied by|por|multiplicado por|veces)\s+"), "*"),
    (re.compile(r"(?<=[\d)])\s*[x×]\s*(?=[\d(])"), "*"),
    (re.compile(r"\s+(?:divided by|over|dividido por|dividido entre|dividido|entre)\s+"), "/"),
    (re.compile(r"\s+(?:to the power of|elevado a la|elevado a)\s+"), "**"),
    (re.compile(r"\s+(?:squared|al cuadrado)\b"), "**2"),
    (re.compile(r"\s+(?:cubed|al cubo)\b"), "**3"),
    (re.compile(r"÷"), "/"),
    (re.compile(r"\^"), "**"),
)
_EXPRESSION = re.compile(r"[\d.\s+\-*/()]+")
_OPERATION = re.compile(r"(?<=[\d)\s])[+\-*/]+(?=[\s(\d\-])")
_DATE = re.compile(r"\d{1,4}([-/])\d{1,2}\1\d{1,4}|\d+-\d+-\d+")
_TIGHT = re.compile(r"\d+[-/x×]\d+")
"""24/7, 9-5, 4x4: as likely anything else as a sum, "what is" before it or not."""
_OFFER = re.compile(r"\d+ ?(?:x|×|por) ?\d+")
"""2 por 1, 4 x 4: a sum only where something is asked."""
_RECKON = re.compile(r"^(?:how much|calc|compute|work out|cuanto|resultado)")
_HEXADECIMAL = re.compile(r"(?<![\d.])0x\d")
LONGEST = 120
MOST_DIGITS = 40


def answer(text: str, language: Language) -> str | None:
    """``expression = value``, or None when the text is anything but one sum."""
    if len(text) > LONGEST or not any(char.isdigit() for char in text):
        return None
    asked = plain(text)
    stripped = _ASKED.sub("", _ASKED.sub("", asked))
    if _DATE.fullmatch(stripped) or _HEXADECIMAL.search(stripped):
        return None
    if _TIGHT.fullmatch(stripped) and not _RECKON.match(asked):
        return None
    if _OFFER.fullmatch(asked):
        return None
    expression = _expression(stripped, language)
    if expression is None:
        return None
    value = _value(expression)
    return None if value is None else f"{stripped} = {numbers.write(value, language)}"


def _expression(text: str, language: Language) -> str | None:
    """The same sum in Python's notation; None where a number could be read in two ways."""
    read = [numbers.read(found, language) for found in _NUMBER.findall(text)]
    if any(number is None for number in read):
        return None
    waiting = iter(read)
    text = _NUMBER.sub(lambda _: str(next(waiting)), text)
    percent, root = _PERCENT.match(text), _ROOT.match(text)
    if percent:
        return f"{percent[1]}*{percent[2]}/100"
    if root:
        return f"{root[1]}**0.5"
    for words, sign in _WORDS:
        text = words.sub(sign, text)
    whole = _EXPRESSION.fullmatch(text) and _OPERATION.search(text)
    return " ".join(text.split()) if whole else None


def _value(expression: str) -> float | None:
    """The value, by a library that runs no code and refuses sums that would never end."""
    import math

    from simpleeval import InvalidExpression, simple_eval

    try:
        value = simple_eval(expression)
    except (InvalidExpression, SyntaxError, ArithmeticError, TypeError, ValueError, MemoryError):
        return None
    if isinstance(value, complex) or not isinstance(value, int | float):
        return None
    if abs(value) >= 10**MOST_DIGITS:
        return None
    return round(value, 10) if isinstance(value, int) or math.isfinite(value) else None
