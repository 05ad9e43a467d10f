"""Words that nobody wrote down beforehand: names, identifiers, statements, in both languages."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, NamedTuple

Language = Literal["en", "es"]
_ONSETS = (
    "b",
    "br",
    "c",
    "d",
    "dr",
    "f",
    "g",
    "gr",
    "j",
    "l",
    "m",
    "n",
    "p",
    "pl",
    "r",
    "s",
    "t",
    "tr",
    "v",
    "z",
)
_NUCLEI = ("a", "e", "i", "o", "u", "ia", "ei", "au")
_CODAS = ("", "", "", "l", "n", "r", "s", "x", "k")


def word(rng: random.Random, syllables: int = 3) -> str:
    """A word of no language, easy to say."""
    return "".join(
        rng.choice(_ONSETS) + rng.choice(_NUCLEI) + rng.choice(_CODAS) for _ in range(syllables)
    )


def name(rng: random.Random) -> str:
    return word(rng, rng.choice((2, 2, 3))).capitalize()


def identifier(rng: random.Random) -> str:
    """ABC-1234, alpha-17, Blip5, A1002, release-2025, 10.2.0.4, x7f3-b…"""
    letters = "".join(rng.choices("ABCDEFGHJKLMNPRSTUVWXYZ", k=rng.choice((1, 2, 3, 4))))
    number = str(rng.randrange(10 ** rng.choice((1, 2, 3))) + 10 ** rng.choice((1, 2, 3)))
    return rng.choice(
        (
            f"{letters}-{number}",
            f"{word(rng, 2)}-{number}",
            f"{word(rng, 2).capitalize()}{number}",
            f"{letters}{number}",
            f"{word(rng, 1)}_{number}",
            f"{rng.randrange(9)}.{rng.randrange(9)}.{number}",
            f"{number}-{letters}",
        )
    )


def neighbour(rng: random.Random, of: str) -> str:
    """Another thing whose name is one change away: a letter, a digit, two of them swapped."""
    while True:
        place = rng.randrange(len(of))
        letter = of[place]
        other = {
            "digit": rng.choice("0123456789"),
            "upper": rng.choice("ABCDEFGHJKLMNPRSTUVWXYZ"),
            "lower": rng.choice("abcdefghijklmnoprstuvz"),
        }["digit" if letter.isdigit() else "upper" if letter.isupper() else "lower"]
        made = [of + rng.choice("0123456789") if of[-1].isdigit() else of + rng.choice("aeosx")]
        if letter.isalnum():
            made.append(of[:place] + other + of[place + 1 :])
        if place > 0 and of[place - 1].isdigit() and letter.isdigit():
            made.append(of[: place - 1] + letter + of[place - 1] + of[place + 1 :])
        chosen = rng.choice(made)
        if chosen.casefold() != of.casefold():
            return chosen


class Statement(NamedTuple):
    """A sentence that is true of one thing alone, and how one names that thing."""

    text: str
    thing: str
    id: str


_THINGS = {
    "en": ("the ticket", "the server", "the unit", "the branch", "the invoice", "the printer",
           "the room", "the boat", "the parcel", "the machine"),
    "es": ("el ticket", "el servidor", "la unidad", "la rama", "la factura", "la impresora",
           "la sala", "el barco", "la caja", "la máquina"),
}  # fmt: skip
_SAYS = {
    "en": ("belongs to {name}", "is kept by {name}", "is in {name}", "was made by {name}", "runs {name} {number}"),
    "es": ("es de {name}", "lo cuida {name}", "está en {name}", "lo hizo {name}", "corre {name} {number}"),
}  # fmt: skip
_KIN = {
    "en": ("my cousin", "my neighbour", "my colleague", "my dentist", "my friend"),
    "es": ("mi primo", "mi vecina", "mi colega", "mi dentista", "mi amigo"),
}
_JOBS = {
    "en": ("is a baker", "is a pilot", "lives in {name}", "plays the cello", "works at {name}"),
    "es": ("es panadero", "es piloto", "vive en {name}", "toca el chelo", "trabaja en {name}"),
}


def statement(rng: random.Random, language: Language, id: str, thing: str = "") -> Statement:
    """Something about the thing or person of that name."""
    person = id.isalpha() and not thing
    thing = thing or rng.choice((_KIN if person else _THINGS)[language])
    says = rng.choice((_JOBS if thing in _KIN[language] else _SAYS)[language])
    rest = says.format(name=name(rng), number=rng.randrange(2, 40))
    return Statement(f"{thing} {id} {rest}", f"{thing} {id}", id)


def alike(rng: random.Random, language: Language, count: int) -> list[Statement]:
    """Statements about things of one kind whose names are one change apart, each another."""
    first = name(rng) if rng.random() < 0.3 else identifier(rng)
    ids = [first]
    while len(ids) < count:
        new = neighbour(rng, rng.choice(ids))
        if new.casefold() not in {id.casefold() for id in ids}:
            ids.append(new)
    kind = rng.choice((_KIN if first.isalpha() else _THINGS)[language])
    return [statement(rng, language, id, kind) for id in ids]


def language(rng: random.Random) -> Language:
    return "en" if rng.random() < 0.5 else "es"


def of(article: str) -> str:
    """«de» before a Spanish noun phrase."""
    return f"del {article[3:]}" if article.startswith("el ") else f"de {article}"


def choice(rng: random.Random, texts: Sequence[str], **values: str) -> str:
    return rng.choice(texts).format(**values)
