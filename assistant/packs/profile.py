"""What a pack declares of the person: what is learned, and from what (K5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from assistant.packs.base import Words
from assistant.packs.names import in_every_language, named

if TYPE_CHECKING:
    from assistant.records import Language


Shape = Literal["list", "one", "table", "questions"]


@dataclass(frozen=True, slots=True)
class ProfileField:
    """Something that is learned of the person (K5): ``most`` values at once, ``label`` for who
    reads it, ``shown`` of them in the prompt.

    ``shape`` says what it holds: a list, the most used first; one value, the best supported; a
    table of values by key, the newest of each; or the templates of questions asked, which the core
    itself learns: of those in which the pack recognises something.
    """

    name: str
    label: Words
    most: int = 20
    shape: Shape = "list"
    shown: int = 0

    def __post_init__(self) -> None:
        named(self.name, "a field of the profile")
        in_every_language(self.label, f"the label of the field '{self.name}'")


@dataclass(frozen=True, slots=True)
class Mention:
    """Something of the pack's domain that a text names, such as a market symbol: its canonical
    ``value``, and where in the text it stands. ``kind`` is what a template has in its place."""

    value: str
    start: int
    end: int
    kind: str = "name"

    def __post_init__(self) -> None:
        named(self.kind, "a kind of mention")


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that was typed, as what learns from it is told of it.

    ``own`` are the parts in which the person tells of themself as they are now: no questions,
    nothing quoted, pasted, said by or told of others, nothing merely imagined, no habit that is
    over. ``asked`` is what they ask, in questions and in orders to be told something;
    ``templates`` the same with amounts, dates and what the pack recognises replaced, one for each.
    ``unsure`` is what they tell with a word of doubt or suppose: the pack knows better which, "I do
    not think that I can time the market, so I buy each month" or "I might buy each month".
    ``text`` is all that was typed, blank where it was not.
    """

    text: str
    language: Language
    now: datetime
    own: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a message teaches: a ``value`` for a ``field`` of the profile.

    ``weight`` is how much it counts, below zero where it speaks against the value. ``key`` is for a
    field that is a table. ``asked`` is the template of the question in which the value stood: it
    counts for nothing once that question is a frequent one, which it only fills in.
    """

    field: str
    value: str
    weight: int = 1
    key: str = ""
    asked: str = ""
