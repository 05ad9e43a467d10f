"""A correction puts the right value in the place of the wrong one, and touches nothing else (F7).

"Sorry, choir's on Wednesdays, dunno why I said Tuesdays", "perdón, es septiembre": the new value
is one that the fact does not hold, the old one its value of the same sort; which fact is meant, the
words beside them tell, or, where there are none, what was told last. Where two would do, none is
changed here. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from assistant.memory.base import Reading
from assistant.memory.matching import Meaning
from assistant.memory.matching.alignment import align
from assistant.memory.plan.meant import Known, held
from assistant.memory.plan.values import ORDINAL, VALUE, Token, one_value, values_of
from assistant.memory.signals.lexicon import Lexicon, load_lexicon
from assistant.memory.signals.text import Canon, tokenize
from assistant.memory.slips import slips
from assistant.memory.wording import listed, tokens, wording
from assistant.records import Fact, Language

_MARK = re.compile(r"[,;:.!?()\n](?:\s|$)|[!?…]|\s[-–—]\s")
_NO_AFTER = re.compile(r" no\b(?= ?(?:[,;:.!]|es\b|son\b|era\b|$))", re.IGNORECASE)
_NOT_BEFORE = re.compile(r"\b(?:not|no|ni)\s+(?:el |la |the )?$", re.IGNORECASE)
_LONGEST = 45
"""Tokens of a message that may be a correction."""
LATELY = timedelta(hours=36)
"""How long ago a fact may have been told for a correction without a word of it to mean it."""
_SHARED = 0.95
_SPELLING = 3
"""Letters in which a name may be spelled wrong; in a long one, half of them."""
_UNLIKE = 8
_FAR = 40
"""Characters between a wrong name and the right one, at most."""
_PLAIN = ("", "name")
_MARKERS = ("mem_put_right", "mem_mend_sure", "mem_mend", "mem_spelled")
_BEFORE = 3
"""Words before a value among which one tells that it is the wrong one."""


class Mended(NamedTuple):
    """The fact that a correction is about, and its text with the new value."""

    fact: Fact
    text: str


class _Change(NamedTuple):
    """One way to read the correction: ``named``: it says the old value too; ``shared``: the words
    beside the values that the fact holds, ``unmet`` those that it does not."""

    fact: Fact
    old: Token
    new: Token
    named: bool
    shared: int
    unmet: int
    denied: bool
    """Whether the message says of the old value that it is wrong, or was said."""
    apart: int
    """Characters of the message between the two values, where it says both."""
    lacking: int
    """Words of the fact that are not said with the new value."""
    literal: int
    """Of the words that are shared, those that the fact holds in this very form."""
    astray: int
    """Words before the new value, in its sentence, that name what the fact does not hold."""
    put_right: bool = False
    """Whether the new value stands right behind the words that put it in the place of another."""


def mended(
    reading: Reading, live: Sequence[Fact], meaning: Meaning, now: datetime
) -> Mended | None:
    """What a message corrects; None where it corrects nothing, or it is not plain what."""
    lexicon = load_lexicon()
    text = reading.text
    said = Canon.of(tokenize(text, lexicon.speller)).text
    spelled = lexicon.has("mem_spelled", said)
    sure = spelled or lexicon.has("mem_put_right", said) or lexicon.has("mem_mend_sure", said)
    marked = sure or lexicon.has("mem_mend", said)
    undone = lexicon.has("mem_last", said)
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
    found = [c for fact in live for c in _changes(fact, text, beside, reading.language, meaning)]
    placed = {t for t in beside if _is_put_right(text, t, lexicon)}
    found = [c._replace(put_right=c.new in placed) for c in found]
    found = [
        c
        for c in found
        if c.old.sort not in _PLAIN
        or c.denied
        or c.put_right
        or spelled
        or (sure and c.new.sort == "name" and _spelled_alike(c.old.word, c.new.word))
    ]
    if not sure:
        found = [c for c in found if c.denied or not _is_news(text, c.new, lexicon)]
    found = [c for c in found if not (c.denied and c.old.sort in _PLAIN and c.apart > _FAR)]
    if spelled:
        found = [c for c in found if _spelled_alike(c.old.word, c.new.word)]
    if not marked:
        told_so = [c for c in found if c.denied and c.old.sort == c.new.sort != ""]
        found = [c for c in told_so if c.shared or not c.unmet]
    best = _plainest(found, live, sure=sure)
    if best is None:
        return None
    bare = not (best.named or best.shared)
    if bare and now - best.fact.last_confirmed_at > LATELY:
        return None
    start, end = best.old.span
    new = best.new.typed if ORDINAL.fullmatch(best.old.typed) else _bare(best.new.typed)
    return Mended(best.fact, best.fact.fact[:start] + new + best.fact.fact[end:])


def mended_before(reading: Reading, live: Sequence[Fact]) -> Fact | None:
    """The fact that a message corrects, where it says the right value already: "it isn't at 6
    anymore, it's at 7" a second time. None where nothing is denied, or more than one fact fits."""
    told = values_of(reading.text, reading.language)
    denied = [t for t in told if t.sort and _is_denied(reading.text, t)]
    if not denied:
        return None
    found = []
    for fact in live:
        own = {token.word for token in values_of(fact.fact, fact.language)}
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


