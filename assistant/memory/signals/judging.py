"""Which clauses are kept, as what, and how certain that is.

Three voices, in this order: what must never be kept (``status.FORBIDDING``, secrets), what the
user says to keep ("recordá que…"), and what is learned from examples for the rest: a head and, with
the embedder, a network beside it (``weighing.py``). Without their weights there would still be the
first two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assistant.memory.base import ClauseStatus
from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.features import Vector, clause_features, load_head
from assistant.memory.signals.language import is_foreign
from assistant.memory.signals.leaning import is_of_nobody, points_back
from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.rewording import core
from assistant.memory.signals.status import FORBIDDING, OPEN_TO_DOUBT
from assistant.memory.signals.weighing import STORED_KINDS, domain_of, weighed
from assistant.records import Domain, FactKind

THRESHOLD = 0.53  # of the head; chosen on fresh examples, where junk weighs more than a miss
DECLARED = 0.3  # of the head, for plain declarations ("I avoid…", "vivo en…")
FURTHER = 0.0  # for what more is told in a breath of somebody of whom a claim is kept
IN_DOUBT = 0.65  # of the head, where the rules took the clause for an order or a mood
GUESSED = 0.88  # of both, where the words seem to ask or to suppose ("Rupert, who set this up, …")
NEVER = 1.1  # beside a question plans, wishes and troubles only set the scene
TOLD = 0.97  # certainty of what the user says to keep
SECRETIVE = 0.6  # of the head, from which what is to be kept is taken for a password (F4)

MANY_CLAUSES = 4  # beyond it, or in so long a message, each sentence must show who speaks
LONG = 300

_TINY = 1e-9

# Orders that name their file ("anotá en la planilla…"), laughter and what is done once, on a day:
# nothing for the memory.
_IDLE = ("errand", "banter", "once")

# Declarations that can hardly be misread, and what the user would like better of the answers.
_PLAIN = ("declared", "wish")

# What a person says of themselves first, which is asked and ordered in much the same words.
_INTRODUCED = ("resumed", "called", "suits")

# Who has died: no other sentence so short matters so long.
_BEREAVED = ("bereaved",)

# What only sets the scene of the question beside it.
_SCENE = ("planned", "trouble")

# What a clause is that may tell who has died: sad news reads like a mood.
_TOLD: frozenset[ClauseStatus] = frozenset({"assertion", "passing"})

# What an instruction to remember cannot lift: it is taken back, supposed, or somebody's text.
_ABSOLUTE: frozenset[ClauseStatus] = frozenset(
    {"negated", "hypothetical", "quoted", "code", "pasted"}
)


_PASSWORD = re.compile(r"(?<!\S)(?=\S*\d)(?=\S*[^\W\d_])(?=\S*[^\w\s.,:;/@-])\S{6,}")

FEWEST_WORDS = 2  # one word tells nothing by itself
FEWEST_BESIDE = 6  # nor do a few that are kept only for what stands beside them ("hang on, at 10")
BESIDE = 12
"""Clauses before and behind one that are the context it is judged in."""


class Verdict(NamedTuple):
    """A clause that is kept. ``leans``: only for what is kept beside it, of which it tells more."""

    kind: FactKind
    domain: Domain
    certainty: float
    told: bool
    leans: bool = False


def judge(
    message: str,
    clauses: Sequence[RawClause],
    statuses: Sequence[ClauseStatus],
    vectors: Sequence[Vector | None],
    told: frozenset[int],
    lexicon: Lexicon,
) -> tuple[Verdict | None, ...]:
    """A verdict or None for each clause. ``vectors`` holds the embedding of each, or None.

    What somebody else says is no context of the user's own words either.
    """
    places = [index for index, clause in enumerate(clauses) if clause.whose == "own"]
    own = [clauses[index] for index in places]
    verdicts: list[Verdict | None] = [None] * len(clauses)
    foreign = is_foreign(message)

    def judged(number: int, index: int, *, beside_kept: bool) -> Verdict | None:
        if index not in told and (foreign or len(clauses[index].canon.tokens) < FEWEST_WORDS):
            return None
        if _leans(clauses[index]) and not (verdicts[index - 1] or index in told):
            return None
        first = max(0, number - BESIDE)
        beside = own[first : number + BESIDE + 1]
        state, vector = statuses[index], vectors[index]
        kept_before = index > 0 and verdicts[index - 1] is not None
        leaning = kept_before and points_back(clauses[index - 1], clauses[index], message, lexicon)
        lean = leaning, leaning or (beside_kept and state == "assertion")
        return _judge(message, number - first, beside, state, vector, index in told, lexicon, *lean)

    for number, index in enumerate(places):
        verdicts[index] = judged(number, index, beside_kept=False)
    if any(verdicts) and _only_tells(own, [statuses[index] for index in places]):
        for number, index in enumerate(places):
            if len(clauses[index].canon.tokens) < FEWEST_BESIDE:
                continue
            if verdicts[index] is None and (found := judged(number, index, beside_kept=True)):
                verdicts[index] = found._replace(leans=True)
    return tuple(verdicts)


def _only_tells(own: Sequence[RawClause], statuses: Sequence[ClauseStatus]) -> bool:
    """Whether a message is an account: asks nothing, and orders nothing."""
    asks = any(status in ("question", "request", "quoted") for status in statuses)
    return not asks and not any(clause.asked for clause in own)


def _leans(clause: RawClause) -> bool:
    """Whether a clause tells more of somebody else of whom the clause before it tells: where that
    only sets a scene ("my mum is ill and she has a fever"), so does this."""
    return clause.role == "more" and bool(clause.put) and clause.put != "I"


def told_to_keep(clauses: Sequence[RawClause], lexicon: Lexicon) -> frozenset[int]:
    """Clauses that the user says to keep, in the clause itself or in an aside beside it."""
    found: set[int] = set()
    for index, clause in enumerate(clauses):
        if clause.whose != "own":
            continue
        if clause.given:
            found.add(index)
            continue
        if lexicon.has("remember_aside", clause.text):
            neighbour = index - 1 if index else index + 1
            if neighbour < len(clauses) and not _only_asked(clauses[neighbour], lexicon):
                found.add(neighbour)
            continue
        if lexicon.has("errand", clause.text) or _only_asked(clause, lexicon):
            continue
        goes_on = clause.role == "more" and index - 1 in found
        aside = lexicon.has("remember_tail", clause.text) and not lexicon.has(
            "of_reply", clause.text
        )
        told = aside or lexicon.has("remember", clause.text)
        if goes_on or told:
            found.add(index)
    return frozenset(found)


def _only_asked(clause: RawClause, lexicon: Lexicon) -> bool:
    """ "¿anotaste lo que te dije?" and "decime la hora y anotala" ask; "¿podés anotar que soy
    zurda?" tells to keep."""
    if lexicon.has("enquiry", clause.text) and not lexicon.has("standing", clause.text):
        return True
    return clause.asked and not lexicon.has("asks_to_keep", clause.text)


