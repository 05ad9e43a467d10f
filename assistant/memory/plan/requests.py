"""Requests to forget that only what is known can tell from work to be done (F7). Pure.

"Delete my employee id" is meant for the memory that holds the employee id, and for nobody where it
holds none: the words alone do not say. Such a request means a fact that holds all of its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from assistant.memory.base import Clause, ClauseStatus, ForgetRequest, Reading
from assistant.memory.signals.lexicon import load_lexicon
from assistant.memory.signals.regions import overlaps
from assistant.memory.signals.text import Canon, tokenize
from assistant.records import Language
from assistant.text.wording import Wording, wording

NOT_STATED: frozenset[ClauseStatus] = frozenset(
    ("question", "hypothetical", "quoted", "reported", "code", "pasted")
)
"""What a clause is that neither states nor asks anything of the memory."""
_DONE = re.compile(r"\W*\w+é(?!\w)")
"""What the speaker did: "saqué el registro" is no "saque"."""
_NAMES_NOTHING = (
    "asks",
    "denies",
    "keeps",
    "removes",
    "removes it",
    "no trace",
    "no trace at all",
    "of the memory",
)


def forget_requests(reading: Reading) -> tuple[ForgetRequest, ...]:
    """What a message asks to forget, and what it may ask to forget."""
    read = tuple(request for request in reading.forgets if not request.likely)
    plain = [request.span for request in read]
    found = tuple(
        ForgetRequest(span, about, loose=True, whole=True)
        for span, text in _asking(reading)
        if not overlaps(span, plain)
        for about in (_named(text, reading.language),)
        if about
    )
    return read + found if found else reading.forgets


@lru_cache(maxsize=64)
def asks_for_all(message: str) -> bool:
    """Whether a message says "all of it": "todo lo del fanzine", "the whole mess about …"."""
    lexicon = load_lexicon()
    said = Canon.of(tokenize(message, lexicon.speller)).text
    return lexicon.has("mem_every", said) or lexicon.has("mem_whole", said)


def _asking(reading: Reading) -> Iterator[tuple[tuple[int, int], str]]:
    """The clauses that may ask; one that is nothing but "delete it." goes with the one before."""
    before: Clause | None = None
    for clause in reading.clauses:
        stated = clause.status not in NOT_STATED
        if before and stated and _only_closes(wording(clause.text, reading.language)):
            yield (before.span[0], clause.span[1]), f"{before.text} {clause.text}"
        elif stated:
            yield clause.span, clause.text
        before = clause if stated else None


def _named(text: str, language: Language) -> str:
    """The words that name what a clause may ask to forget; "" where it can ask for nothing such."""
    found = wording(text, language)
    if _DONE.match(text) or not _asks(found) or found.holds("worked on"):
        return ""
    used = {place for name in _NAMES_NOTHING for place in found.places(name)}
    used |= {place for places in found.cues.values() for place in places}
    return " ".join(word.text for word in found.words if word.place not in used)


def _asks(found: Wording) -> bool:
    """Whether the memory is told to keep something no longer, or something of the user's is told
    to be done away with."""
    lead = _lead(found)
    denied = not set(range(lead)).isdisjoint(found.places("denies"))
    recorded = found.holds("of the memory")
    if _closes(found) or 0 in found.places("no trace at all"):
        return True
    if denied:
        return lead in found.places("keeps")
    if lead in found.places("no trace"):
        return recorded
    meant = ("erases", "owners", "vague", "aspects", "told before")
    mine = recorded or any(map(found.holds, meant))
    return mine and lead in found.places("removes")


def _only_closes(found: Wording) -> bool:
    """ "Borralo.": an order, and nothing that it is about."""
    return set(range(len(found.tokens))) <= {*found.places("asks"), *found.places("removes it")}


def _lead(found: Wording) -> int:
    """Where the verb of an order stands: behind "please", "can you", "there is no need to"."""
    before = {*found.places("asks"), *found.places("denies")}
    return next((n for n in range(len(found.tokens)) if n not in before), len(found.tokens))


def _closes(found: Wording) -> bool:
    """ "…, borralo": an order about what the clause names before it."""
    closing = {*found.places("asks"), *found.places("removes it")}
    last = len(found.tokens) - 1
    while last in closing and last not in found.places("removes it"):
        last -= 1
    return last in closing
