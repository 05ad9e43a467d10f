"""From a typed message to a ``Reading``: the table of contents of the signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from assistant.memory.base import Clause, Finding, ForgetRequest, Reading
from assistant.memory.signals.asking import CONCERNS, WARY, Belief, belief, likely_request, may_ask
from assistant.memory.signals.clauses import RawClause, split
from assistant.memory.signals.features import Vector
from assistant.memory.signals.forgetting import find_forgets
from assistant.memory.signals.judging import FEWEST_WORDS, Verdict, judge, told_to_keep
from assistant.memory.signals.language import detect_language, language_beside
from assistant.memory.signals.leaning import gathered
from assistant.memory.signals.lexicon import Lexicon, load_lexicon
from assistant.memory.signals.pieces import Said
from assistant.memory.signals.regions import Span, find_regions, overlaps
from assistant.memory.signals.requests import (
    find_requests,
    idle_spans,
    ruled_out,
    speaks_of_keeping,
)
from assistant.memory.signals.rewording import blanked, core, fact_text, slot_of
from assistant.memory.signals.status import FORBIDDING, OPEN_TO_DOUBT, statuses
from assistant.memory.signals.text import READ_AT_MOST
from assistant.records import Language
from assistant.secrets import find as find_secrets
from assistant.secrets.listed import LONGEST_BLOCK
from assistant.text.folding import fold_in_place

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embed = Callable[[Sequence[str]], NDArray[np.float32]]

_STATED = ("assertion", "request", "passing")
_SAID_BY_OTHERS = ("reported", "quoted", "pasted", "code")


def read(
    text: str,
    embed: Embed | None = None,
    untyped: Sequence[Span] = (),
    spoken: Language | None = None,
) -> Reading:
    """What the user's typed ``text`` says to the memory. Pure; never raises on any text.

    ``untyped`` are spans of it that the user did not type (F3): they say nothing to the memory.
    Only the first ``READ_AT_MOST`` characters are read, and for secrets what may belong to one that
    stands in them: what is kept of the rest passes the redactor. ``embed`` gives the default
    embedder's unit vectors, one row a text; without it fewer doubtful clauses are understood.
    ``spoken``: the language of the conversation, where there is one.
    """
    lexicon = load_lexicon()
    lexicon.forget_texts()
    head = text[:READ_AT_MOST]
    language = language_beside(head, spoken) if spoken else detect_language(head)
    regions = find_regions(head, untyped)
    raw = split(head, regions, lexicon)
    told = told_to_keep(raw, lexicon)
    clauses = _clauses(head, raw, told, lexicon)
    secrets = find_secrets(text[: READ_AT_MOST + LONGEST_BLOCK])
    others = [clause.span for clause in clauses if clause.status in _SAID_BY_OTHERS]
    not_own = [region.span for region in regions if region.kind != "mention"]
    said = Said(blanked(head, [*not_own, *others]), lexicon)
    believed = belief(said, embed)
    forgets, wary = _requests(said, raw, others, None if told else believed)
    # What only seems to ask for something may tell something: the reader will know.
    asked = [request for request in forgets if not request.likely]
    idle = idle_spans(said)
    if back := [request.span for request in asked if request.last]:
        idle = ()
        raw = split(blanked(head, back), regions, lexicon)  # "scratch that, I live in Porto"
        told = told_to_keep(raw, lexicon)
        clauses = _clauses(head, raw, told, lexicon)
    vectors = _vectors(head, raw, clauses, told, embed)
    verdicts = judge(head, raw, [clause.status for clause in clauses], vectors, told, lexicon)
    clauses = tuple(
        clause._replace(status="assertion")
        if verdict and clause.status in OPEN_TO_DOUBT
        else clause
        for clause, verdict in zip(clauses, verdicts, strict=True)
    )
    clauses = tuple(
        clause._replace(status="about the talk")
        if index not in told and clause.status in _STATED and overlaps(clause.span, idle)
        else clause
        for index, clause in enumerate(clauses)
    )
    closed = [*(secret.span for secret in secrets), *(request.span for request in asked)]
    found: dict[int, Finding] = {}
    for place, (clause, judged, verdict) in enumerate(zip(raw, clauses, verdicts, strict=True)):
        if verdict is None or overlaps(judged.span, closed):
            continue
        if judged.status == "about the talk" and not verdict.told:
            continue
        made = _finding(head, clause, judged, verdict, language, lexicon)
        pasted = overlaps(judged.span, untyped)
        if made and (pasted or not lexicon.has("mem_forget", fold_in_place(made.text))):
            found[place] = made
    leans = {place for place, verdict in enumerate(verdicts) if verdict and verdict.leans}
    findings = gathered(head, raw, clauses, found, closed, lexicon, leans)
    kept = [finding.span for finding in findings]
    clauses = tuple(
        clause._replace(status="about the talk")
        if clause.status in _STATED
        and overlaps(clause.span, idle)
        and not overlaps(clause.span, kept)
        else clause
        for clause in clauses
    )
    own = blanked(head, not_own)
    return Reading(
        *(language, clauses, findings, forgets, secrets),
        text=own.strip(),
        message=own if own.strip() else "",
        wary=wary,
        concerns=wary or bool(forgets) or (believed is not None and believed.concerns > CONCERNS),
    )


def _requests(
    said: Said, raw: Sequence[RawClause], others: Sequence[Span], believed: Belief | None
) -> tuple[tuple[ForgetRequest, ...], bool]:
    """Requests by their grammar; of those that have a phrasing of their own, by that; of what is
    said in quite other words, by its meaning. And whether there may be one that is not read."""
    found = find_requests(said)
    if found or ruled_out(said):
        return found, not found and speaks_of_keeping(said)
    phrased = find_forgets(raw, said.lexicon)
    kept = tuple(request for request in phrased if not overlaps(request.span, others))
    if kept or not said.pieces:
        return kept, False
    likely = likely_request(said, believed)
    asks = believed is not None and believed.asks > WARY and may_ask(said)
    return (likely,) if likely else (), asks or speaks_of_keeping(said)


def _clauses(
    message: str, raw: Sequence[RawClause], told: frozenset[int], lexicon: Lexicon
) -> tuple[Clause, ...]:
    spans = [clause.canon.whole_span for clause in raw]
    stopped = frozenset(
        index
        for index, (start, end) in enumerate(spans)
        if message[start : start + 1].isupper() and message[end : end + 1] == "."
    )
    return tuple(
        Clause(
            message[start:end], (start, end), status, clause.typed(message) if clause.put else ""
        )
        for clause, (start, end), status in zip(
            raw, spans, statuses(raw, told, lexicon, stopped), strict=True
        )
    )


def _vectors(
    message: str,
    raw: Sequence[RawClause],
    clauses: Sequence[Clause],
    told: frozenset[int],
    embed: Embed | None,
) -> list[Vector | None]:
    """The embedding of each clause that may be kept; None for the others, or without ``embed``.
    Of what is told to be kept only the content counts, not the "recordá que"."""
    closed = FORBIDDING - OPEN_TO_DOUBT
    open_ = [
        index
        for index, clause in enumerate(clauses)
        if clause.status not in closed and not raw[index].asked
    ]
    vectors: list[Vector | None] = [None] * len(clauses)
    if embed is not None and open_:
        cores = {index: core(raw[index], load_lexicon()) for index in told}
        rows = embed([cores.get(index, raw[index]).typed(message) for index in open_])
        for index, row in zip(open_, rows, strict=True):
            vectors[index] = row
    return vectors


def _finding(
    message: str,
    clause: RawClause,
    judged: Clause,
    verdict: Verdict,
    language: Language,
    lexicon: Lexicon,
) -> Finding | None:
    text = fact_text(message, clause, lexicon, language)
    alone = len(text.split()) < FEWEST_WORDS and not lexicon.has("called", clause.text)
    if alone or find_secrets(text):  # cut short, it may look like one
        return None
    return Finding(
        kind=verdict.kind,
        span=judged.span,
        text=text,
        domain=verdict.domain,
        language=language,
        slot=slot_of(message, clause),
        on_purpose=verdict.told,
    )
