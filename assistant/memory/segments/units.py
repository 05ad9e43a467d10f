"""Units: the smallest pieces of a sentence that may be shown without the rest of it.

A word; a name of several words; a number with what it counts; a date; a short piece of code; a
negation with what it negates. Their text is always that of the turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from assistant.memory.segments.reading import Said
from assistant.memory.segments.words import FULL, FUNCTION, Row, Token, belongs, tokens
from assistant.records import Language
from assistant.text.folding import fold
from assistant.text.wording import stem

LONGEST_NAME = 5
LONGEST_CODE = 30
NEGATED_WITHIN = 3
NAME, CODE, REPEATED = 1.3, 0.8, 0.2
"""What a name or number and what a name out of a block of code weigh beside a word; what each
repetition adds."""
NEIGHBOUR = 0.1
"""What the units beside it add to a unit's value: phrases rather than scattered words."""


class Unit(NamedTuple):
    """``keys`` name its words for comparison; ``sentence`` indexes what was said, ``place`` the
    words of that sentence."""

    text: str
    keys: tuple[str, ...]
    sentence: int
    turn: int
    place: tuple[int, int]
    value: float
    by_user: bool = True


def units(said: Sequence[Said], rows: Sequence[Row]) -> list[Unit]:
    """All units in order, their values raised by repetition and by the units beside them.

    ``rows`` are the tokens of what was said.
    """
    found = [u for n, (s, row) in enumerate(zip(said, rows, strict=True)) for u in _of(s, n, row)]
    times = Counter(key for unit in found for key in set(unit.keys))
    values = [u.value * (1 + REPEATED * min(3, max(times[k] for k in u.keys) - 1)) for u in found]
    return [
        u._replace(value=own + NEIGHBOUR * _beside(found, values, n))
        for n, (u, own) in enumerate(zip(found, values, strict=True))
    ]


def keys_of(text: str, language: Language) -> set[str]:
    """The keys of the words of a text, for leaving out what is already shown."""
    return {stem(fold(token.text)) for token in tokens(text, language) if token.weight > FUNCTION}


def _beside(found: Sequence[Unit], values: Sequence[float], n: int) -> float:
    near = [m for m in (n - 1, n + 1) if 0 <= m < len(found)]
    return sum(values[m] for m in near if found[m].sentence == found[n].sentence)


def _of(said: Said, index: int, row: Row) -> list[Unit]:
    found: list[Unit] = []
    at = 0
    while at < len(row):
        span = _span(row, at)
        taken = [token for token in row[at : at + span] if token.weight > FUNCTION]
        negation = belongs(row[at].text, "negation") and span > 1
        if taken:
            text = _text(row[at : at + span], negation)
            keys = tuple(("not " if negation else "") + stem(fold(token.text)) for token in taken)
            value = _value(taken) * (CODE if said.code else 1.0)
            unit = Unit(text, keys, index, said.turn, (index, at), value, said.by_user)
            found.append(unit)
        at += span
    return found


def _span(row: Row, at: int) -> int:
    """How many tokens from there on make one unit, or go together unshown."""
    token = row[at]
    if belongs(token.text, "negation"):
        return _negated(row, at)
    if token.kind == "number":
        return _counted(row, at)
    if token.capital and belongs(token.text, "months") and _number_after(row, at):
        return 2  # "May 9", though "may" is grammar
    if token.weight > FUNCTION and token.kind == "word":
        if _opens_name(row, at):
            return _named(row, at)
        if _number_follows(row, at):
            return 2
    return 1


def _negated(row: Row, at: int) -> int:
    for n in range(at + 1, min(len(row), at + 1 + NEGATED_WITHIN)):
        if not row[n].joined:
            return 1
        if row[n].weight > FUNCTION:
            return n - at + 1
    return 1


def _counted(row: Row, at: int) -> int:
    """A number, with the word that it counts or the rest of its date."""
    end = at + 1
    while end < len(row) and row[end].joined and end - at < LONGEST_NAME:
        if belongs(row[end].text, "links") and end + 1 < len(row) and _dates(row[end + 1]):
            end += 2
        elif _dates(row[end]):
            end += 1
        else:
            break
    if end == at + 1 and end < len(row) and row[end].joined:
        follower = row[end]
        if follower.kind == "word" and follower.weight > FUNCTION and not follower.capital:
            return 2
    return end - at


def _dates(token: Token) -> bool:
    year = token.kind == "number" and len(token.text) == 4 and token.text.isdigit()
    return year or belongs(token.text.rstrip("."), "months")


def _opens_name(row: Row, at: int) -> bool:
    """Whether a name of several words may start there."""
    follows = at + 1 < len(row) and row[at + 1].joined
    return row[at].capital and follows


def _named(row: Row, at: int) -> int:
    """Capitals in a row, what may stand inside a name, and a number at the end ("Postgres 16")."""
    end = at + 1
    while end < len(row) and row[end].joined and end - at < LONGEST_NAME:
        token = row[end]
        inner = _inner(row, end)
        if inner:
            end += inner + 1
        elif _proper(token):
            end += 1
        elif token.kind == "number":
            return end - at + 1
        else:
            break
    return end - at


def _inner(row: Row, at: int) -> int:
    """How many small words stand there inside a name ("Remains of the Day"): 0 to 2."""
    for n in range(at, min(len(row) - 1, at + 2)):
        if not row[n].joined or not belongs(row[n].text, "inside_names"):
            return 0
        if row[n + 1].joined and _proper(row[n + 1]):
            return n + 1 - at
    return 0


def _proper(token: Token) -> bool:
    return token.kind == "word" and token.capital and token.weight > FUNCTION


def _number_follows(row: Row, at: int) -> bool:
    """ "port 5432", "version 3": a number that counts nothing itself."""
    return row[at].weight == FULL and _number_after(row, at) and _counted(row, at + 1) == 1


def _number_after(row: Row, at: int) -> bool:
    return at + 1 < len(row) and row[at + 1].kind == "number" and row[at + 1].joined


def _text(row: Row, negation: bool) -> str:
    """The words as they were spelled; of a negation only what negates and what is negated."""
    shown = (row[0], row[-1]) if negation else row
    text = "".join(
        token.text if not n else f"{token.before if token.joined else ' '}{token.text}"
        for n, token in enumerate(shown)
    )
    return text if len(text) <= LONGEST_CODE or row[0].kind != "code" else row[0].text.split()[0]


def _value(taken: Sequence[Token]) -> float:
    longest = max(min(12, len(token.text)) for token in taken)
    named = any((token.capital and not token.first) or token.kind == "number" for token in taken)
    return max(t.weight for t in taken) * float(longest**0.3) * (NAME if named else 1.0)