def _judge(
    message: str,
    index: int,
    clauses: Sequence[RawClause],
    status: ClauseStatus,
    vector: Vector | None,
    told: bool,
    lexicon: Lexicon,
    leaning: bool,
    more: bool,
) -> Verdict | None:
    """``leaning``: it tells more of what is kept of the sentence before; ``more``: it does so, or
    stands beside what is kept in a message that only tells."""
    clause = clauses[index]
    supposed = lexicon.has("supposed_saying", clause.text)
    guessed = status in OPEN_TO_DOUBT and not (clause.asked or supposed) and vector is not None
    if status in (_ABSOLUTE if told else FORBIDDING) and (told or not guessed):
        return None
    if _holds(("remember_aside", *(() if told else _IDLE)), clause, lexicon):
        return None
    if not (told or leaning) and is_of_nobody(clause.text, lexicon):
        return None
    features = clause_features(clause.typed(message), clause, clauses, lexicon)
    kinds = load_head().ask("kind", features, vector)
    stored = sum(kinds[kind] for kind in STORED_KINDS)
    if status == "assertion" and _is_told_of_oneself(clause, message, clauses, lexicon):
        stored /= max(1 - kinds["quote"], _TINY)
    if not told and vector is not None:
        typed = _without_lead(message, clause, lexicon)
        stored = weighed(stored, message, typed, several=len(clauses) > 1)
    if not told and (
        stored < _threshold(index, clauses, status, lexicon, more)
        or _somebodys(index, message, clauses, lexicon)
    ):
        return None
    if told and kinds["secret"] > SECRETIVE and _PASSWORD.search(clause.typed(message)):
        return None
    if told:
        kinds = {**dict.fromkeys(kinds, 0.0), "instruction": 1.0}
    sad = _holds(_BEREAVED, clause, lexicon)
    content = core(clause, lexicon)
    others = [*clauses[:index], content, *clauses[index + 1 :]]
    about = content.typed(message)
    features = clause_features(about, content, others, lexicon)
    by_head = load_head().ask("domain", features, vector)
    return Verdict(
        kind="statement" if sad else max(STORED_KINDS, key=lambda kind: kinds[kind]),
        domain=domain_of(by_head, message, about, several=len(clauses) > 1),
        certainty=TOLD if told else stored,
        told=told,
    )


