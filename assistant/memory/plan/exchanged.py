"""What was given for something else, in its place (F7). Pure.

"El médico le ha cambiado el Sintrom por Eliquis" says neither whose doctor, nor who takes it: the
fact does, and all of it stays but the one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from assistant.languages import each
from assistant.memory.matching import Meaning
from assistant.memory.plan.placed_values import put_in_place
from assistant.memory.plan.statements import Statement
from assistant.memory.plan.substitutions import is_denied, substitutions, values_of
from assistant.records import Fact
from assistant.text.phrases import listed, tokens
from assistant.text.verbs import begins_with_verb

_BEHIND = re.compile(r" (\w+)")
_DESCRIBING = 4
"""Words that describe a thing, at most."""


def with_what_was_exchanged(old: Fact, statement: Statement) -> str | None:
    """A fact with the new thing where it names the one that was given for it; None where the
    statement tells of no exchange, or the fact names nothing of the kind."""
    for before, after in _exchanged(statement.said):
        there = _whole(before)
        if len(there.findall(old.fact)) == 1 and not _whole(after).search(old.fact):
            first, rest = there.split(old.fact)
            return f"{first}{after}{_undescribed(rest, old) if ' ' in after else rest}"
    return None


def with_what_is_instead(old: Fact, statement: Statement, meaning: Meaning) -> str | None:
    """A fact with the one value that the statement tells at the same place instead of what it
    denies: "we're not going to Lima after all, we're going to Cusco"."""
    told = values_of(statement.said, statement.language)
    ways = substitutions(old, statement.said, told, statement.language, meaning)
    found = {(w.old.span, w.new.typed): w for w in ways if w.denied and w.in_place}
    if len(found) != 1:
        return None
    way = next(iter(found.values()))
    text = put_in_place(old.fact, way.old, way.new)
    values = {t.word for t in told if t.sort and not is_denied(statement.said, t)}
    values |= listed("parts of an hour") & set(tokens(statement.said))
    return text if values <= set(tokens(text)) else None


def _undescribed(rest: str, old: Fact) -> str:
    """What a fact tells behind a thing, without what only describes it, where the other thing is
    described anew: "una kangoo blanca modelo 2016 para las visitas"."""
    own, end = listed("function"), 0
    if begins_with_verb(rest.strip(), old.language):
        return rest
    for word in islice(_BEHIND.finditer(rest), _DESCRIBING):
        if word.start() != end or word[1].lower() in own:
            break
        end = word.end()
    return rest[end:]


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
