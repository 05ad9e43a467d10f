"""What a message asks to be forgotten: which facts, and whether that is plain enough (F7). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from assistant.memory.base import (
    Action,
    AskForget,
    Forget,
    ForgetRequest,
    NothingMeant,
    Reading,
    TakeBack,
)
from assistant.memory.matching import Meaning
from assistant.memory.plan.by_reader import (
    ASKS,
    ASKS_SURELY,
    CORRECTS,
    Read,
    Reads,
)
from assistant.memory.plan.holding import Match, matches, named_by
from assistant.memory.plan.meant import Meant, meant, meant_otherwise, meant_unheard
from assistant.memory.plan.mending import mended
from assistant.memory.plan.requests import asks_for_all, forget_requests
from assistant.memory.plan.substitutions import is_denied, values_of
from assistant.memory.plan.unmarked import says_again
from assistant.memory.signals.regions import overlaps
from assistant.records import Fact
from assistant.text.word_forms import same_word
from assistant.text.wording import wording


class Unkept(NamedTuple):
    """When something was told that was refused, and when the conversation's last message came."""

    refused: datetime | None = None
    said: datetime | None = None


NOTHING_UNKEPT = Unkept()
UNHEARD = 0.007
"""Belief of the reader that something is asked for under which the words of a request may have
been no request: "I never said he was gone"."""
_MARK = re.compile(r"[,;:.]\s+\w")
"""Where something else begins."""


class Forgotten(NamedTuple):
    """``left``: the message without what it says only to have something forgotten; the action, if
    it asks for one; the facts that go, or may go; what it is that the one request is about."""

    left: Reading
    action: Action | None
    facts: frozenset[str]
    about: str = ""


def forgotten_by(
    reading: Reading,
    live: Sequence[Fact],
    meaning: Meaning,
    unkept: Unkept,
    reads: Reads | None,
    whole: Read,
    now: datetime,
) -> Forgotten:
    """What a message asks to be forgotten. ``whole``: how the reader sees it as a whole."""
    heard = asked = forget_requests(reading)
    unheard = max(whole.asks, whole.takes_back) < ASKS
    if unheard and (whole.facts or reading.findings):  # two have to hear it
        asked = tuple(request for request in asked if not request.likely)
    found = {
        request: _meant(request, reading, live, meaning, unkept, reads, whole) for request in asked
    }
    if not asked and reading.wary:
        said = ForgetRequest((0, len(reading.message)), reading.text, likely=True)
        likely = meant_unheard(whole, reading.text, reading.language)
        # "Remember that …" asks for the contrary, "I hate it, keep it away from me" for nothing:
        # beside what is to be kept only what is clear is asked for.
        kept = any(finding.on_purpose for finding in reading.findings)
        clear = likely.plain or (likely.all_held and whole.asks >= ASKS_SURELY)
        found[said] = likely if (clear and not kept) or not reading.findings else Meant()
        asked = (said,) if found[said] != Meant() else ()
    # "Scratch that, it's on Saturday" puts right what it seems to take back.
    rights = whole.corrects >= CORRECTS and max(whole.asks, whole.takes_back) < ASKS
    tells = any(value.sort for value in values_of(reading.text, reading.language))
    sure = set(whole.sure()) if tells else set()
    asked = tuple(r for r in asked if not (rights and r.last and sure.issuperset(_ids(found[r]))))
    found = {request: found[request] for request in asked}
    if not any(r.last or r.everything or found[r].plain for r in asked):
        last = _told_last(1, live, unkept)
        undone = whole.takes_back_last({*last.plain, *last.doubtful})
        if undone and not (_tells_instead(reading) or mended(reading, live, meaning, now)):
            said = ForgetRequest((0, len(reading.message)), reading.text, last=1)
            found, asked = {said: last}, (said,)
    open_ = not any(r.last or r.everything or r.spared or found[r].plain for r in asked)
    if open_ and (only := _meant_by_both(whole, asked, reading, meaning)):
        said = ForgetRequest((0, len(reading.message)), reading.text, likely=True)
        found, asked = {said: Meant(plain=(only.id,))}, (said,)
    plain = dict.fromkeys(id for each in found.values() for id in each.plain)
    doubtful = dict.fromkeys(id for each in found.values() for id in each.doubtful)
    if _tells_something(whole):
        plain, doubtful = {}, {**plain, **doubtful}
    unclear = all(_is_unclear(request, found[request], reading) for request in asked)
    if asked and not plain and unclear:
        near = _nearly_meant(whole, asked, reading, meaning)
        rest = doubtful if not near or asks_for_all(reading.text) else {}
        doubtful = dict.fromkeys((*near, *rest))
    back = next((request.last for request in asked if request.last), 0)
    everything = any(request.everything for request in asked)
    action: Action | None = None
    if doubtful or len(plain) > 1:
        few: Literal["several", "unclear"] = "unclear" if doubtful else "several"
        ids = tuple({**plain, **doubtful})
        action = AskForget(ids, "everything" if everything else few)
    elif plain and back:
        action = TakeBack(tuple(plain), "the user took it back")
    elif plain:
        action = Forget(tuple(plain), "the user asked for it")
    elif any(_is_answered(request, reading) for request in asked):
        action = NothingMeant("no fact tells of it")
    asked = tuple(r for r in asked if r in reading.forgets or found[r] != Meant())
    # What only seems to ask for something, and surely puts something right, asks for nothing.
    forgets = tuple(r for r in asked if not (rights and r.likely and found[r] == Meant()))
    spans = [request.span for request in forgets]
    findings = tuple(f for f in reading.findings if not overlaps(f.span, spans))
    left = reading._replace(forgets=forgets, findings=findings)
    about = heard[0].about if len(heard) == 1 else ""
    return Forgotten(left, action, frozenset((*plain, *doubtful)), about)


