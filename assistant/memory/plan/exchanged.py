"""What was given for something else, in its place (F7). Pure.

"El médico le ha cambiado el Sintrom por Eliquis" says neither whose doctor, nor who takes it: the
fact does, and all of it stays but the one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from assistant.languages import each
from assistant.memory.plan.statements import Statement
from assistant.records import Fact


def with_what_was_exchanged(old: Fact, statement: Statement) -> str | None:
    """A fact with the new thing where it names the one that was given for it; None where the
    statement tells of no exchange, or the fact names nothing of the kind."""
    for before, after in _exchanged(statement.said):
        there = _whole(before)
        if len(there.findall(old.fact)) == 1 and not _whole(after).search(old.fact):
            return after.join(there.split(old.fact))
    return None


def was_exchanged(fact: Fact, statement: Statement) -> bool:
    """Whether a fact tells already of the new thing of an exchange, and no more of the old one."""
    return any(
        _whole(after).search(fact.fact) and not _whole(before).search(fact.fact)
        for before, after in _exchanged(statement.said)
    )


def _whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)


def _exchanged(said: str) -> Iterator[tuple[str, str]]:
    for form in _forms():
        for found in form.finditer(said):
            yield found["old"], found["new"]


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    sources = (form for _, own in each("memory", "exchange") for form in own["forms"])
    return tuple(re.compile(source, re.IGNORECASE) for source in sources)
