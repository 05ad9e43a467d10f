"""The numbers that the head weighs: vectors compared, subjects compared, signs in the words.

Imports numpy: loaded by ``decision.py`` only when there is something to compare.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from assistant.memory.topics import phrases, signs
from assistant.memory.topics.text import Exchange, Said, parts, plain, sentences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from assistant.memory.topics.head import Opener, Subjects

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]

TINY = 1e-6

VECTOR_NAMES = (
    *("message~reply", "message~earlier", "message~both", "last~reply", "last~earlier"),
    *("loosest sentence", "last~reply's last", "message~before"),
    "nearest",
)
SUBJECT_NAMES = (
    *("subject: message~reply", "subject: message~earlier", "subject: message~before"),
    *("subject: last~both", "subject: last~reply's last", "subject: loosest sentence"),
    *("subject: last is clear", "subject: clear and new", "subject: last's chance in both"),
    "side: changes",
)
OPENING_NAMES = ("stands alone", "last stands alone")
WORD_NAMES = (
    *("asks", "last asks", "last asks with a word", "asks about you", "opens small talk"),
    *("gives the question back", "points", "last points", "connects", "requests", "hints"),
    *("adds", "reply asks", "answers", "few words", "shares with reply", "shares with earlier"),
)
NAMES = (*VECTOR_NAMES, *SUBJECT_NAMES, *OPENING_NAMES, *WORD_NAMES)
REGISTER_NAMES = (
    *("small talk", "replies speak of themselves", "both speak of themselves"),
    *("replies ask", "replies hold figures or code"),
)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A message, the two things said just before it and what was said before those."""

    message: Said
    reply: Said
    earlier: Said
    before: tuple[Said, ...] = ()


def view(exchanges: tuple[Exchange, ...], message: Said) -> View:
    """How the message stands to the last exchanges; there is one at least."""
    last = exchanges[-1]
    before = exchanges[-2:-1]
    return View(message, last.reply, last.user, tuple(s for e in before for s in (e.user, e.reply)))


def numbers(seen: View, subjects: Subjects, opener: Opener) -> Vector:
    """One float for each of ``NAMES``."""
    whole, last = seen.message.vectors[0], seen.message.vectors[pivot(seen.message.text)]
    opening = (opener.logit(whole), opener.logit(last))
    return np.array(
        [*_vectors(seen), *_subjects(seen, subjects), *opening, *_words(seen)], np.float32
    )


def register(seen: View, subjects: Subjects) -> Vector:
    """One float for each of ``REGISTER_NAMES``: people chatting, or somebody asking for help?"""
    spoken = (seen.reply, seen.earlier, *seen.before)
    replies = (seen.reply, *seen.before[1::2])
    vectors = np.stack([said.vectors[0] for said in spoken])
    return np.array(
        [
            subjects.small_talk(vectors),
            np.mean([signs.about_oneself(said.text) for said in replies]),
            np.mean([signs.about_oneself(said.text) for said in spoken]),
            np.mean(["?" in said.text for said in replies]),
            np.mean([signs.precise(said.text) for said in replies]),
        ],
        np.float32,
    )


def pivot(text: str) -> int:
    """The row of the sentence that carries a message on: its last question, or its last."""
    pieces = parts(text)
    asked = [row for row, piece in enumerate(pieces) if "?" in piece and row]
    return asked[-1] if asked else len(pieces) - 1


def unit(vector: Vector) -> Vector:
    """The vector at length 1; a zero stays zero."""
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length > TINY else vector


def _vectors(seen: View) -> list[float]:
    message, last = seen.message.vectors[0], seen.message.vectors[pivot(seen.message.text)]
    reply, earlier = seen.reply.vectors[0], seen.earlier.vectors[0]
    before = unit(np.sum([s.vectors[0] for s in (*seen.before, seen.reply, seen.earlier)], axis=0))
    near = np.stack([reply, earlier])
    return [
        float(message @ reply),
        float(message @ earlier),
        float(message @ unit(reply + earlier)),
        float(last @ reply),
        float(last @ earlier),
        float((seen.message.vectors @ near.T).max(axis=1).min()),
        float(last @ seen.reply.vectors[pivot(seen.reply.text)]),
        float(message @ before),
        max(float(message @ s.vectors[0]) for s in (*seen.before, seen.reply, seen.earlier)),
    ]


def _subjects(seen: View, subjects: Subjects) -> list[float]:
    message = subjects.shares(seen.message.vectors)
    reply, earlier = subjects.shares(seen.reply.vectors), subjects.shares(seen.earlier.vectors)
    both = np.maximum(reply.max(axis=0), earlier.max(axis=0))
    before = np.mean(
        [subjects.shares(s.vectors[:1])[0] for s in (*seen.before, seen.earlier, seen.reply)],
        axis=0,
    )
    last = message[pivot(seen.message.text)]
    near = cosine(last, both)
    return [
        cosine(message[0], reply[0]),
        cosine(message[0], earlier[0]),
        cosine(message[0], before),
        near,
        cosine(last, reply[pivot(seen.reply.text)]),
        min(cosine(sentence, both) for sentence in message),
        float(last.max()),
        float(last.max()) * (1 - near),
        float(np.log(both[int(last.argmax())] + 0.01)),
        abs(subjects.work(message[0]) - subjects.work(before)),
    ]


def _words(seen: View) -> list[float]:
    found = signs.read(seen.message.text)
    own = signs.content(seen.message.text)
    asked = "?" in sentences(plain(seen.reply.text))[-1]
    return [
        float(found.asks),
        float(found.last_asks),
        float(found.last_asks_word),
        float(found.last_asks and found.last_about_you and found.content_words > 1),
        float(found.opening and not found.returning),
        float(found.returning),
        float(found.pointing),
        float(found.last_pointing),
        float(found.connecting),
        float(found.requesting),
        float(phrases.hinted(seen.message.text)),
        float(found.adding),
        float("?" in seen.reply.text),
        float(asked and not found.asks),
        max(0.0, 1 - found.content_words / 4),
        len(own & signs.content(seen.reply.text)) / (1 + len(own)),
        len(own & signs.content(seen.earlier.text)) / (1 + len(own)),
    ]


def cosine(one: Vector, other: Vector) -> float:
    """Of two vectors of any length."""
    return float(one @ other) / (float(np.linalg.norm(one) * np.linalg.norm(other)) + TINY)
