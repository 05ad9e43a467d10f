"""Numbers as the two languages write and say them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assistant.records import Language

_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_UNDER_HUNDRED: Mapping[Language, str] = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
    "quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres "
    "veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve",
}
_TENS: Mapping[Language, str] = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
}
_HUNDREDS = (
    *("cien", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos"),
    *("setecientos", "ochocientos", "novecientos"),
)
_SMALL: Mapping[Language, Mapping[str, int]] = {
    language: {
        **{word: n for n, word in enumerate(_UNDER_HUNDRED[language].split())},
        **{word: 10 * n for n, word in enumerate(_TENS[language].split(), 2)},
    }
    for language in ("en", "es")
}
_LARGE: Mapping[Language, Mapping[str, int]] = {
    "en": {"hundred": 100, "thousand": 1000, "million": 10**6},
    "es": {
        **{word: 100 * n for n, word in enumerate(_HUNDREDS, 1)},
        "ciento": 100,
        "mil": 1000,
        "millon": 10**6,
        "millones": 10**6,
    },
}
_ONE = {"en": (), "es": ("un", "una", "veintiun")}
_AND = {"en": "and", "es": "y"}


class Spelled(NamedTuple):
    """A whole number in words, and how many of the words it takes."""

    value: int
    length: int


def read(text: str, language: Language) -> str | None:
    """A number in Python's notation; None when it can be read in two ways.

    ``1,500`` is English for what Spanish writes ``1.500``; ``2.5`` and ``2,5`` are the same in
    both, since a sum alone ("80 * 2,5") does not tell its language.
    """
    separator = "." if language == "es" else ","
    if "." in text and "," in text:
        whole, _, rest = text.rpartition("." if text.rfind(".") > text.rfind(",") else ",")
        return f"{re.sub(r'[.,]', '', whole)}.{rest}"
    if _GROUPED.fullmatch(text):
        if text.count(".") + text.count(",") > 1:
            return re.sub(r"[.,]", "", text)
        return None if separator not in text else text.replace(separator, "")
    return text.replace(",", ".") if text.count(",") < 2 else None


def spelled(words: Sequence[str], language: Language) -> Spelled | None:
    """The whole number that the folded words begin with: "ciento veinte", "two hundred and six"."""
    total, group, length, smallest = 0, 0, 0, 10**9
    for at, word in enumerate(words):
        if word == _AND[language] and 0 < length == at:
            continue
        value, times = _small(word, language), _LARGE[language].get(word, 0)
        glued = length == at or (length == at - 1 and words[at - 1] == _AND[language])
        if not glued or (value is None and not times):
            break
        if value is not None and value < smallest:
            group, smallest = group + value, _room(value)
        elif times in (100, 1000, 10**6) and word not in _HUNDREDS and (group or times != 100):
            total, group = _raised(total, group, times)
            smallest = times if times == 100 else 10**9
        elif word in _HUNDREDS or word == "ciento":
            group, smallest = group + times, 100
        else:
            break
        length = at + 1
    return Spelled(total + group, length) if length else None


def vocabulary() -> frozenset[str]:
    """The words of which numbers consist in both languages."""
    both: tuple[Language, ...] = ("en", "es")
    return frozenset(
        word for lang in both for word in (*_SMALL[lang], *_LARGE[lang], *_ONE[lang], _AND[lang])
    ) | {f"{tens}-{ones}" for tens in _TENS["en"].split() for ones in _UNDER_HUNDRED["en"].split()}


def write(value: float, language: Language) -> str:
    """Up to ten significant digits, with the language's decimal mark."""
    whole = isinstance(value, int) or (float(value).is_integer() and abs(value) < 1e15)
    text = f"{int(value)}" if whole else f"{value:.10g}"
    return text.replace(".", ",") if language == "es" else text


def _small(word: str, language: Language) -> int | None:
    first, _, rest = word.partition("-")  # "twenty-two"
    if rest:
        tens, ones = _SMALL[language].get(first, 0), _SMALL[language].get(rest, 0)
        return tens + ones if tens >= 20 and 0 < ones < 10 else None
    if word in _ONE[language]:
        return 21 if word == "veintiun" else 1
    return _SMALL[language].get(word)


def _room(value: int) -> int:
    """What may still follow: ones after tens, nothing after ones."""
    return 10 if value >= 20 and value % 10 == 0 else 0


def _raised(total: int, group: int, times: int) -> tuple[int, int]:
    if times == 100:
        return total, group * 100
    return total + max(1, group) * times, 0


def in_figures(text: str, language: Language) -> str:
    """The folded text with its spelled whole numbers in figures; "a" and "un" stay words."""
    words, at, written = text.split(" "), 0, []
    while at < len(words):
        bare = [word.rstrip(",") for word in words[at:]]
        found = None if bare[0] in _ONE[language] else spelled(bare, language)
        if found:
            comma = "," if words[at + found.length - 1].endswith(",") else ""
            written.append(f"{found.value}{comma}")
        else:
            written.append(words[at])
        at += found.length if found else 1
    return " ".join(written)
