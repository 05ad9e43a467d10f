"""The fact memories of ``beside.py``, each filled in bulk and behind the same doors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WHO = "ana"
Door = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Doors:
    """``add`` and ``search`` embed their text; ``store`` and ``recall`` know its vector."""

    add: Door
    search: Door
    store: Door
    recall: Door
    close: Callable[[], object]


def open_assistant(
    _: str, folder: Path, embedder: Any, texts: Sequence[str], known: Mapping[str, Any]
) -> Doors:
    """``Assistant.remember``; recall as a turn does it (embed, find, rank)."""
    from datetime import UTC, datetime

    from assistant import Assistant
    from assistant.memory.index import FactIndex
    from assistant.records import Fact
    from assistant.storage.open import open_stores
    from tests.benchmarks.facts import fill, recall

    now = datetime(2026, 1, 5, tzinfo=UTC)
    with closing(open_stores(folder / "assistant.db", clock=lambda: now)) as stores:
        fill(stores, embedder, len(texts))
    assistant = Assistant.open(home=folder, clock=lambda: now)
    stores = open_stores(folder / "assistant.db", clock=lambda: now)
    index = FactIndex(stores.facts, embedder.name)

    def store(text: str) -> None:
        with stores.transaction():
            stores.facts.add(Fact(f"g{hash(text):x}", "work", text, "high", "explicit", now, now))
            stores.facts.put_vectors(embedder.name, {f"g{hash(text):x}": known[text]})

    def close() -> None:
        stores.close()
        assistant.close()

    return Doors(
        assistant.remember,
        lambda question: recall(index, question, embedder.embed([question])[0]),
        store,
        lambda question: recall(index, question, known[question]),
        close,
    )


def open_mem0(
    subject: str, folder: Path, embedder: Any, texts: Sequence[str], known: Mapping[str, Any]
) -> Doors:
    """``Memory.add`` without inference and ``Memory.search``."""
    import uuid

    from mem0 import Memory  # type: ignore[import-not-found]  # in the throw-away environment

    class Embedding:
        """This project's embedder, as mem0 calls one; what is known is not embedded again."""

        def embed(self, text: str, memory_action: str | None = None) -> list[float]:
            vector = known[text] if text in known else embedder.embed([text])[0]
            return list(map(float, vector))

        def embed_batch(
            self, texts: Sequence[str], memory_action: str | None = None
        ) -> list[list[float]]:
            return [list(map(float, vector)) for vector in embedder.embed(list(texts))]

    kind = subject.split()[1]
    extra = {"on_disk": True} if kind == "qdrant" else {"distance_strategy": "cosine"}
    store = {"path": str(folder / "store"), "collection_name": "facts"}
    settings = {**store, "embedding_model_dims": embedder.dimensions, **extra}
    memory = Memory.from_config(
        {
            "vector_store": {"provider": kind, "config": settings},
            "history_db_path": str(folder / "history.db"),
        }
    )
    memory.embedding_model = Embedding()
    for start in range(0, len(texts), 1000):
        batch = texts[start : start + 1000]
        memory.vector_store.insert(
            vectors=memory.embedding_model.embed_batch(batch),
            payloads=[{"data": text, "user_id": WHO, "hash": ""} for text in batch],
            ids=[str(uuid.uuid4()) for _ in batch],
        )

    def add(text: str) -> None:
        memory.add(text, user_id=WHO, infer=False)

    def search(question: str) -> None:
        memory.search(question, filters={"user_id": WHO})

    return Doors(add, search, add, search, lambda: None)
