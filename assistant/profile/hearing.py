"""From a message that was typed to what may be learned from it (K5).

The readings are those of the signals (F3): what is asked, quoted, pasted, reported or supposed is
known there. Here it is only parted: what the person tells of themself, and what they ask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from assistant.languages import pattern
from assistant.memory.base import Clause, ClauseStatus, Reading
from assistant.memory.matching.persons import begins_with_person
from assistant.memory.signals import read
from assistant.memory.signals.regions import find_regions, overlaps
from assistant.memory.signals.rewording import blanked
from assistant.memory.signals.text import READ_AT_MOST
from assistant.packs.profile import Heard, Mention
from assistant.profile.templates import template
from assistant.text.folding import fold_in_place
from assistant.text.wording import wording

Mentions = Callable[[str], Sequence[Mention]]
Span = tuple[int, int]

_TOLD: frozenset[ClauseStatus] = frozenset({"assertion", "passing"})
_UNSURE: frozenset[ClauseStatus] = frozenset({"hypothetical"})
_ASKED: frozenset[ClauseStatus] = frozenset({"question", "request"})
_SENTENCE_END = re.compile(r"[.!?;\n]")
_JOINT = re.compile(r"(?<=[,;:])\s+|\s+(?=[-–—]\s)")


def heard(
    text: str,
    now: datetime,
    untyped: Sequence[Span] = (),
    mentions: Mentions | None = None,
    reading: Reading | None = None,
) -> Heard:
    """A typed message in its parts. ``untyped`` spans of it teach nothing; ``reading`` is what the
    signals read in it, where that is known. ``mentions`` is the pack's. Pure, but for that."""
    reading = reading or read(text, None, untyped)
    typed = blanked(text, untyped)
    kept_out = [*(s.span for s in reading.secrets), *(f.span for f in reading.forgets)]
    clauses = [c for c in reading.clauses if not overlaps(c.span, kept_out)]
    asked = _asked(clauses, text)
    named = mentions(typed) if mentions and asked else ()
    templates = [_template_of(clause, typed, named) for clause in asked]
    return Heard(
        text=typed,
        language=reading.language,
        now=now,
        own=tuple(_parts(clauses, _TOLD, reading, text)),
        asked=tuple(c.text for c, made in zip(asked, templates, strict=True) if made),
        templates=tuple(made for made in templates if made),
        unsure=tuple(_parts(clauses, _UNSURE, reading, text)),
    )


def _parts(
    clauses: Sequence[Clause], wanted: frozenset[ClauseStatus], reading: Reading, text: str
) -> Iterator[str]:
    """What the clauses of some statuses tell of the person, without what is quoted in them."""
    foreign = [r.span for r in find_regions(text[:READ_AT_MOST]) if r.kind == "quoted"]
    for clause in clauses:
        if clause.status not in wanted:
            continue
        for start, end in outside(clause.span, foreign):
            yield from _own(Clause(text[start:end], (start, end), clause.status), reading)


def outside(span: Span, spans: Sequence[Span]) -> Iterator[Span]:
    """What of a span lies outside of others, which are in order."""
    at, until = span
    for start, end in spans:
        if start < until and end > at:
            yield at, max(at, start)
            at = min(end, until)
    yield at, until


def _asked(clauses: Sequence[Clause], text: str) -> list[Clause]:
    """The questions and orders, each with the condition before it that it asks under: "if I plant
    it in May, when does it bloom?"."""
    found: list[Clause] = []
    for before, clause in pairwise((None, *clauses)):
        if clause is None or clause.status not in _ASKED:
            continue
        start, end = clause.span
        if before is not None and before.status == "hypothetical":
            joined = not _SENTENCE_END.search(text[before.span[1] : start])
            start = before.span[0] if joined else start
        found.append(Clause(text[start:end], (start, end), clause.status))
    return found


def _template_of(clause: Clause, text: str, named: Sequence[Mention]) -> str:
    start, end = clause.span
    inside = [
        Mention(m.value, m.start - start, m.end - start, m.kind)
        for m in named
        if start <= m.start and m.end <= end
    ]
    return template(text[start:end], inside)


def _own(clause: Clause, reading: Reading) -> Iterator[str]:
    """The parts of a statement that tell of the person as they are now."""
    if begins_with_person(wording(clause.text, reading.language)):
        return
    text = clause.text
    for start, end in _present(text):
        part = text[start:end].strip(" ,;:-–—")
        if any(map(str.isalnum, part)):
            yield part


def _present(text: str) -> Iterator[Span]:
    """Where a statement tells of what goes on: up to a habit that is over, and from where its words
    turn to what is so now."""
    folded = fold_in_place(text)
    at = 0
    for past in pattern("profile", "told", "past").finditer(folded):
        if past.start() < at or (past.start() and folded[past.start() - 1].isalnum()):
            continue
        joints = [m.end() for m in _JOINT.finditer(folded, at, past.start())]
        yield at, joints[-1] if joints else at
        now = _turn(folded, past.end())
        if now is None:
            return
        at = now
    yield at, len(text)


def _turn(folded: str, at: int) -> int | None:
    """Where what holds now begins; None where the statement ends before."""
    found = pattern("profile", "told", "now").finditer(folded, at)
    return next((m.start() for m in found if not folded[m.start() - 1].isalnum()), None)
