"""From what a message says and what is known to what is to be done about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal, NamedTuple

from assistant.memory.base import (
    Action,
    Add,
    Ask,
    AskForget,
    Confirm,
    Finding,
    Forget,
    ForgetRequest,
    NothingMeant,
    Reading,
    Refuse,
    Supersede,
    TakeBack,
)
from assistant.memory.matching import Meaning, Relation, parts_of
from assistant.memory.plan.corrections import spelled_out, unmarked
from assistant.memory.plan.elaborations import first_kept
from assistant.memory.plan.judging import CHANGED, CHANGED_TOO, SAME, Judged, alike, judge_all
from assistant.memory.plan.meant import Meant, meant, named_by
from assistant.memory.plan.mending import Mended, mended, mended_before
from assistant.memory.plan.requests import forget_requests, overlaps
from assistant.memory.plan.statements import Statement, restated, statements
from assistant.memory.wording import listed, tokens
from assistant.records import Domain, Fact, FactKind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

CHANGED_UNWORDED = 0.9
"""The same for a fact with which the statement shares no word: to retire a true one by mistake is
worse than to ask."""
CHANGED_UNSAID = 0.97
"""The same where it is nothing to keep by itself either."""
CHANGED_OPEN = 0.5
"""The same where the statement names no matter and one fact alone comes into question."""
CHANGED_IN_PASSING = 0.6
"""The same for a clause that is nothing to keep by itself."""
DOUBTFUL = 0.25
"""From here on, below CHANGED, both stay and the user is asked."""
_STANDING: tuple[FactKind, ...] = ("rule", "preference", "instruction")


class Unkept(NamedTuple):
    """When something was told that was refused, and when the conversation's last message came."""

    refused: datetime | None = None
    said: datetime | None = None


NOTHING_UNKEPT = Unkept()


@dataclass(slots=True)
class _Draft:
    """What has been decided so far in one message."""

    actions: list[Action] = field(default_factory=list)
    confirmed: set[str] = field(default_factory=set)
    retired: set[str] = field(default_factory=set)


def plan(
    reading: Reading,
    known: Sequence[Fact],
    *,
    now: datetime,
    role: str,
    new_id: Callable[[], str],
    meaning: Meaning | None = None,
    vectors: Matrix | None = None,
    forgotten: Callable[[str], bool] = lambda _text: False,
    asked: Collection[str] = frozenset(),
    unkept: Unkept = NOTHING_UNKEPT,
) -> list[Action]:
    """The changes that a message asks for. Pure, deterministic but for ``new_id``, idempotent:
    planned again after it was applied, a message only confirms.

    ``known`` holds the facts that the role may see, or those of them near the message; ``vectors``
    has a row for each. ``forgotten`` tells whether a text was forgotten; what was stays so until
    it is stated on purpose. ``asked`` holds the ``question_key`` of every question asked before.
    An ``Ask`` brings its fact with it: both facts stay. ``unkept``: what was said and not kept is
    the last thing said as well.
    """
    meaning = meaning or Meaning()
    live = [fact for fact in known if fact.live]
    if vectors is not None and len(live) < len(known):
        vectors = vectors[[i for i, fact in enumerate(known) if fact.live]]
    draft = _Draft()
    if reading.forgets and vectors is not None:
        for fact, vector in zip(live, vectors, strict=True):
            meaning.give(fact.fact, vector)
    reading = _forget(reading, live, meaning, unkept, draft)
    draft.actions += [Refuse("secret", secret.kind) for secret in reading.secrets[:1]]
    if not (draft.actions or reading.forgets) and (
        correction := mended(reading, live, meaning, now)
    ):
        maker = _Maker(_as_statement(correction, reading), now, role, new_id, meaning)
        fact, text = correction
        if any(tokens(known.fact) == tokens(text) for known in live):
            return [Confirm(fact.id, "said again")]
        return [Supersede(maker.corrected(fact), (fact.id,), "corrected")]
    if not (draft.actions or reading.forgets) and (again := mended_before(reading, live)):
        return [Confirm(again.id, "said again")]
    spelled = [spelled_out(s, live, now) for s in statements(reading, meaning)]
    said = [unmarked(statement) for statement in spelled if statement]
    meaning.learn(piece for s in said for piece in (s.said, s.text, *parts_of(s.said)))
    judged = judge_all(said, live, vectors, meaning)
    _confirm(judged, draft)
    back = any(isinstance(action, TakeBack) for action in draft.actions)
    for statement, relations in judged:
        maker = _Maker(statement, now, role, new_id, meaning)
        passing = statement.finding is None and not back
        if passing and (reading.forgets or reading.wary or _only_excepts(statement)):
            continue  # beside a request it says what is meant, or why
        if back:  # what is said beside it says what stays
            relations = [(fact, relation) for fact, relation in relations if relation.same >= SAME]
        _change(maker, relations, forgotten, asked, draft)
    return draft.actions


