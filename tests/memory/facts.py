"""Facts and readings for the tests of the policies, and facts of every shape for properties."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from hypothesis import strategies as st

from assistant.memory.base import Clause, ClauseStatus, Finding, ForgetRequest, Reading
from assistant.records import DOMAINS, Confidence, Fact, FactKind, Language, Slot

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
_numbers = count(1)


def fact(
    text: str,
    *,
    id: str = "",
    language: Language = "en",
    confidence: Confidence = "high",
    kind: FactKind = "statement",
    confirmed: datetime = NOW,
    retired: datetime | None = None,
) -> Fact:
    return Fact(
        id=id or f"known{next(_numbers)}",
        domain="work",
        fact=text,
        confidence=confidence,
        source="explicit",
        created_at=confirmed,
        last_confirmed_at=confirmed,
        kind=kind,
        language=language,
        retired_at=retired,
    )


def finding(
    text: str,
    language: Language = "en",
    *,
    kind: FactKind = "statement",
    span: tuple[int, int] | None = None,
    on_purpose: bool = False,
) -> Finding:
    return Finding(kind, span or (0, len(text)), text, "work", language, on_purpose=on_purpose)


def stated(
    text: str,
    language: Language = "en",
    *,
    kind: FactKind = "statement",
    on_purpose: bool = False,
) -> Reading:
    """A message of one clause that is worth keeping."""
    clause = Clause(text, (0, len(text)), "assertion")
    return Reading(
        language, (clause,), (finding(text, language, kind=kind, on_purpose=on_purpose),)
    )


def mentioned(text: str, language: Language = "en", status: ClauseStatus = "assertion") -> Reading:
    """A message of one clause in which nothing is worth keeping by itself."""
    return Reading(language, (Clause(text, (0, len(text)), status),))


def forget(about: str, language: Language = "en", *, everything: bool = False) -> Reading:
    request = ForgetRequest((0, len(about)), about, everything)
    return Reading(language, forgets=(request,))


_instants = st.datetimes(
    min_value=datetime(2020, 1, 1), max_value=datetime(2030, 1, 1), timezones=st.just(UTC)
)
_texts = st.text(min_size=1).filter(str.strip)
_slots = st.builds(Slot, st.text(), st.text(), st.text(), many=st.booleans(), negated=st.booleans())

any_fact = st.builds(
    Fact,
    id=st.uuids().map(str),
    domain=st.sampled_from(DOMAINS),
    fact=_texts,
    confidence=st.sampled_from(("high", "medium", "low")),
    source=st.sampled_from(("explicit", "inferred")),
    created_at=_instants,
    last_confirmed_at=_instants,
    kind=st.sampled_from(("instruction", "rule", "decision", "preference", "statement")),
    role=_texts,
    language=st.sampled_from(("es", "en")),
    slot=st.none() | _slots,
    replaces=st.none() | _texts,
    superseded_by=st.none() | _texts,
    retired_at=st.none() | _instants,
)
ages = st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=400))
