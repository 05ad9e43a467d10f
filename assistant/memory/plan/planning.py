"""From what a message says and what is known to what is to be done about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from assistant.memory.base import (
    Action,
    Add,
    Ask,
    Confirm,
    Reading,
    Refuse,
    Supersede,
    TakeBack,
)
from assistant.memory.matching import Meaning, Relation
from assistant.memory.matching.alignment import Alignment, align
from assistant.memory.matching.naming import with_role
from assistant.memory.plan.asked_away import (
    NOTHING_UNKEPT,
    Unkept,
    forgotten_by,
    of_the_refused,
)
from assistant.memory.plan.by_reader import (
    ASKS,
    CORRECTS,
    NOTHING_READ,
    Reads,
    read_message,
)
from assistant.memory.plan.corrections import spelled_out, unmarked, without_slip
from assistant.memory.plan.judging import (
    CHANGED,
    SAME,
    Judged,
    going_on_from,
    judge_all,
    told_again,
)
from assistant.memory.plan.lists import adds_to_the_list, leaves_the_list
from assistant.memory.plan.making import FactMaker
from assistant.memory.plan.mending import mended_before
from assistant.memory.plan.pairing import is_of_one_day
from assistant.memory.plan.put_right import (
    as_action,
    corrected,
    judged_as_corrected,
    put_right,
    told_over,
)
from assistant.memory.plan.replacing import (
    are_both_over,
    bears_on,
    begin_apart,
    begins_with_another_code,
    tell_of_two,
)
from assistant.memory.plan.retiring import FEW, replaced, surely_changed
from assistant.memory.plan.statements import Statement, only_excepts, statements
from assistant.memory.plan.told_beside import in_part
from assistant.memory.plan.unmarked import asks_instead, has_question_word, only_names
from assistant.records import Fact
from assistant.text.wording import wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

CHANGED_OF_TWO = 0.7
"""The same where both seem to tell of two things; below it is asked."""
DOUBTFUL, DOUBTFUL_OF_MANY = 0.25, 0.5
"""From here on, below CHANGED, both stay and the user is asked; from there where much is known."""
OF_OTHERS = ("reported", "quoted", "pasted", "code")
"""What a clause is whose words are not the person's: they put nothing right (F3)."""


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
    reads: Reads | None = None,
    told_before: Collection[str] = (),
) -> list[Action]:
    """The changes that a message asks for. Pure, deterministic but for ``new_id``, idempotent:
    planned again after it was applied, a message only confirms.

    ``known`` holds the facts that the role may see, or those of them near the message; ``vectors``
    has a row for each. ``forgotten`` tells whether a text was forgotten; what was stays so until
    it is stated on purpose. ``asked`` holds the ``question_key`` of every question asked before.
    An ``Ask`` brings its fact with it: both facts stay. ``unkept``: what was said and not kept is
    the last thing said as well. ``reads``: what decides where words alone do not. ``told_before``:
    the facts that the message goes on from.
    """
    meaning = meaning or Meaning()
    live = [fact for fact in known if fact.live]
    if vectors is not None and len(live) < len(known):
        vectors = vectors[[i for i, fact in enumerate(known) if fact.live]]
    draft = _Draft()
    if reading.forgets and vectors is not None:
        for fact, vector in zip(live, vectors, strict=True):
            meaning.give(fact.fact, vector)
    whole = read_message(reading, live, vectors, meaning, reads) if reads else NOTHING_READ
    gone = forgotten_by(reading, live, meaning, unkept, reads, whole, now)
    reading = gone.left
    draft.retired |= gone.facts
    draft.actions += in_part(gone.action, gone.about, gone.left.language, live, new_id)
    draft.actions += [Refuse("secret", secret.kind) for secret in reading.secrets[:1]]
    asks = bool(draft.actions or reading.forgets)
    only_asks = all(c.status == "question" for c in reading.clauses)
    only_asks = only_asks and has_question_word(reading.text)
    of_others = any(clause.status in OF_OTHERS for clause in reading.clauses)
    no_slip = asks or only_asks or of_others  # "with what mileage, I mean?" puts nothing right
    wrong = None if no_slip else corrected(whole, reading)
    correction = None if no_slip else put_right(reading, whole, live, meaning, now)
    if correction and reads and whole is NOTHING_READ:  # by its words alone
        whole = read_message(reading, live, vectors, meaning, reads, corrects=True)
        agrees = whole.corrects >= ASKS
        correction = put_right(reading, whole, live, meaning, now) if agrees else None
        wrong = corrected(whole, reading)
    if correction:
        right = Statement(reading.text, correction.text, correction.fact.language)
        maker = FactMaker(right, now, role, new_id, meaning)
        return [as_action(maker, correction, reading, live, unkept)]
    if not no_slip and (again := mended_before(reading, live)):
        return [Confirm(again.id, "said again")]
    kept = [fact for fact in live if not of_the_refused(reading, fact, live, unkept)]
    told = told_over(statements(reading, meaning), reading, meaning, now)
    told = [s._replace(said=with_role(s.said, kept)) for s in told]
    spelled = [spelled_out(s, kept, now) for s in told]
    said = [s for each in spelled if each and (s := without_slip(unmarked(each)))]
    meaning.learn(text for s in said for text in (s.said, s.text))
    judged = going_on_from(told_before, judge_all(said, live, vectors, meaning))
    judged = judged_as_corrected(judged, wrong) if wrong else judged
    judged = [(s, [p for p in pairs if p[0].id not in whole.of_others]) for s, pairs in judged]
    back = any(isinstance(action, TakeBack) for action in draft.actions)
    many = len(live) > FEW and whole.corrects < CORRECTS
    _leave_what_holds(judged, draft)
    _confirm(judged, draft)
    for statement, relations in judged:
        maker = FactMaker(statement, now, role, new_id, meaning)
        passing = statement.finding is None and not back
        if passing and (reading.forgets or reading.wary or only_excepts(statement)):
            continue  # beside a request it says what is meant, or why
        if back and wording(statement.text, statement.language).holds("still"):
            continue  # it says what stays
        if back:  # or what is so instead
            relations = [(fact, relation) for fact, relation in relations if relation.same >= SAME]
        _change(maker, relations, forgotten, asked, draft, many=many)
    tells = asks or any(s.on_purpose for s in reading.findings)
    tells = tells or (told_again(judged) and not has_question_word(reading.text))
    plain = draft.actions and not tells
    if plain and reads and asks_instead(reading, live, vectors, meaning, reads):
        return []
    return draft.actions


