"""What the rest of the program asks of storage: small Protocols, shaped by their callers.

SQLite (``sqlite/``), memory (``volatile/``) and PostgreSQL (``postgres/``) implement them; Redis
(``redis/``) takes over what lives an hour. One contract suite, ``tests/contract/``, is passed by
all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.storage.base.collections import Collections, Document, Field, Page, Span
from assistant.storage.base.dialogue import Conversations, Segments
from assistant.storage.base.facts import Facts, FactUse, Vectors
from assistant.storage.base.small import Counters, Journal, KeyValue
from assistant.storage.base.stores import Erasures, Stores, Surroundings

if TYPE_CHECKING:
    from assistant.storage.base.facts import Matrix as Matrix

__all__ = [
    "Collections",
    "Conversations",
    "Counters",
    "Document",
    "Erasures",
    "FactUse",
    "Facts",
    "Field",
    "Journal",
    "KeyValue",
    "Page",
    "Segments",
    "Span",
    "Stores",
    "Surroundings",
    "Vectors",
]