def _tells_something(whole: Read) -> bool:
    """Whether the reader hears no request at all, but that something is put right."""
    return max(whole.asks, whole.takes_back) < UNHEARD and whole.corrects >= CORRECTS


def _meant_by_both(
    whole: Read, asked: Sequence[ForgetRequest], reading: Reading, meaning: Meaning
) -> Fact | None:
    """The one fact that is meant by both readings and has the names, numbers and persons of what is
    to be forgotten, where no two hold all that is named. A message that tells something, and was
    heard to ask for nothing, changes what is known."""
    if whole.asks < ASKS or (reading.findings and not reading.forgets):
        return None
    only = whole.by_both(reading.text, reading.language)
    if only is None or (not asked and says_again(reading, only)):
        return None
    fitting = _fitting(whole, asked, reading, meaning)
    exact = all(only in [match.fact for match in found] for found in fitting)
    several = any(sum(match.full for match in found) > 1 for found in fitting)
    return only if exact and not several else None


def _is_unclear(request: ForgetRequest, found: Meant, reading: Reading) -> bool:
    """Whether a request names a thing, and no fact holds all that it names, or answers what it is
    named by."""
    wide = request.everything or request.last or found.all_held
    doubtful = found.doubtful != () and not request.asked
    return not wide and (doubtful or (found == Meant() and _is_answered(request, reading)))


def _nearly_meant(
    whole: Read, asked: Sequence[ForgetRequest], reading: Reading, meaning: Meaning
) -> list[str]:
    """The few facts that may be meant where no words tell any: better to ask than to say that there
    is nothing. None that lacks a name, a number or a person of what is to be forgotten."""
    fitting = _fitting(whole, asked, reading, meaning)
    exact = [{match.fact.id for match in found} for found in fitting]
    near = whole.nearly(all_=asks_for_all(reading.text))
    return [id for id in near if all(id in ids for ids in exact)]


def _fitting(
    whole: Read, asked: Sequence[ForgetRequest], reading: Reading, meaning: Meaning
) -> list[list[Match]]:
    """Of each request the facts that lack no name, number or person of what it is about."""
    abouts = [request.about for request in asked if request.about] or [reading.text]
    return [
        [
            match
            for match in matches(
                ForgetRequest((0, 0), about), whole.facts, reading.language, meaning, reading.text
            )
            if match.letters
        ]
        for about in abouts
    ]


def _is_answered(request: ForgetRequest, reading: Reading) -> bool:
    """Whether a request is told that it means no fact. One that may be for something else is where
    the message says nothing more: "forget the table, use a list" is not about the memory."""
    open_ = request.loose or request.whole
    alone = len(reading.clauses) == 1 and bool(request.core) and not _MARK.search(reading.text)
    return request in reading.forgets and (alone or not open_)


def _tells_instead(reading: Reading) -> bool:
    """Whether a message denies a value and tells another: "quise decir Ana, no Eva"."""
    told = values_of(reading.text, reading.language)
    denied = [value for value in told if value.sort and is_denied(reading.text, value)]
    return any(new.sort == old.sort and new not in denied for old in denied for new in told)


def _meant(
    request: ForgetRequest,
    reading: Reading,
    live: Sequence[Fact],
    meaning: Meaning,
    unkept: Unkept,
    reads: Reads | None,
    whole: Read,
) -> Meant:
    """The facts that a request means: by its words, all of them, or those told last."""
    if request.everything:
        return Meant(doubtful=tuple(fact.id for fact in live))
    if request.last:
        last = _told_last(request.last, live, unkept)
        said = reading.message[slice(*request.span)] if reading.findings else reading.message
        others = named_by(said, reading.language, live)
        known = {*last.plain, *last.doubtful}
        if whole.passes_over(known) and whole.perhaps():
            return (
                meant_otherwise(whole, reading.text, reading.language)
                if whole.asks >= ASKS
                else Meant(doubtful=_ids(last))
            )
        if others and not others & known and not whole.takes_back_last(known):
            return Meant(doubtful=tuple(fact.id for fact in live if fact.id in others | known))
        return last
    return meant(request, live, reading.language, meaning, reading.text, reads)


def _ids(meant: Meant) -> tuple[str, ...]:
    return (*meant.plain, *meant.doubtful)


def _told_last(many: int, live: Sequence[Fact], unkept: Unkept) -> Meant:
    """The facts told last: plainly meant, unless something was said after them that was not kept.
    What was refused is one of the things said last, and there is nothing of it to take back."""
    told = sorted(live, key=lambda fact: fact.last_confirmed_at)
    newest = told[-1].last_confirmed_at if told else None
    refused = newest and unkept.refused and unkept.refused > newest
    ids = tuple(fact.id for fact in told[-many:][int(bool(refused)) :])
    if refused or (newest and unkept.said and unkept.said > newest):
        return Meant(doubtful=ids)
    return Meant(plain=ids)


def of_the_refused(reading: Reading, fact: Fact, live: Sequence[Fact], unkept: Unkept) -> bool:
    """Whether what a message puts right was refused: that was told last, and the message has no
    word of the fact."""
    newest = max((other.last_confirmed_at for other in live), default=None)
    if newest is None or unkept.refused is None or unkept.refused <= newest:
        return False
    own = wording(fact.fact, fact.language).words
    said = wording(reading.text, reading.language).words
    return not any(same_word(word, other) for word in said for other in own)
