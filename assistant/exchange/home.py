"""The tables of a home: taken from it, and taken in, all or nothing."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant.errors import BadData
from assistant.exchange.tables import (
    CONVERSATIONS,
    DOCUMENTS,
    FACTS,
    HINT,
    MEASURES,
    PROFILE,
    SUMMARIES,
    TABLES,
    VECTORS,
    Progress,
    Row,
    Rows,
    SummaryVector,
    Table,
)
from assistant.limits import IMPORT_ROWS
from assistant.records import Conversation, Segment, TurnMetrics
from assistant.session.facts import FactBook
from assistant.session.indexing import NAMESPACE, SEGMENTS
from assistant.session.profile_store import NAMESPACE as LEARNED
from assistant.storage.base import Document, Stores

HALF = "<f2"
"""How a vector's numbers are written."""
OF_LENGTH_1 = 0.02
"""What half floats may take from a vector's length."""
AT_ONCE = 256
"""Rows between two words on how far it is."""


def rows_of(
    stores: Stores, embedder: str, names: Collection[str] = tuple(TABLES)
) -> dict[str, list[Row]]:
    """What a home hands on: no raw dialogue (C4), no caches, nothing that was forgotten. Of the
    vectors, those of that embedder."""
    records: Mapping[str, Callable[[], Sequence[Any]]] = {
        FACTS.name: lambda: stores.facts.all(retired=True),
        CONVERSATIONS.name: lambda: [_ended(c) for c in reversed(stores.conversations.all())],
        SUMMARIES.name: lambda: [
            segment
            for conversation in reversed(stores.conversations.all())
            for segment in stores.segments.all(conversation.id)
        ],
        VECTORS.name: lambda: _vectors(stores, embedder),
        MEASURES.name: lambda: stores.journal.metrics(),
        DOCUMENTS.name: lambda: _documents(stores, of_profile=False),
        PROFILE.name: lambda: _documents(stores, of_profile=True),
    }
    return {
        name: [table.row(record) for record in records[name]()]
        for name, table in TABLES.items()
        if name in names
    }


def _ended(conversation: Conversation) -> Conversation:
    """What was being said stays behind, so that there is nothing to go on with."""
    return replace(conversation, ended_at=conversation.ended_at or conversation.last_activity_at)


def _documents(stores: Stores, *, of_profile: bool) -> list[Document]:
    """Those of packs, or those of what was learned of the person."""
    return [
        document
        for namespace in stores.collections.namespaces()
        if namespace.startswith(f"{LEARNED}/") is of_profile
        for document in stores.collections.find(namespace).documents
    ]


def _vectors(stores: Stores, embedder: str) -> list[SummaryVector]:
    ids, matrix = stores.segments.vectors(embedder)
    halves = matrix.astype(HALF)
    return [
        SummaryVector(id, embedder, b64encode(row.tobytes()).decode())
        for id, row in zip(ids, halves, strict=True)
    ]


class Intake:
    """Takes tables into a home. What it knows already stays as it is, so that to repeat an import
    changes nothing."""

    def __init__(self, stores: Stores, facts: FactBook, progress: Progress) -> None:
        self._stores = stores
        self._facts = facts
        self._progress = progress
        self._new_summaries: set[str] = set()

    def take(self, rows: Rows, aside: Callable[[int, str], None]) -> dict[str, int]:
        """All or nothing; returns how many rows came in, by table. ``aside`` is told of each fact
        that holds a secret and stays out, as ``FactBook.load`` tells.

        Raises BadData naming the table, the row and the field.
        """
        for name, of in rows.items():
            if len(of) > IMPORT_ROWS.value:
                told = f"There are more than {IMPORT_ROWS.value:,} rows in {name}"
                raise BadData(told, "Import it in several files.")
        came: dict[str, int] = {}
        with self._stores.transaction():
            if FACTS.name in rows:
                came[FACTS.name] = self._take_facts(rows[FACTS.name], aside)
            for table, take in self._takers():
                if table.name in rows:
                    records = self._records(table, rows[table.name])
                    came[table.name] = sum(map(take, records))
            if came.get(SUMMARIES.name):
                self._stores.keyvalue.delete(NAMESPACE, SEGMENTS)  # they wait for their vectors
        return came

    def _takers(self) -> Sequence[tuple[Table, Callable[[Any], bool]]]:
        return (
            (CONVERSATIONS, self._take_conversation),
            (SUMMARIES, self._take_summary),
            (VECTORS, self._take_vector),
            (MEASURES, self._measures_taker()),
            (DOCUMENTS, self._take_document),
            (PROFILE, self._take_document),
        )

    def _take_facts(self, rows: Sequence[Row], aside: Callable[[int, str], None]) -> int:
        lines = (json.dumps(row) for row in rows)
        try:
            return self._facts.load(lines, self._progress, aside)
        except BadData as error:
            raise BadData(f"{FACTS.name}: {error.message}", error.hint) from error

    def _records(self, table: Table, rows: Sequence[Row]) -> Iterator[Any]:
        for number, row in enumerate(rows, 1):
            yield table.record(row, number)
            if not number % AT_ONCE:
                self._progress(number, len(rows))

    def _take_conversation(self, conversation: Conversation) -> bool:
        if self._stores.conversations.get(conversation.id):
            return False
        self._stores.conversations.save(conversation)
        return True

    def _take_summary(self, segment: Segment) -> bool:
        if self._stores.segments.get(segment.id):
            return False
        if not self._stores.conversations.get(segment.session_id):
            told = f"{SUMMARIES.name}, {segment.id}: its conversation is not there"
            raise BadData(told, f"Import {CONVERSATIONS.name} with it.")
        self._stores.segments.add(segment)
        self._new_summaries.add(segment.id)
        return True

    def _take_vector(self, given: SummaryVector) -> bool:
        import numpy as np

        if given.summary not in self._new_summaries:
            return False
        try:
            vector = np.frombuffer(b64decode(given.vector, validate=True), HALF).astype(np.float32)
            if not abs(float(vector @ vector) - 1) < OF_LENGTH_1:
                raise ValueError("its length is not 1")
            self._stores.segments.put_vectors(given.embedder, {given.summary: vector})
        except ValueError as error:
            told = f"{VECTORS.name}, {given.summary}: `vector` cannot be used ({error})"
            raise BadData(told, HINT) from error
        return True

    def _measures_taker(self) -> Callable[[TurnMetrics], bool]:
        """Measures have no name of their own: as many of the same are there as came."""
        known = Counter(json.dumps(MEASURES.row(m)) for m in self._stores.journal.metrics())

        def take(metrics: TurnMetrics) -> bool:
            same = json.dumps(MEASURES.row(metrics))
            known[same] -= 1
            if known[same] < 0:
                self._stores.journal.record(metrics)
            return known[same] < 0

        return take

    def _take_document(self, document: Document) -> bool:
        if self._stores.collections.get(document.namespace, document.id):
            return False
        try:
            self._stores.collections.put(document)
        except (TypeError, ValueError) as error:  # NaN, which some take for JSON
            told = f"{DOCUMENTS.name}, {document.id} cannot be kept ({error})"
            raise BadData(told, HINT) from error
        return True