def question_key(action: Ask) -> str:
    """What identifies a question, so that it is never asked twice. Holds no fact's text."""
    return action.old_id


def _leave_what_holds(judged: Sequence[Judged], draft: _Draft) -> None:
    """ "Scratch that, I still live in Porto" takes back nothing that it says again."""
    holds = {f.id for _, relations in judged for f, r in relations if r.same >= SAME}
    for n, action in enumerate(draft.actions):
        if isinstance(action, TakeBack):
            draft.retired -= holds
            left = tuple(id for id in action.fact_ids if id not in holds)
            draft.actions[n : n + 1] = [action._replace(fact_ids=left)] if left else []
            return


def _confirm(judged: Sequence[Judged], draft: _Draft) -> None:
    """Facts that some statement repeats: nothing else in the message may retire them."""
    for _, relations in judged:
        best = max(relations, key=lambda pair: pair[1].same, default=None)
        if best and best[1].same >= SAME and best[0].id not in draft.confirmed | draft.retired:
            draft.confirmed.add(best[0].id)
            draft.actions.append(Confirm(best[0].id, "said again"))


def _change(
    maker: FactMaker,
    relations: Sequence[tuple[Fact, Relation]],
    forgotten: Callable[[str], bool],
    asked: Collection[str],
    draft: _Draft,
    *,
    many: bool = False,
) -> None:
    statement = maker.statement
    if any(relation.same >= SAME for _, relation in relations):
        return
    open_ = [
        (f, r)
        for f, r in relations
        if f.id not in draft.retired | draft.confirmed
        and (r.worded or statement.finding or surely_changed(statement, r))
        and not only_names(statement.said, statement.language, f)
        and not begins_with_another_code(f, statement)
        and not leaves_the_list(f, statement)
        and not is_of_one_day(f, statement)
    ]
    if statement.finding is None and (longer := _made_longer(maker, relations)):
        draft.actions.append(longer)
        return
    ranked = sorted(open_, key=lambda pair: -pair[1].changed)
    old = replaced(ranked, statement, maker.meaning, many=many)
    if not old and statement.finding is None:
        return
    if forgotten(statement.text) and not statement.on_purpose:
        if statement.finding:
            draft.actions.append(
                Refuse("forgotten", "it was forgotten; say “remember…” to keep it")
            )
        return
    if old and (found := _two_things(maker, old[0], ranked[0][1].changed)):
        if statement.finding:
            plain = are_both_over(found) or begin_apart(found)
            draft.actions.append(_beside(maker, old[0], asked, plain=plain))
        return
    if old:
        draft.retired.update(fact.id for fact in old)
        ids = tuple(fact.id for fact in old)
        whole = len(old) > 1
        new, *left = [maker.successor(old[0])] if whole else maker.in_place_of(old[0])
        draft.actions.append(Supersede(new, ids, "a new value"))
        draft.actions += [Add(fact, "what it says besides") for fact in left]
        return
    doubtful = DOUBTFUL_OF_MANY if many else DOUBTFUL
    draft.actions.append(_new(maker, relations, asked, draft, doubtful))


def _made_longer(maker: FactMaker, relations: Sequence[tuple[Fact, Relation]]) -> Add | None:
    """What a statement adds to a list that is known, which tells what it is of."""
    lists = (f for f, r in relations if r.changed >= CHANGED)
    of = next((fact for fact in lists if adds_to_the_list(fact, maker.statement)), None)
    return Add(replace(maker.successor(of), replaces=None), "one more of them") if of else None


def _two_things(maker: FactMaker, fact: Fact, changed: float) -> Alignment | None:
    """The two texts side by side, where they tell of two things."""
    said = maker.statement
    found = align(fact.fact, fact.language, said.said, said.language, maker.meaning)
    apart = tell_of_two(found) and changed < CHANGED_OF_TWO
    return found if are_both_over(found) or begin_apart(found) or apart else None


def _beside(maker: FactMaker, fact: Fact, asked: Collection[str], *, plain: bool) -> Add | Ask:
    """The statement beside the fact that it seems to change; with a question unless it is
    ``plain`` that both hold."""
    question = Ask(maker.fact(), fact.id, "it may replace what was known")
    known = plain or question_key(question) in asked
    return Add(question.fact, "stated") if known else question


def _new(
    maker: FactMaker,
    relations: Sequence[tuple[Fact, Relation]],
    asked: Collection[str],
    draft: _Draft,
    least: float,
) -> Add | Ask:
    """A fact beside the others, with a question where it may be meant to replace one."""
    new = maker.fact()
    like = [
        (f, r)
        for f, r in relations
        if f.kind == new.kind and bears_on(f, maker.statement, maker.meaning)
    ]
    doubtful = [(r.changed, f) for f, r in like if r.changed >= least]
    for _, fact in sorted(doubtful, key=lambda pair: -pair[0]):
        question = Ask(new, fact.id, "it may replace what was known")
        if fact.id not in draft.retired and question_key(question) not in asked:
            return question
    return Add(new, "stated")