def _without_lead(message: str, clause: RawClause, lexicon: Lexicon) -> str:
    """A clause as typed, without the "no wait," before what puts something right."""
    text, canon, start, at = clause.text, clause.canon, 0, 0
    while match := lexicon.match("mem_mend", text, at) or lexicon.match("mem_lead", text, at):
        at = match.end() + 1
        if text.startswith(", ", at):
            start = at = at + len(", ")
    first = canon.tokens[canon.token_at(start)]
    return message[first.span[0] : canon.whole_span[1]] if start else clause.typed(message)


def _threshold(
    index: int,
    clauses: Sequence[RawClause],
    status: ClauseStatus,
    lexicon: Lexicon,
    more: bool,
) -> float:
    clause = clauses[index]
    if status in _TOLD and _holds(_BEREAVED, clause, lexicon):
        return FURTHER
    if status in OPEN_TO_DOUBT:
        return GUESSED
    if status == "assertion" and _leans(clause):
        return FURTHER
    following = clauses[index + 1 : index + 2]
    parted = any(next_.role == "more" for next_ in following)
    goes_on = clause.role == "more" or parted  # in a breath with a claim
    if status == "assertion" and (more or goes_on or _holds(_INTRODUCED, clause, lexicon)):
        return DECLARED
    if _holds(_PLAIN, clause, lexicon):
        return DECLARED
    beside_question = any(
        other.asked or lexicon.has("question_start", other.text)
        for other in clauses
        if other is not clause
    )
    if beside_question and _holds(_SCENE, clause, lexicon):
        return NEVER
    return THRESHOLD if status == "assertion" else IN_DOUBT


def _holds(cues: Iterable[str], clause: RawClause, lexicon: Lexicon) -> bool:
    return any(lexicon.has(cue, clause.text) for cue in cues)


def _somebodys(index: int, message: str, clauses: Sequence[RawClause], lexicon: Lexicon) -> bool:
    """Whether a long message gives no sign that this sentence is the user's own account."""
    if len(clauses) < MANY_CLAUSES and len(message) < LONG:
        return False
    return not lexicon.has("first_person", clauses[index].text)


def _is_told_of_oneself(
    clause: RawClause, message: str, clauses: Sequence[RawClause], lexicon: Lexicon
) -> bool:
    """Whether a clause makes a claim of the person in a short message that has no sign of a text
    to work on. Several claims beside each other look like the sentences of one."""
    if len(message) >= LONG or not lexicon.match("claim", clause.text, 0):
        return False
    signs = ("texttask", "reported", "request")
    return all(
        other.whose == "own" and not other.asked and not _holds(signs, other, lexicon)
        for other in clauses
    )
