"""From a typed message to a ``Reading``: the table of contents of the signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from assistant.memory.base import Clause, Finding, Reading, Secret
from assistant.memory.signals.clauses import RawClause, split
from assistant.memory.signals.domains import domain_of
from assistant.memory.signals.forgetting import find_forgets
from assistant.memory.signals.language import detect_language
from assistant.memory.signals.lexicon import Lexicon, load_lexicon
from assistant.memory.signals.regions import Region, find_regions
from assistant.memory.signals.rewording import fact_text
from assistant.memory.signals.secrets import find_secrets
from assistant.memory.signals.slots import slot_of
from assistant.memory.signals.status import status_of
from assistant.memory.signals.text import READ_AT_MOST
from assistant.records import FactKind, Language

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embed = Callable[[Sequence[str]], NDArray[np.float32]]

_KINDS: tuple[tuple[str, FactKind], ...] = (
    ("remember", "instruction"),
    ("remember_tail", "instruction"),
    ("standing", "rule"),
    ("decided", "decision"),
    ("prefer", "preference"),
    ("own", "statement"),
)


def read(text: str, embed: Embed | None = None) -> Reading:
    """What the user's typed ``text`` says to the memory. Pure; never raises on any text.

    Only the first ``READ_AT_MOST`` characters are read. ``embed`` (unit vectors, one row a text)
    helps with clauses that the rules alone leave in doubt.
    """
    lexicon = load_lexicon()
    head = text[:READ_AT_MOST]
    language = detect_language(head)
    regions = find_regions(head)
    raw = split(head, regions, lexicon)
    secrets = find_secrets(head, lexicon)
    forgets = find_forgets(raw, lexicon)
    clauses = _clauses(head, raw, regions, lexicon)
    findings = () if forgets else _findings(head, raw, clauses, secrets, language, lexicon)
    return Reading(language, clauses, findings, forgets, secrets)


def _clauses(
    message: str, raw: Sequence[RawClause], regions: Sequence[Region], lexicon: Lexicon
) -> tuple[Clause, ...]:
    judged = []
    for clause in raw:
        start, end = clause.canon.whole_span
        others = [other for other in raw if other is not clause]
        judged.append(Clause(message[start:end], (start, end), status_of(clause, others, lexicon)))
    return tuple(judged)


def _findings(
    message: str,
    raw: Sequence[RawClause],
    clauses: Sequence[Clause],
    secrets: Sequence[Secret],
    language: Language,
    lexicon: Lexicon,
) -> tuple[Finding, ...]:
    found = []
    for clause, judged in zip(raw, clauses, strict=True):
        if judged.status != "assertion" or _overlaps(judged.span, secrets):
            continue
        kind = next((kind for cue, kind in _KINDS if lexicon.has(cue, clause.text)), None)
        text = fact_text(message, clause, lexicon, language)
        if kind is None or not text:
            continue
        found.append(
            Finding(
                kind=kind,
                span=judged.span,
                text=text,
                domain=domain_of(kind, clause.text.split(), lexicon),
                language=language,
                certainty=0.8,
                slot=slot_of(message, clause, lexicon),
                on_purpose=kind == "instruction",
                changes=lexicon.has("change", clause.text),
            )
        )
    return tuple(found)


def _overlaps(span: tuple[int, int], secrets: Sequence[Secret]) -> bool:
    return any(s.span[0] < span[1] and span[0] < s.span[1] for s in secrets)
