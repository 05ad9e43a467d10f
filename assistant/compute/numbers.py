"""Numbers as the languages write and say them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from assistant.compute.writing import decimal
from assistant.languages import known, setting, table
from assistant.records import Language

_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


class Words(NamedTuple):
    """The words of which a language's whole numbers consist, folded.

    ``hundreds`` are added as they are, ``multiples`` raise what stands before them; ``one`` are
    forms that may be articles. ``link`` joins the parts: "two hundred and six".
    """

    small: Mapping[str, int]
    tens: Sequence[str]
    hundreds: Mapping[str, int]
    multiples: Mapping[str, int]
    one: Mapping[str, int]
    link: str
    hyphen: bool


_NONE = Words({}, (), {}, {}, {}, "", hyphen=False)


@cache
def words(language: Language) -> Words:
    """The number words of a language; none where its folder lists none."""
    said = table(language, "language").get("number_words")
    if said is None:
        return _NONE
    units, tens = said["units"].split(), said["tens"].split()
    small = {word: n for n, word in enumerate(units)}
    small |= {word: 10 * n for n, word in enumerate(tens, 2)}
    return Words(
        small,
        tens,
        said.get("hundreds", {}),
        said["multiples"],
        said.get("one", {}),
        said["link"],
        said.get("hyphen", False),
    )


class Spelled(NamedTuple):
    """A whole number in words, and how many of the words it takes."""

    value: int
    length: int


def read(text: str, language: Language) -> str | None:
    """A number in Python's notation; None when it can be read in two ways.

    ``1,500`` is English for what Spanish writes ``1.500``; ``2.5`` and ``2,5`` are the same in
    both, since a sum alone ("80 * 2,5") does not tell its language.
    """
    separator = setting(language, "numbers", "group")
    if "." in text and "," in text:
        whole, _, rest = text.rpartition("." if text.rfind(".") > text.rfind(",") else ",")
        return f"{re.sub(r'[.,]', '', whole)}.{rest}"
    if _GROUPED.fullmatch(text):
        if text.count(".") + text.count(",") > 1:
            return re.sub(r"[.,]", "", text)
        return None if separator not in text else text.replace(separator, "")
    return text.replace(",", ".") if text.count(",") < 2 else None


def spelled(said: Sequence[str], language: Language) -> Spelled | None:
    """The whole number that the folded words begin with: "ciento veinte", "two hundred and six"."""
    own = words(language)
    total, group, length, smallest = 0, 0, 0, 10**9
    for at, word in enumerate(said):
        if word == own.link and 0 < length == at:
            continue
        value, times = _small(word, own), own.multiples.get(word, 0)
        glued = length == at or (length == at - 1 and said[at - 1] == own.link)
        if not glued or (value is None and not times and word not in own.hundreds):
            break
        if value is not None and value < smallest:
            group, smallest = group + value, _room(value)
        elif times and (group or times != 100):
            total, group = _raised(total, group, times)
            smallest = times if times == 100 else 10**9
        elif word in own.hundreds:
            group, smallest = group + own.hundreds[word], 100
        else:
            break
        length = at + 1
    return Spelled(total + group, length) if length else None


@cache
def vocabulary() -> frozenset[str]:
    """The words of which numbers consist in any language."""
    found: set[str] = set()
    for own in map(words, known()):
        found.update(own.small, own.hundreds, own.multiples, own.one, {own.link} - {""})
        if own.hyphen:
            ones = [word for word, value in own.small.items() if 0 < value < 10]
            found.update(f"{tens}-{one}" for tens in own.tens for one in ones)
    return frozenset(found)


def write(value: float, language: Language) -> str:
    """Up to ten significant digits, with the language's decimal mark."""
    whole = isinstance(value, int) or (float(value).is_integer() and abs(value) < 1e15)
    text = f"{int(value)}" if whole else f"{value:.10g}"
    return decimal(text, language)


def _small(word: str, own: Words) -> int | None:
    first, _, rest = word.partition("-")  # "twenty-two"
    if rest:
        tens, ones = own.small.get(first, 0), own.small.get(rest, 0)
        return tens + ones if tens >= 20 and 0 < ones < 10 else None
    return own.one.get(word, own.small.get(word))


def _room(value: int) -> int:
    """What may still follow: ones after tens, nothing after ones."""
    return 10 if value >= 20 and value % 10 == 0 else 0


def _raised(total: int, group: int, times: int) -> tuple[int, int]:
    if times == 100:
        return total, group * 100
    return total + max(1, group) * times, 0


def in_figures(text: str, language: Language) -> str:
    """The folded text with its spelled whole numbers in figures; "a" and "un" stay words."""
    typed, at, written = text.split(" "), 0, []
    while at < len(typed):
        bare = [word.rstrip(",") for word in typed[at:]]
        found = None if bare[0] in words(language).one else spelled(bare, language)
        if found:
            comma = "," if typed[at + found.length - 1].endswith(",") else ""
            written.append(f"{found.value}{comma}")
        else:
            written.append(typed[at])
        at += found.length if found else 1
    return " ".join(written)