def _only_excepts(statement: Statement) -> bool:
    """Whether it says of a thing that it is not the one, and no more: "not the Houston company"."""
    first = tokens(statement.text)[:2]
    excepts = first[:1] in (("not",), ("no",))
    return excepts and not (listed("articles") | listed("owners")).isdisjoint(first[1:])


def question_key(action: Ask) -> str:
    """What identifies a question, so that it is never asked twice. Holds no fact's text."""
    return action.old_id


def _forget(
    reading: Reading, live: Sequence[Fact], meaning: Meaning, unkept: Unkept, draft: _Draft
) -> Reading:
    """The message without what it says only to have something forgotten."""
    asked = forget_requests(reading)
    found = {request: _meant(request, reading, live, meaning, unkept) for request in asked}
    plain = dict.fromkeys(id for each in found.values() for id in each.plain)
    doubtful = dict.fromkeys(id for each in found.values() for id in each.doubtful)
    back = next((request.last for request in asked if request.last), 0)
    everything = any(request.everything for request in asked)
    if doubtful or len(plain) > 1:
        few: Literal["several", "unclear"] = "unclear" if doubtful else "several"
        ids = tuple({**plain, **doubtful})
        draft.actions.append(AskForget(ids, "everything" if everything else few))
    elif plain and back:
        draft.actions.append(TakeBack(tuple(plain), "the user took it back"))
    elif plain:
        draft.actions.append(Forget(tuple(plain), "the user asked for it"))
    elif any(not (r.loose or r.whole) for r in reading.forgets):
        draft.actions.append(NothingMeant("no fact tells of it"))
    draft.retired.update(plain, doubtful)
    forgets = tuple(r for r in asked if r in reading.forgets or found[r] != Meant())
    spans = [request.span for request in forgets]
    findings = tuple(f for f in reading.findings if not overlaps(f.span, spans))
    return reading._replace(forgets=forgets, findings=findings)


def _meant(
    request: ForgetRequest,
    reading: Reading,
    live: Sequence[Fact],
    meaning: Meaning,
    unkept: Unkept,
) -> Meant:
    """The facts that a request means: by its words, all of them, or those told last."""
    if request.everything:
        return Meant(doubtful=tuple(fact.id for fact in live))
    if request.last:
        last = _told_last(request.last, live, unkept)
        said = reading.message[slice(*request.span)]
        others = named_by(said, reading.language, live)
        known = {*last.plain, *last.doubtful}
        if others and not others & known:
            return Meant(doubtful=tuple(fact.id for fact in live if fact.id in others | known))
        return last
    return meant(request, live, reading.language, meaning, reading.text)


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


def _confirm(judged: Sequence[Judged], draft: _Draft) -> None:
    """Facts that some statement repeats: nothing else in the message may retire them."""
    for _, relations in judged:
        best = max(relations, key=lambda pair: pair[1].same, default=None)
        if best and best[1].same >= SAME and best[0].id not in draft.confirmed | draft.retired:
            draft.confirmed.add(best[0].id)
            draft.actions.append(Confirm(best[0].id, "said again"))


