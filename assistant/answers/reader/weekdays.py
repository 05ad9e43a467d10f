"""The weekdays that a text tells, those between two of them too: "Tuesday to Saturday"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assistant.answers.day_names import weekday_of
from assistant.memory.plan.cutting import cut
from assistant.records import Fact
from assistant.text.phrases import listed, tokens

_WEEK = 7


def days_told(told: Sequence[str]) -> frozenset[int]:
    """The weekdays among the tokens of a text, Monday 0."""
    found = [(at, day) for at, token in enumerate(told) if (day := _day(token)) is not None]
    days = {day for _, day in found}
    for (at, first), (upto, last) in pairwise(found):
        if upto == at + 2 and told[at + 1] in listed("until"):
            days |= {(first + n) % _WEEK for n in range((last - first) % _WEEK)}
    return frozenset(days)


def of_another_day(asked: Sequence[str], told: Sequence[str]) -> bool:
    """Whether a question names weekdays, and a fact others alone; both as tokens."""
    wanted, known = days_told(asked), days_told(told)
    return bool(wanted and known) and wanted.isdisjoint(known)


def part_of_the_day(fact: Fact, asked: Sequence[str]) -> str:
    """What a fact tells of the one weekday that is asked about, where a part of it does and another
    tells of others: "…, los sábados cerramos"; all of it otherwise."""
    wanted = days_told(asked)
    parts = [fact.fact[start:end] for start, end in cut(fact.fact, fact.language)]
    told = [days_told(tokens(part)) for part in parts]
    of_it = [part for part, days in zip(parts, told, strict=True) if wanted and wanted <= days]
    return of_it[0] if len(of_it) == 1 and sum(map(bool, told)) > 1 else fact.fact


def _day(token: str) -> int | None:
    found = weekday_of(token)
    return weekday_of(token.removesuffix("s")) if found is None else found
