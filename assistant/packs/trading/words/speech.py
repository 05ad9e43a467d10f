"""Which parts of a message tell of the person's own trading, as it is now.

The core has taken out questions, quotations, what others say and what is merely imagined
(``Heard.own``); a part of that may still tell of somebody else, or of how it used to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from assistant.packs import Heard
from assistant.packs.trading.words.symbols import mentions
from assistant.packs.trading.words.vocabulary import shape
from assistant.text.folding import fold_in_place

_JOINT = re.compile(r"[,;:]\s+|\s+[-–—]+\s+|\.\s+|\s+(?=(?:pero|but|asi que|so|porque|because)\s)")


class Part(NamedTuple):
    """Some of a message, where it stands in it, the template of the question that it is, if it is
    one, and whether it is told with a word of doubt."""

    text: str
    start: int
    asked: str = ""
    unsure: bool = False

    @property
    def folded(self) -> str:
        """For the expressions of the pack; of the same length."""
        return fold_in_place(self.text)


def parts_of(heard: Heard) -> tuple[Part, ...]:
    """The parts that are the person's, told and asked, in the order in which the core has them;
    of what they are unsure of, those that tell of themself as they are and of no mere chance."""
    told = [Part(text, heard.text.find(text)) for text in heard.own]
    asked = [
        Part(text, heard.text.find(text), made)
        for text, made in zip(heard.asked, heard.templates, strict=True)
    ]
    unsure = [Part(text, heard.text.find(text), unsure=True) for text in heard.unsure]
    meant = [
        part
        for part in unsure
        if first_person("own", part) is not None and not _has("unreal", part)
    ]
    return tuple(part for part in (*told, *meant, *asked) if part.start >= 0)


def pieces(part: Part) -> Iterator[Part]:
    """A part at its commas and turns, each piece by itself."""
    at = 0
    for joint in (*_JOINT.finditer(part.text), None):
        end = joint.start() if joint else len(part.text)
        if any(map(str.isalnum, part.text[at:end])):
            yield Part(part.text[at:end], part.start + at, part.asked, part.unsure)
        at = joint.end() if joint else end


def denial_before(part: Part, place: int) -> int | None:
    """Where the last "no" or "never" before a place of a part begins; None where there is none."""
    found = list(shape("person", "denied").finditer(part.folded, 0, place))
    return found[-1].start() if found else None


def personal(heard: Heard) -> Iterator[Part]:
    """The parts in which the person tells how they trade now. Of a question only a piece that
    speaks of them in so many words."""
    for part in parts_of(heard):
        if part.asked:
            yield from (piece for piece in pieces(part) if _claimed(piece) and _present(piece))
        elif not _has("asked", part) and _own(part) and _present(part):
            yield part


def _own(part: Part) -> bool:
    """Whether nobody else does anything before the person themself does."""
    if of_somebody(part):
        return False
    other = shape("person", "other").search(part.folded)
    subject = first_person("subject", part)
    return other is None or (subject is not None and subject <= other.start())


def of_somebody(part: Part) -> bool:
    """Whether somebody is introduced, of whom the rest is told; an instrument is nobody."""
    introduced = shape("person", "introduced").search(part.folded)
    return introduced is not None and not mentions(part.text[: introduced.end()])


def first_person(key: str, part: Part) -> int | None:
    """Where the person first speaks of themself: by a word of a list, or by the ending of a verb
    where its accent is written ("subí")."""
    written = shape("person", "accented").search(part.text.lower())
    found = (shape("person", key).search(part.folded), written)
    return min((match.start() for match in found if match), default=None)


def _present(part: Part) -> bool:
    return not _has("past", part) and not _has("imagined", part)


def _claimed(part: Part) -> bool:
    idle = _has("asked", part) or _has("conditional", part)
    return first_person("own", part) is not None and not idle and _own(part)


def _has(key: str, part: Part) -> bool:
    return shape("person", key).search(part.folded) is not None