def _changes(
    fact: Fact, text: str, told: Sequence[Token], language: Language, meaning: Meaning
) -> Iterable[_Change]:
    """Every pair of a value of the fact and another of its sort that the message tells."""
    own = values_of(fact.fact, fact.language)
    held_words = {token.word for token in own}
    values = _values(fact, own)
    known = Known.of(fact)
    topic = [t for t in told if not t.sort or t.sort == "name"]
    for new in told:
        if new.word in held_words or _said_wrong(new, told, held_words, text):
            continue
        if any(one_value(new, token) for token in own):
            continue
        for old in values:
            named = any(t.word == old.word for t in told)
            denied = any(_is_denied(text, t) for t in told if t.word == old.word)
            if named and not denied and old.sort in _PLAIN:
                continue  # "from Denver" tells which is meant
            if not _of_a_sort(old, new, text, denied=denied):
                continue
            others = [t for t in told if t is not new and t.word != old.word]
            beside = [t for t in others if t in topic or _identifies(t, held_words)]
            near = [t for t in beside if _one_piece(text, t, new)]
            before = [t for t in beside if t.span < new.span and _one_sentence(text, t, new)]
            strange = {t for t in beside if not _met(t, known, language, meaning)}
            met = len(beside) - len(strange)
            unmet = sum(t in strange for t in near)
            astray = sum(t in strange and t.word not in listed("sorts of values") for t in before)
            said = [abs(t.span[0] - new.span[0]) for t in told if t.word == old.word]
            apart = min(said, default=0)
            lacking = _lacking(own, old, [t for t in told if _one_piece(text, t, new)])
            literal = sum(t.word in held_words for t in beside)
            yield _Change(
                fact, old, new, named, met, unmet, denied, apart, lacking, literal, astray
            )


def _is_put_right(text: str, new: Token, lexicon: Lexicon) -> bool:
    """ "I meant Thursdays", "quise decir Viña": with nothing but a word or two before it."""
    before = text[: new.span[0]]
    piece = before[max((m.end() for m in _MARK.finditer(before)), default=0) :]
    said = Canon.of(tokenize(piece, lexicon.speller)).text
    match = lexicon.search("mem_put_right", said)
    return match is not None and len(said[match.end() :].split()) <= _BEFORE


def _is_news(text: str, new: Token, lexicon: Lexicon) -> bool:
    """Whether the piece that tells the value tells of a change, which is no correction."""
    marks = [match.span() for match in _MARK.finditer(text)]
    start = max((end for _, end in marks if end <= new.span[0]), default=0)
    end = min((begin for begin, _ in marks if begin >= new.span[1]), default=len(text))
    said = Canon.of(tokenize(text[start:end], lexicon.speller)).text
    for cue in _MARKERS:
        said = lexicon.pattern(cue).sub(" ", said)
    cues = wording(" ".join(said.split()), "en").cues
    return bool(cues["gone"] or cues["new"])


def _identifies(token: Token, held_words: set[str]) -> bool:
    """Whether a token tells which fact is meant: a figure does only where the fact holds it."""
    return token.sort not in ("number", "id") or token.word in held_words


