"""A correction puts the right value in the place of the wrong one, and touches nothing else (F7).

"Sorry, choir's on Wednesdays, dunno why I said Tuesdays", "perdón, es septiembre": the new value
is one that the fact does not hold, the old one its value of the same sort; which fact is meant, the
words beside them tell, or, where there are none, what was told last. Where two would do, none is
changed here. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from assistant.characters import one_line
from assistant.languages import FALLBACK
from assistant.memory.base import Reading
from assistant.memory.matching import Meaning
from assistant.memory.matching.spelling import spelled_alike
from assistant.memory.plan.parts import stands_with_another
from assistant.memory.plan.placed_values import put_in_place
from assistant.memory.plan.statements import Statement
from assistant.memory.plan.substitutions import (
    MARK,
    NEAR_BEFORE,
    ORDINAL,
    PLAIN,
    Substitution,
    Token,
    is_denied,
    substitutions,
    values_of,
)
from assistant.memory.signals.lexicon import Lexicon, load_lexicon
from assistant.memory.signals.text import Canon, tokenize
from assistant.records import Fact
from assistant.text.phrases import tokens
from assistant.text.slips import slips
from assistant.text.wording import wording

_LONGEST = 45
"""Tokens of a message that may be a correction."""
LATELY = timedelta(hours=36)
"""How long ago a fact may have been told for a correction without a word of it to mean it …"""
JUST_NOW = timedelta(hours=1)
"""… and for one that is nothing but a name."""
_UNLIKE = 8
_FAR = 40
"""Characters between a wrong name and the right one, at most."""
_SURE = ("mem_put_right", "mem_mend_sure")
_MARKERS = (*_SURE, "mem_mend", "mem_spelled")


class Mended(NamedTuple):
    """The fact that a correction is about, and its text with the new value."""

    fact: Fact
    text: str


def is_spelled(text: str) -> bool:
    """Whether a text says how a word is written: "es con v, Valdez"."""
    lexicon = load_lexicon()
    return lexicon.has("mem_spelled", Canon.of(tokenize(text, lexicon.speller)).text)


def is_marked(text: str) -> bool:
    """Whether a text has words of correction: "sorry", "quise decir"."""
    lexicon = load_lexicon()
    said = Canon.of(tokenize(text, lexicon.speller)).text
    return any(lexicon.has(cue, said) for cue in _MARKERS)


def mended(
    reading: Reading,
    live: Sequence[Fact],
    meaning: Meaning,
    now: datetime,
    *,
    known: bool = False,
) -> Mended | None:
    """What a message corrects; None where it corrects nothing, or it is not plain what.
    ``known``: that it corrects one of the facts is known from elsewhere."""
    lexicon = load_lexicon()
    text = reading.text
    said = Canon.of(tokenize(text, lexicon.speller)).text
    spelled = lexicon.has("mem_spelled", said)
    sure = known or spelled or any(lexicon.has(cue, said) for cue in _SURE)
    marked = sure or lexicon.has("mem_mend", said)
    undone = lexicon.has("mem_last", said) and not known
    if undone or len(said.split()) > _LONGEST:
        return None
    if lexicon.has("mem_forget", said):
        return None  # what is to be forgotten is no value, and what is beside it neither
    left = said
    for cue in (*_MARKERS, "mem_lead"):
        left = lexicon.pattern(cue).sub(" ", left)
    told = values_of(text, reading.language)
    if spelled and told and told[0].typed.istitle() and not told[0].sort:
        told[0] = told[0]._replace(sort="name")  # "Ferreira, with an i": how a name is spelled
    beside = [t for t in told if set(t.word.split()) & set(left.split()) or t.sort]
    if not marked and not any(is_denied(text, token) for token in beside):
        return None  # it corrects what it denies, or nothing: no fact need be looked at
    whole = Statement(text, text, reading.language)
    found = [
        change
        for fact in live
        for change in substitutions(fact, text, beside, reading.language, meaning)
        if change.denied or not stands_with_another(fact, whole, change.old.span[0])
    ]
    placed = {t for t in beside if _is_put_right(text, t, lexicon)}
    alone = [t for t in beside if t.sort == "name" and t.word.split() == _words(left)]
    if marked and not spelled and alone == beside:  # "no, sorry, Garland"
        lately = _told_last(live, now)
        found = [c for c in found if c.fact is lately]
        placed.update(beside)
    found = [c._replace(put_right=c.new in placed) for c in found]
    found = [
        c
        for c in found
        if c.old.sort not in PLAIN
        or c.denied
        or c.put_right
        or spelled
        or (c.in_place and (known or (c.shared > 1 and not c.unmet and marked)))
        or (sure and c.new.sort == "name" and spelled_alike(c.old.word, c.new.word))
    ]
    if not sure:
        found = [c for c in found if c.denied or not _is_news(text, c, lexicon)]
    found = [c for c in found if not (c.denied and c.old.sort in PLAIN and c.apart > _FAR)]
    if spelled:
        found = [c for c in found if spelled_alike(c.old.word, c.new.word)]
    if not marked:
        told_so = [c for c in found if c.denied and c.old.sort == c.new.sort != ""]
        found = [c for c in told_so if c.shared or not c.unmet]
    best = _plainest(found, live, sure=sure)
    if best is None:
        return None
    bare = not (best.named or best.shared)
    if bare and not known and now - best.fact.last_confirmed_at > LATELY:
        return None
    new = best.new.typed if ORDINAL.fullmatch(best.old.typed) else _bare(best.new.typed)
    return Mended(best.fact, put_in_place(best.fact.fact, best.old, best.new, new))


def _words(canonical: str) -> list[str]:
    """Without the marks."""
    return [token for token in canonical.split() if token[0].isalnum()]


def _told_last(live: Sequence[Fact], now: datetime) -> Fact | None:
    """The one fact of the last few minutes that was told last: a name alone puts right nothing
    older."""
    last = max(live, key=lambda fact: fact.last_confirmed_at, default=None)
    return last if last and now - last.last_confirmed_at <= JUST_NOW else None


def mended_before(reading: Reading, live: Sequence[Fact]) -> Fact | None:
    """The fact that a message corrects, where it says the right value already: "it isn't at 6
    anymore, it's at 7" a second time. None where nothing is denied, a figure is told that it lacks,
    or more than one fact fits."""
    told = values_of(reading.text, reading.language)
    denied = [t for t in told if t.sort and is_denied(reading.text, t)]
    if not denied:
        return None
    figures = {t.word for t in told if t.sort == "number" and t not in denied}
    found = []
    for fact in live:
        own = {token.word for token in values_of(fact.fact, fact.language)}
        if not figures <= own:
            continue
        right = any(
            t.sort == wrong.sort and t.word in own and wrong.word not in own and wrong.span < t.span
            for wrong in denied
            for t in told
        )
        if right and any(not t.sort and t.word in own for t in told):
            found.append(fact)
    return found[0] if len(found) == 1 else None


def _bare(typed: str) -> str:
    """ "July 3rd" in the place of "July 2" is "July 3"."""
    ordinal = ORDINAL.fullmatch(typed)
    return ordinal[1] if ordinal else typed


def _is_put_right(text: str, new: Token, lexicon: Lexicon) -> bool:
    """ "I meant Thursdays", "quise decir Viña": with nothing but a word or two before it."""
    before = text[: new.span[0]]
    piece = before[max((m.end() for m in MARK.finditer(before)), default=0) :]
    said = Canon.of(tokenize(piece, lexicon.speller)).text
    match = lexicon.search("mem_put_right", said)
    return match is not None and len(said[match.end() :].split()) <= NEAR_BEFORE


def _is_news(text: str, change: Substitution, lexicon: Lexicon) -> bool:
    """Whether the piece that tells the value tells of a change, which is no correction. A word that
    the fact has as well tells of none."""
    new = change.new
    marks = [match.span() for match in MARK.finditer(text)]
    start = max((end for _, end in marks if end <= new.span[0]), default=0)
    end = min((begin for begin, _ in marks if begin >= new.span[1]), default=len(text))
    said = Canon.of(tokenize(text[start:end], lexicon.speller)).text
    for cue in _MARKERS:
        said = lexicon.pattern(cue).sub(" ", said)
    told = wording(one_line(said), FALLBACK)
    known = tokens(change.fact.fact)
    cues = (*told.cues["gone"], *told.cues["new"])
    return any(told.tokens[place] not in known for place in cues)


def _plainest(
    found: Sequence[Substitution], live: Sequence[Fact], *, sure: bool
) -> Substitution | None:
    """The one reading that more speaks for than for any other."""
    if not found:
        return None
    order = {fact.id: n for n, fact in enumerate(sorted(live, key=lambda f: f.last_confirmed_at))}
    last = max(order, key=lambda identity: order[identity])

    def weight(change: Substitution) -> tuple[int, ...]:
        told_last = change.fact.id == last
        near = -slips(change.old.word, change.new.word, _UNLIKE)
        alike = change.old.sort == change.new.sort
        total = change.named + change.shared
        told = (total, change.denied, change.named, alike, change.in_place)
        return *told, change.literal, told_last, near, -change.apart, -change.lacking

    ranked = sorted(found, key=weight, reverse=True)
    first = ranked[0]
    rivals = [c for c in ranked[1:] if weight(c) == weight(first)]
    if rivals:
        return None
    if first.named or (first.shared and not (first.unmet and not sure)):
        return first
    newest = _newest_of_sort(found, order)
    bare = not first.unmet or (sure and first.unmet <= 1)
    return newest if bare and not first.astray else None


def _newest_of_sort(found: Sequence[Substitution], order: dict[str, int]) -> Substitution | None:
    """Of the fact told last among those that hold a value of the sort; where it has several, the
    one of as many figures ("18 tonnes for 31,500": "no, 13,500"). None where two are as near."""
    if not found:
        return None
    newest = max(order[change.fact.id] for change in found)
    mine = [change for change in found if order[change.fact.id] == newest]
    if len(mine) > 1:
        mine = [change for change in mine if len(change.old.word) == len(change.new.word)]
    return mine[0] if len(mine) == 1 else None
