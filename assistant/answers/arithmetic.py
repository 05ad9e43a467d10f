"""Arithmetic: "cuánto es 15% de 240", "what's 12 * (3 + 4)", "square root of 144"."""

from __future__ import annotations

import re

from assistant.answers import proportions
from assistant.answers.base import Answer
from assistant.answers.text import plain
from assistant.compute import numbers
from assistant.compute.arithmetic import NotArithmetic, evaluate
from assistant.records import Language

_ASKED = re.compile(
    r"^(?:how much is|how much are|how much does|how much do|how much would|what would|what is"
    r"|what's|whats|what are|what do|what does|calculate|compute|work out|what do you get if you"
    r"|cuanto es|cuanto son|cuanto da"
    r"|cuanto dan|cuanto suman|cuanto seria|cuanto serian|cuanto hace|cuanto hacen|cuanto resulta"
    r"|cual es|calcula|calculame|calcular|calculate me|hace la cuenta de|haceme la cuenta de"
    r"|resultado de|the result of|el resultado de|que da|que es|what|how much|cuanto|the|el|la)\s+"
)
_END = re.compile(r"\s*(?:=|equals?|is|be|make|come to|give|da|dan|es igual a|is equal to)$")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_PERCENT = re.compile(r"\b(?:por ?ciento|per ?cent)\b")
_SPACED_PERCENT = re.compile(r"(?<=\d) %")
_MONEY = re.compile(
    r"(?:us|u)?[$€£]\s*(?=\d)|(?<=\d)\s*[€$£]"
    r"|(?<=\d)\s+(?:dollars|bucks|euros|pesos|dolares|usd|eur)\b"
)
_WORDS = (
    (re.compile(r"\s+(?:plus|mas)\s+"), "+"),
    (re.compile(r"\s+(?:minus|less|menos)\s+"), "-"),
    (re.compile(r"\s+(?:times|multiplied by|por|multiplicado por|veces|multiplicado con)\s+"), "*"),
    (re.compile(r"(?<=[\d)])\s*[x×]\s*(?=[\d(])"), "*"),
    (re.compile(r"\s+(?:divided by|over|dividido por|dividido entre|dividido|entre)\s+"), "/"),
    (re.compile(r"\s+(?:to the power of|elevado a la|elevado a)\s+"), "**"),
    (re.compile(r"\s+(?:squared|al cuadrado)\b"), "**2"),
    (re.compile(r"\s+(?:cubed|al cubo)\b"), "**3"),
    (re.compile(r"÷"), "/"),
    (re.compile(r"\^"), "**"),
)
_ROOT = re.compile(
    r"^(?:la |the )?(?:raiz(?: cuadrada)? de|square root of|sq root of"
    r"|sqrt(?: of)?|√) ?\(?([\d.]+)\)?$"
)
_CUBE_ROOT = re.compile(r"^(?:la |the )?(?:raiz cubica de|cube root of) ?\(?([\d.]+)\)?$")
_FACTORIAL = re.compile(r"^(?:el |the )?(?:factorial (?:de|of) (\d+)|(\d+) factorial)$")
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


def answer(text: str, language: Language) -> Answer | None:
    """``expression = value``, or None when the text is anything but one sum."""
    if len(text) > LONGEST:
        return None
    said = _PERCENT.sub("%", plain(text))
    other: Language = "en" if language == "es" else "es"
    found = _answer(numbers.in_figures(said, language), language)
    in_other = numbers.in_figures(said, other)
    return found or (_answer(in_other, other) if in_other != said else None)


def _answer(text: str, language: Language) -> Answer | None:
    asked = _SPACED_PERCENT.sub("%", text)
    if not any(char.isdigit() for char in asked):
        return None
    stripped = _END.sub("", _ASKED.sub("", _ASKED.sub("", asked)))
    if _DATE.fullmatch(stripped) or _HEXADECIMAL.search(stripped) or _ambiguous(asked, stripped):
        return None
    bare = _MONEY.sub("", stripped)
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
    tight = _TIGHT.fullmatch(stripped) and not _RECKON.match(asked)
    return bool(tight or _OFFER.fullmatch(asked))


def in_python(text: str, language: Language) -> str | None:
    """The text with its numbers in Python's notation; None where one could be read in two ways."""
    read = [numbers.read(found, language) for found in _NUMBER.findall(text)]
    if any(number is None for number in read):
        return None
    waiting = iter(read)
    return _NUMBER.sub(lambda _: str(next(waiting)), text)


def _expression(text: str) -> str | None:
    root, cube, factorial = _ROOT.match(text), _CUBE_ROOT.match(text), _FACTORIAL.match(text)
    if root:
        return f"sqrt({root[1]})"
    if cube:
        return f"round({cube[1]}**(1/3), 10)"
    if factorial:
        return f"factorial({factorial[1] or factorial[2]})"
    for words, sign in _WORDS:
        text = words.sub(sign, text)
    whole = _EXPRESSION.fullmatch(text) and _OPERATION.search(text)
    return " ".join(text.split()) if whole else None


def value_of(expression: str) -> float | None:
    """The value; None where there is none, or one of too many digits to be read."""
    try:
        value = evaluate(expression)
    except NotArithmetic:
        return None
    return None if abs(value) >= 10**MOST_DIGITS else value