def _change(
    maker: _Maker,
    relations: Sequence[tuple[Fact, Relation]],
    forgotten: Callable[[str], bool],
    asked: Collection[str],
    draft: _Draft,
) -> None:
    statement = maker.statement
    if any(relation.same >= SAME for _, relation in relations):
        return
    open_ = [
        (f, r)
        for f, r in relations
        if f.id not in draft.retired | draft.confirmed
        and (r.worded or statement.finding or _surely_changed(statement, r))
    ]
    ranked = sorted(open_, key=lambda pair: -pair[1].changed)
    enough = (CHANGED if statement.finding else CHANGED_IN_PASSING) + statement.doubt
    old = _replaced(ranked, enough, maker.meaning)
    if not old and statement.finding is None:
        return
    if forgotten(statement.text) and not statement.on_purpose:
        if statement.finding:
            draft.actions.append(
                Refuse("forgotten", "it was forgotten; say “remember…” to keep it")
            )
        return
    if old:
        draft.retired.update(fact.id for fact in old)
        ids = tuple(fact.id for fact in old)
        draft.actions.append(Supersede(maker.successor(old[0]), ids, "a new value"))
        return
    draft.actions.append(_new(maker, relations, asked, draft))


def _surely_changed(statement: Statement, relation: Relation) -> bool:
    """Whether what is nothing to keep by itself changes a fact without a word in common."""
    return not statement.doubt and relation.changed >= CHANGED_UNSAID


def _replaced(
    ranked: Sequence[tuple[Fact, Relation]], enough: float, meaning: Meaning
) -> list[Fact]:
    """The facts that a change retires: one, and those that say the same as that one."""
    if not ranked or ranked[0][1].changed < _needed(enough, ranked):
        return []
    first, *others = ranked
    needed = (CHANGED_TOO, CHANGED_UNWORDED)
    return [first[0]] + [
        fact
        for fact, relation in others
        if relation.changed >= needed[not relation.worded] and alike(first[0], fact, meaning)
    ]


def _needed(enough: float, ranked: Sequence[tuple[Fact, Relation]]) -> float:
    """The belief from which a statement retires the fact it most likely changes."""
    first, *others = (relation for _, relation in ranked)
    if first.worded:
        return enough
    clear = all(2 * relation.changed <= first.changed for relation in others)
    return max(enough, CHANGED_OPEN if first.open and clear else CHANGED_UNWORDED)


def _new(
    maker: _Maker,
    relations: Sequence[tuple[Fact, Relation]],
    asked: Collection[str],
    draft: _Draft,
) -> Add | Ask:
    """A fact beside the others, with a question where it may be meant to replace one."""
    doubtful = [(r.changed, f) for f, r in relations if r.changed >= DOUBTFUL]
    for _, fact in sorted(doubtful, key=lambda pair: -pair[0]):
        question = Ask(maker.fact(), fact.id, "it may replace what was known")
        if fact.id not in draft.retired and question_key(question) not in asked:
            return question
    return Add(maker.fact(), "stated")


def _as_statement(correction: Mended, reading: Reading) -> Statement:
    fact, text = correction
    return Statement(reading.text, text, fact.language)


class _Maker(NamedTuple):
    """Makes the fact of one statement."""

    statement: Statement
    now: datetime
    role: str
    new_id: Callable[[], str]
    meaning: Meaning

    def fact(self) -> Fact:
        """The fact as the statement has it."""
        finding = self.statement.finding
        assert finding is not None, "only findings are kept by themselves"
        return self._build(self.statement.text, finding.domain, finding.kind, finding, None)

    def corrected(self, old: Fact) -> Fact:
        """The same fact with the right value."""
        return self._build(self.statement.text, old.domain, old.kind, None, old.id)

    def successor(self, old: Fact) -> Fact:
        """The fact that takes the place of ``old``: of its sort, where the statement has none."""
        statement = self.statement
        finding = statement.finding
        text = restated(statement.text, old, statement.language, self.meaning)
        text = first_kept(old, statement, text, self.meaning)
        kind = old.kind if finding is None or old.kind in _STANDING else finding.kind
        return self._build(text, old.domain, kind, finding, old.id)

    def _build(
        self,
        text: str,
        domain: Domain,
        kind: FactKind,
        finding: Finding | None,
        replaces: str | None,
    ) -> Fact:
        return Fact(
            id=self.new_id(),
            domain=domain,
            fact=text,
            confidence="high",
            source="explicit",
            created_at=self.now,
            last_confirmed_at=self.now,
            kind=kind,
            role=self.role,
            language=self.statement.language,
            slot=finding.slot if finding else None,
            replaces=replaces,
        )
