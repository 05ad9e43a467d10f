"""A conversation's structured state: results that were confirmed, and nothing else (C8, T8).

Two things put a line there: the person's own explicit confirmation ("confirmado: el puerto es
5433", "I confirm that Dana is on call"), and a side effect that the person allowed and that its
tool proves. A line changes only when the same thing is confirmed again. A bare "yes" after a
proposal confirms nothing: what it says yes to is not written anywhere.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, cast

from assistant.characters import one_line
from assistant.languages import each
from assistant.memory.base import Clause, Reading
from assistant.memory.matching import Meaning, relate
from assistant.memory.matching.alignment import align
from assistant.records import Language
from assistant.storage.base import Stores
from assistant.text.folding import fold_in_place

SAME_THING = 0.5
"""Belief that two results are about the same thing from which the new one takes its place."""
OF_TWO = 2
"""Words of its own on either side, no values, from which two results tell of two things."""


class StateKeeper:
    """Entries are in the order in which they were confirmed."""

    def __init__(self, stores: Stores, meaning: Callable[[], Meaning]) -> None:
        self._stores = stores
        self._meaning = meaning

    def lines(self, conversation_id: str, now: datetime) -> tuple[str, ...]:
        """What a prompt may be told, oldest first."""
        return tuple(entry.text for _, entry in self._entries(conversation_id, now))

    def confirm(
        self, conversation_id: str, results: Iterable[str], language: Language, now: datetime
    ) -> tuple[str, ...]:
        """Write results down, each in the place of what was confirmed of the same thing before."""
        namespace = namespace_of(conversation_id)
        written = tuple(results)
        for text in written:
            kept = self._entries(conversation_id, now)
            gone = [key for key, entry in kept if self._replaces(text, language, entry)]
            others = [key for key, _ in kept if key not in gone]
            over = max(0, len(others) + 1 - MOST_LINES)
            for key in (*gone, *others[:over]):
                self._stores.keyvalue.delete(namespace, key)
            value = {"text": text, "language": language, "at": now.isoformat()}
            self._stores.keyvalue.put(namespace, uuid.uuid4().hex, value)
        return written

    def _entries(self, conversation_id: str, now: datetime) -> list[tuple[str, Confirmed]]:
        found = self._stores.keyvalue.items(namespace_of(conversation_id), now=now)
        return [(key, _entry(cast("dict[str, Any]", value))) for key, value in found]

    def _replaces(self, text: str, language: Language, entry: Confirmed) -> bool:
        meaning = self._meaning()
        found = align(entry.text, entry.language, text, language, meaning)
        own = [[w for w in left if not w.kind] for left in (found.left_known, found.left_said)]
        if min(map(len, own)) >= OF_TWO:
            return False
        relation = relate(entry.text, entry.language, text, language, meaning)
        return relation.same + relation.changed > SAME_THING


def _entry(value: dict[str, Any]) -> Confirmed:
    return Confirmed(value["text"], value["language"], datetime.fromisoformat(value["at"]))


MOST_LINES = 12
LONGEST = 200
"""Characters of a line."""
FEWEST_WORDS = 2
_NOT_SAID = frozenset({"question", "hypothetical", "quoted", "reported", "code", "pasted"})
_SENTENCE_END = re.compile(r"[.!?…](?=\s|$)|\n")


class Confirmed(NamedTuple):
    """One confirmed result, in the words that confirmed it."""

    text: str
    language: Language
    at: datetime


def namespace_of(conversation_id: str) -> str:
    """Where a conversation's state is kept; deleting the conversation takes it along (C7)."""
    return f"state:{conversation_id}"


def confirmed_in(text: str, reading: Reading) -> tuple[str, ...]:
    """What a typed message confirms in so many words; never a secret (F4) nor what is not its own
    assertion (F3)."""
    found: dict[str, None] = {}
    for clause in reading.clauses:
        result = _result(text, clause, reading)
        if result:
            found[result] = None
    return tuple(found)


def _result(text: str, clause: Clause, reading: Reading) -> str:
    ends = _SENTENCE_END.search(text, clause.span[0])
    end = ends.start() if ends else len(text)
    before = [found.end() for found in _SENTENCE_END.finditer(text, 0, clause.span[0])]
    start, opening = _opened(text, (clause.span[0], max(before, default=0)), end)
    sentence = text[start:end]
    if opening is None or text[end : end + 1] == "?":
        return ""
    covered = [c for c in reading.clauses if start <= c.span[0] < end]
    if any(c.status in _NOT_SAID for c in covered):
        return ""
    if any(start < s.span[1] and s.span[0] < end for s in reading.secrets):
        return ""
    result = one_line(sentence[opening.end() :]).strip(" ,;:.-")
    return result if len(result.split()) >= FEWEST_WORDS and len(result) <= LONGEST else ""


def _opened(text: str, starts: Sequence[int], end: int) -> tuple[int, re.Match[str] | None]:
    """Where a confirmation begins: with the clause, or with the opening that no clause holds."""
    for start in starts:
        begin = start + len(text[start:end]) - len(text[start:end].lstrip())
        if opening := _opening().match(fold_in_place(text[begin:end])):
            return begin, opening
    return starts[0], None


@cache
def _opening() -> re.Pattern[str]:
    patterns = [pattern for _, own in each("memory", "confirming") for pattern in own["openings"]]
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
