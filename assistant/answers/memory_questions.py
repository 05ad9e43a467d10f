"""Which question about the memory it is: the ways to ask, in all languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple, cast

from assistant.answers import patterns
from assistant.answers.text import Token, tokens, words
from assistant.answers.vocabulary import alternatives
from assistant.records import Language
from assistant.text.folding import fold
from assistant.text.phrases import listed

Kind = Literal[
    "about", "whom", "told", "when", "changed", "talked", "talking", "count", "last", "first"
]


class Asked(NamedTuple):
    """A question about the memory. ``about`` is as it was typed, ``period`` in folded words.

    ``worldly``: the same words may ask about the world ("what do you know about Rome").
    """

    kind: Kind
    language: Language
    about: str = ""
    period: Sequence[str] = ()
    worldly: bool = False


_WORD = re.compile(r"\w+")
_PIECES = {"about": "(?P<about>.+?)", "period": "(?P<period>.+)"}


def asks_of_the_world(text: str) -> bool:
    """Whether the question may be about anything at all: "what do you know about Rome"."""
    return any(asked.worldly and not owned(fold(asked.about)) for asked in read(text))


def owned(about: str) -> str:
    """What of the person's own folded words name: "my work" names "work"; "" where they name
    nothing such."""
    owner, _, thing = about.partition(" ")
    return thing if owner in listed("mine") else ""


def tells_of_an_own(text: str) -> bool:
    """Whether a text speaks of something of the person's own: "my sister Ruth"."""
    return not listed("mine").isdisjoint(_WORD.findall(text.lower()))


def read(text: str) -> Iterator[Asked]:
    """What may be asked, the likeliest first; nothing for any other question."""
    said = tokens(text)
    folded = " ".join(words(said))
    for kind, pattern, spoken, worldly in _compiled():
        found = pattern.fullmatch(folded)
        if found:
            yield _asked(kind, found, said, spoken, worldly=worldly)


def _asked(
    kind: Kind,
    found: re.Match[str],
    said: tuple[Token, ...],
    language: Language,
    *,
    worldly: bool,
) -> Asked:
    groups = found.groupdict()
    period = tuple((groups.get("period") or "").split())
    about = groups.get("about") or ""
    if about and kind == "about" and (tail := _tail().fullmatch(about)):
        period, about = tuple(tail["period"].split()), tail["about"]
    place = len(found.string[: found.start("about")].split()) if about else 0
    typed = [token.typed for token in said[place : place + len(about.split())]]
    return Asked(kind, language, " ".join(typed), period, worldly)


@cache
def _tail() -> re.Pattern[str]:
    """A period that stands behind what is asked about."""
    return re.compile(rf"(?P<about>.+?) (?P<period>{alternatives('periods', 'tail')})")


@cache
def _compiled() -> Sequence[tuple[Kind, re.Pattern[str], Language, bool]]:
    return tuple(_each())


def _each() -> Iterator[tuple[Kind, re.Pattern[str], Language, bool]]:
    for language, name, pattern in patterns.read("memory-questions.txt", _PIECES):
        kind = name.removesuffix("?")
        yield cast(Kind, kind), pattern, language, kind != name
