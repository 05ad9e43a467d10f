"""Which clauses are kept, as what, and how certain that is.

Three voices, in this order: what must never be kept (``status.FORBIDDING``, secrets), what the
user says to keep ("recordá que…"), and the trained head for the rest. Without its weights there
would still be the first two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.memory.base import ClauseStatus
from assistant.memory.signals.clauses import RawClause
from assistant.memory.signals.features import clause_features
from assistant.memory.signals.head import Vector, load_head
from assistant.memory.signals.lexicon import Lexicon
from assistant.memory.signals.status import FORBIDDING
from assistant.records import Domain, FactKind

STORED_KINDS: tuple[FactKind, ...] = (
    "instruction",
    "rule",
    "decision",
    "preference",
    "statement",
)
THRESHOLD = 0.55  # of the head; chosen on fresh examples, where junk weighs more than a miss
TOLD = 0.97  # certainty of what the user says to keep

# What an instruction to remember cannot lift: it is taken back, supposed, or somebody's text.
_ABSOLUTE: frozenset[ClauseStatus] = frozenset(
    {"negated", "hypothetical", "quoted", "code", "pasted"}
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A clause that is kept. ``rule`` names what decided."""

    kind: FactKind
    domain: Domain
    certainty: float
    told: bool
    rule: str


def judge(
    message: str,
    clauses: Sequence[RawClause],
    statuses: Sequence[ClauseStatus],
    vectors: Sequence[Vector | None],
    lexicon: Lexicon,
) -> tuple[Verdict | None, ...]:
    """A verdict or None for each clause. ``vectors`` holds the embedding of each, or None."""
    told = told_to_keep(clauses, lexicon)
    return tuple(
        _judge(message, index, clauses, statuses[index], vectors[index], index in told, lexicon)
        for index in range(len(clauses))
    )


def told_to_keep(clauses: Sequence[RawClause], lexicon: Lexicon) -> frozenset[int]:
    """Clauses that the user says to keep, in the clause itself or in an aside beside it."""
    found: set[int] = set()
    for index, clause in enumerate(clauses):
        if lexicon.has("remember_aside", clause.text):
            neighbour = index - 1 if index else index + 1
            if neighbour < len(clauses):
                found.add(neighbour)
        elif lexicon.has("remember", clause.text) or lexicon.has("remember_tail", clause.text):
            found.add(index)
    return frozenset(found)


def _judge(
    message: str,
    index: int,
    clauses: Sequence[RawClause],
    status: ClauseStatus,
    vector: Vector | None,
    told: bool,
    lexicon: Lexicon,
) -> Verdict | None:
    clause = clauses[index]
    if status in (_ABSOLUTE if told else FORBIDDING):
        return None
    if lexicon.has("remember_aside", clause.text):
        return None
    start, end = clause.canon.whole_span
    features = clause_features(message[start:end], clause, clauses, lexicon)
    kinds = load_head().ask("kind", features, vector)
    stored = sum(kinds[kind] for kind in STORED_KINDS)
    if not told and stored < THRESHOLD:
        return None
    domains: dict[Domain, float] = load_head().ask("domain", features, vector)  # type: ignore[assignment]
    return Verdict(
        kind="instruction" if told else max(STORED_KINDS, key=lambda kind: kinds[kind]),
        domain=max(domains, key=lambda name: domains[name]),
        certainty=TOLD if told else stored,
        told=told,
        rule="told" if told else "head",
    )
