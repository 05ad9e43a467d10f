"""Stores that keep no secret (F4): whatever is written passes a redactor first.

The one door between the program and its stores, so that no caller has to remember it: turns, facts,
summaries, kept answers, results of tools, state, measures and errors. Reading passes untouched.
``TEXTLESS`` names the writes that carry no text of a person, a model or a tool; a test holds both
against the Protocols of ``base.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol, cast

from assistant.records import Conversation, ErrorRecord, Fact, Segment, Turn, TurnMetrics
from assistant.storage.base import (
    Collections,
    Conversations,
    Counters,
    Document,
    Facts,
    Journal,
    KeyValue,
    Segments,
    Stores,
)

MADE_BY_US = frozenset(
    {"keys", "tool_lines", "token_factors", "probes", "index"}
    | {"users", "user_keys", "served_names", "served_beginnings", "served_turns"}
)
"""Namespaces of keys, vectors and figures that the program makes: they only look like secrets."""
MADE_FIELDS: Mapping[str, frozenset[str]] = {"answers": frozenset({"vector", "setting", "facts"})}
"""The same among the fields of what else is kept."""
LONGEST_ERROR = 500
"""Characters of an error that are kept."""
TEXTLESS: Mapping[str, frozenset[str]] = {
    "conversations": frozenset({"drop", "delete", "take_back"}),
    "facts": frozenset({"erase", "lift", "put_vectors", "record_uses"}),
    "segments": frozenset({"put_vectors", "erase", "expire"}),
    "collections": frozenset({"delete", "erase"}),
    "keyvalue": frozenset({"delete", "sweep"}),
    "counters": frozenset({"increment", "sweep"}),
    "journal": frozenset({"record_runs", "sweep_runs", "erase_errors"}),
}


class Redacts(Protocol):
    """What the stores ask of a redactor (``assistant.secrets.Redactor``)."""

    def redact(self, text: str) -> str: ...
    def redact_value(self, value: Any) -> Any: ...


class _Guarded:
    """Forwards whatever it does not override."""

    def __init__(self, inner: Any, redactor: Redacts) -> None:
        self._inner = inner
        self._redactor = redactor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class GuardedConversations(_Guarded):
    def save(self, conversation: Conversation) -> None:
        metadata = self._redactor.redact_value(dict(conversation.metadata))
        self._inner.save(replace(conversation, metadata=metadata))

    def append(self, turn: Turn) -> None:
        user, reply = (
            replace(message, content=self._redactor.redact(message.content))
            for message in (turn.user, turn.reply)
        )
        self._inner.append(replace(turn, user=user, reply=reply))


class GuardedFacts(_Guarded):
    def add(self, fact: Fact) -> None:
        self._inner.add(self._clean(fact))

    def add_all(self, facts: Sequence[Fact]) -> None:
        self._inner.add_all([self._clean(fact) for fact in facts])

    def update(self, fact: Fact) -> None:
        self._inner.update(self._clean(fact))

    def _clean(self, fact: Fact) -> Fact:
        text = self._redactor.redact(fact.fact)
        if text == fact.fact:  # what it says of itself in its slot is of the same words
            return fact
        slot = fact.slot and replace(fact.slot, value=self._redactor.redact(fact.slot.value))
        return replace(fact, fact=text, slot=slot)


class GuardedSegments(_Guarded):
    def add(self, segment: Segment) -> None:
        redact = self._redactor.redact
        self._inner.add(
            replace(
                segment,
                topic=redact(segment.topic),
                discussed=tuple(map(redact, segment.discussed)),
                outcome=redact(segment.outcome),
                decisions=tuple(map(redact, segment.decisions)),
                open_questions=tuple(map(redact, segment.open_questions)),
            )
        )


class GuardedCollections(_Guarded):
    def put(self, document: Document) -> Document:
        content = self._redactor.redact_value(dict(document.content))
        fields = self._redactor.redact_value(dict(document.fields))
        stored: Document = self._inner.put(replace(document, content=content, fields=fields))
        return stored


class GuardedKeyValue(_Guarded):
    def put(
        self, namespace: str, key: str, value: object, *, expires_at: datetime | None = None
    ) -> None:
        if namespace not in MADE_BY_US:
            value = self._clean(namespace, value)
        self._inner.put(namespace, key, value, expires_at=expires_at)

    def _clean(self, namespace: str, value: object) -> object:
        made = MADE_FIELDS.get(namespace)
        if not made or not isinstance(value, Mapping):
            return self._redactor.redact_value(value)
        said = {name: held for name, held in value.items() if name not in made}
        clean = self._redactor.redact_value(said)
        return {name: clean.get(name, held) for name, held in value.items()}


class GuardedJournal(_Guarded):
    def record(self, metrics: TurnMetrics) -> None:
        alert = metrics.alert and self._redactor.redact(metrics.alert)[:LONGEST_ERROR]
        self._inner.record(metrics if alert == metrics.alert else replace(metrics, alert=alert))

    def record_error(self, error: ErrorRecord) -> None:
        message = self._redactor.redact(error.message)
        if len(message) > LONGEST_ERROR:
            message = message[: LONGEST_ERROR - 1] + "…"
        self._inner.record_error(replace(error, message=message))


class GuardedStores:
    """See ``Stores`` in ``base.py``."""

    def __init__(self, inner: Stores, redactor: Redacts) -> None:
        self._inner = inner
        self._redactor = redactor
        self.conversations = cast(
            Conversations, GuardedConversations(inner.conversations, redactor)
        )
        self.facts = cast(Facts, GuardedFacts(inner.facts, redactor))
        self.segments = cast(Segments, GuardedSegments(inner.segments, redactor))
        self.keyvalue = cast(KeyValue, GuardedKeyValue(inner.keyvalue, redactor))
        self.counters: Counters = inner.counters
        self.journal = cast(Journal, GuardedJournal(inner.journal, redactor))

    @cached_property
    def collections(self) -> Collections:
        """Asked for when they are needed: a back end may load them then."""
        return cast(Collections, GuardedCollections(self._inner.collections, self._redactor))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._inner.transaction():
            yield

    def together(self) -> AbstractContextManager[None]:
        return self._inner.together()

    def scrub(self) -> None:
        self._inner.scrub()

    def flush(self) -> None:
        self._inner.flush()

    def close(self) -> None:
        self._inner.close()

    def unusable(self) -> list[tuple[str, str, str]]:
        return self._inner.unusable()

    def check(self) -> list[str]:
        return self._inner.check()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)
