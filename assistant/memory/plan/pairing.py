"""Which new value of a statement stands for which old one of a fact (F7). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assistant.languages import pattern
from assistant.memory.plan.cutting import cut
from assistant.memory.plan.parts import parts_told, spoken_of
from assistant.memory.plan.placed_values import PlacedValue, placed_values, several_days
from assistant.memory.plan.statements import Statement
from assistant.records import Fact
from assistant.text.phrases import listed, tokens
from assistant.text.word_forms import same_word
from assistant.text.wording import wording

_SEVERAL = 2
"""Days, at least."""
_IN_ORDER = 3
"""Values that are told in the order of others, at least."""

Pair = tuple[PlacedValue, PlacedValue]
"""An old value and the new one in its place."""


def takes_a_place(old: Fact, statement: Statement) -> bool:
    """Whether every value that a statement tells stands where the fact has another."""
    own, told = values_of_both(old, statement)
    return bool(paired(old, own, statement, told))


def is_of_one_day(fact: Fact, statement: Statement) -> bool:
    """Whether a statement is of one day, and a fact of all from one to another: "open till five on
    Saturdays" leaves "Tuesday to Saturday" as it is."""
    own, told = (
        [value.token.span for value in values if value.token.sort == "weekday"]
        for values in (
            placed_values(fact.fact, fact.language),
            placed_values(statement.said, statement.language),
        )
    )
    gaps = (tokens(fact.fact[a[1] : b[0]]) for a, b in pairwise(own))
    return len(told) == 1 and any(gap and listed("until").issuperset(gap) for gap in gaps)


def values_of_both(old: Fact, statement: Statement) -> tuple[list[PlacedValue], list[PlacedValue]]:
    """Those of a fact, as far as a statement speaks of it, and those of the statement."""
    part = _with_what_goes_on(old, statement)  # of Renata's hours, not of Mateo's
    own = placed_values(old.fact, old.language)
    own = [value for value in own if value.token.span[0] in part]
    return own, _told(old, own, statement)


def _told(old: Fact, own: Sequence[PlacedValue], statement: Statement) -> list[PlacedValue]:
    """The values that a statement tells of what the fact does: not those of a reason, nor of a part
    with no word of the fact before one that has: "I've paid off five and only owe thirteen"."""
    end = len(before_reason(statement.said))
    spans = cut(statement.said, statement.language)
    meet = (span for span in spans if _meets(old, statement.said[slice(*span)], statement))
    begin = next(meet, (0, 0))[0]
    told = placed_values(statement.said, statement.language)
    sorts = {value.token.sort for value in own}
    of_it = [
        value
        for value in told
        if begin <= value.token.span[0]
        and value.token.span[0] < end
        and (value.token.sort in sorts or value.token.sort != "number of words")
    ]
    return of_it or told


def before_reason(said: str) -> str:
    """What a statement tells, without why it is so."""
    why = pattern("memory", "shortening", "why").search(said)
    return said[: why.start()] if why else said


def _meets(old: Fact, part: str, statement: Statement) -> bool:
    known, said = wording(old.fact, old.language), wording(part, statement.language)
    return any(same_word(a, b) for a in said.words if a.kind != "number" for b in known.words)


def _with_what_goes_on(old: Fact, statement: Statement) -> range:
    """Where what a statement speaks of stands, with the pieces behind it that have no subject of
    their own and name nobody: "put me on metoprolol, 50 milligrams, twice a day"."""
    found = spoken_of(old, statement)
    end = found.stop
    for part in parts_told(old, statement):
        if part.span[0] < found.stop:
            continue
        stands = part.tells_of_its_own and part.tells
        if stands or any(word.exact and word.text.isalpha() for word in part.words):
            break
        end = part.span[1]
    return range(found.start, end)


def paired(
    fact: Fact, own: Sequence[PlacedValue], statement: Statement, told: Sequence[PlacedValue]
) -> list[Pair]:
    """Each new value with the one in whose place it stands; none where one of them has none."""
    return (
        _pairs(own, told)
        or _other_days(fact.fact, own, statement, told)
        or _in_their_order(own, told)
    )


def _in_their_order(own: Sequence[PlacedValue], told: Sequence[PlacedValue]) -> list[Pair]:
    """As many values of each sort as there were, one after the other, where they are several: "on
    Fridays from ten at night to six in the morning" instead of "on Tuesdays from six …"."""
    new = [value for value in told if not value.denied]
    sorts = [[value.token.sort for value in values] for values in (own, new)]
    if len(new) < _IN_ORDER or sorts[0] != sorts[1]:
        return []
    pairs = zip(own, new, strict=True)
    return [(before, after) for before, after in pairs if not before.is_like(after)]


def _pairs(own: Sequence[PlacedValue], told: Sequence[PlacedValue]) -> list[Pair]:
    pairs: list[Pair] = []
    for new in told:
        if new.denied or stands_there(own, new):
            continue
        again = [v for v in told if not v.denied]
        rivals = [v for v in own if v.is_of_a_form(new) and not any(map(v.is_like, again))]
        wrong = [v for v in rivals if any(d.denied and d.is_like(v) for d in told)]
        rivals = wrong or [v for v in rivals if v.hour == new.hour] or rivals
        elsewhere = any(map(new.is_like, own))  # it stands there, of something else
        if wrong and elsewhere:
            continue  # one of several that is left
        only = len(rivals) == 1 and not elsewhere
        chosen = rivals if only else _in_its_place(rivals, new)
        if len(chosen) != 1 or any(chosen[0] is before for before, _ in pairs):
            return []
        pairs.append((chosen[0], new))
    return pairs


def _other_days(
    fact: str, own: Sequence[PlacedValue], statement: Statement, told: Sequence[PlacedValue]
) -> list[Pair]:
    """Several days instead of several, and what else is another: "lunes y miércoles" and "martes
    y viernes"; or those that are left of them."""
    new = [value for value in told if not value.denied]
    days, new_days = ([v for v in values if v.token.sort == "weekday"] for values in (own, new))
    before, after = several_days(days, fact), several_days(new_days, statement.said)
    if not (before and after) or len(days) < _SEVERAL:
        return []
    if len(new_days) < _SEVERAL and len(new) == len(told):
        return []  # one day, and none is denied: it may be one more
    if {value.token.word for value in days} == {value.token.word for value in new_days}:
        return []
    rest = [value for value in new if value not in new_days]
    others = _pairs([value for value in own if value not in days], rest)
    return [(before, after), *others] if others or all(stands_there(own, v) for v in rest) else []


def _in_its_place(rivals: Sequence[PlacedValue], new: PlacedValue) -> list[PlacedValue]:
    """Those behind the word that the new value stands behind, or before the same one: "24 April"
    and "17 de abril"; or those of as many figures: a rent of 420 and not the 5th."""
    behind = [v for v in rivals if new.before and v.before == new.before]
    beside = behind or [v for v in rivals if new.after and v.after == new.after]
    of_it = {new.before, new.after} - {""}  # "6500 de renta": "la renta a 7000"
    beside = beside or [v for v in rivals if of_it & {v.before, v.after}]
    return beside or [v for v in rivals if len(v.token.word) == len(new.token.word)]


def stands_there(own: Sequence[PlacedValue], new: PlacedValue) -> bool:
    """Whether the fact has the value already, and not of something else: "postgres 13" is not
    "debian 13"."""
    same = [value for value in own if value.is_like(new)]
    rivals = [value for value in own if value.is_of_a_form(new)]
    if len(rivals) <= 1 or not new.before:
        return bool(same)
    return any(v.before == new.before or v.after == new.after != "" for v in same)