def _lacking(own: Sequence[Token], old: Token, piece: Sequence[Token]) -> int:
    """How many words of the fact the piece that has the new value leaves out: "the panel" is not
    Dale's panel."""
    said = {token.word for token in piece}
    return sum(token.word not in said for token in own if token is not old)


def _one_piece(text: str, one: Token, other: Token) -> bool:
    """Whether no mark stands between two words of the message."""
    start, end = sorted((one.span, other.span))
    return _MARK.search(text[start[1] : end[0]]) is None


def _one_sentence(text: str, one: Token, other: Token) -> bool:
    """Whether no end of a sentence stands between two words of the message."""
    return not re.search(r"[.!?\n](?:\s|$)", text[one.span[1] : other.span[0]])


def _said_wrong(new: Token, told: Sequence[Token], held_words: set[str], text: str) -> bool:
    """Whether "950 not 900" denies the value, where the fact holds the right one already."""
    if not _NOT_BEFORE.search(text[: new.span[0]]):
        return False
    return any(t.sort == new.sort and t.word in held_words for t in told)


def _is_denied(text: str, token: Token) -> bool:
    """ "No es Ruiz", "dije Ruiz", "Ruiz no, Roig"."""
    before = tokens(text[: token.span[0]])[-_BEFORE:]
    return not listed("before the wrong one").isdisjoint(before) or bool(
        _NO_AFTER.match(text, token.span[1])
    )


def _plainest(found: Sequence[_Change], live: Sequence[Fact], *, sure: bool) -> _Change | None:
    """The one reading that more speaks for than for any other."""
    if not found:
        return None
    order = {fact.id: n for n, fact in enumerate(sorted(live, key=lambda f: f.last_confirmed_at))}
    last = max(order, key=lambda identity: order[identity])

    def weight(change: _Change) -> tuple[int, bool, bool, bool, int, bool, int, int, int]:
        told_last = change.fact.id == last
        near = -slips(change.old.word, change.new.word, _UNLIKE)
        alike = change.old.sort == change.new.sort
        total = change.named + change.shared
        told = (total, change.denied, change.named, alike, change.literal, told_last)
        return *told, near, -change.apart, -change.lacking

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


def _newest_of_sort(found: Sequence[_Change], order: dict[str, int]) -> _Change | None:
    """Of the fact told last among those that hold a value of the sort; None where it has two."""
    if not found:
        return None
    newest = max(order[change.fact.id] for change in found)
    mine = [change for change in found if order[change.fact.id] == newest]
    return mine[0] if len(mine) == 1 else None


def _met(token: Token, known: Known, language: Language, meaning: Meaning) -> bool:
    words = wording(token.typed, language).words
    return bool(words) and all(
        held(w, token.typed, language, known, meaning) >= _SHARED for w in words
    )


def _values(fact: Fact, own: Sequence[Token]) -> list[Token]:
    """What could be another in the fact while it stays the same matter."""
    aligned = align(fact.fact, fact.language, "", fact.language, Meaning())
    values = {word.text for word in aligned.values}
    found = [token for token in own if token.sort or token.word in values]
    first = own[0] if own and own[0].typed[:1].isupper() and not own[0].sort else None
    return [first._replace(sort="name"), *found] if first and first.span[0] == 0 else found


def _of_a_sort(old: Token, new: Token, text: str, *, denied: bool) -> bool:
    """Whether one may stand where the other stood. A word that begins the fact may be a name or
    none: only a name spelled much like it takes its place."""
    if old.sort == "name" and old.span[0] == 0 and not denied:
        return new.sort == "name" and _spelled_alike(old.word, new.word)
    if old.sort == new.sort and old.sort:
        return True
    if old.sort == "name" and old.typed in _typed_names(text):
        return new.sort == "name"  # who writes the one with a capital writes the other so
    return old.sort in _PLAIN and new.sort in _PLAIN and (denied or not old.sort)


def _spelled_alike(one: str, other: str) -> bool:
    most = max(_SPELLING, max(len(one), len(other)) // 2)
    return slips(one, other, most) <= most


def _typed_names(text: str) -> set[str]:
    return {match.group() for match in VALUE.finditer(text) if match.group()[:1].isupper()}
