"""Which embedder stands behind each value of ``[embedding] backend``: one explicit table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from assistant.config import EmbeddingConfig
from assistant.embedding.base import Embedder


def _default(_: EmbeddingConfig, cache_dir: Path | None) -> Embedder:
    from assistant.embedding.universal import UniversalEmbedder

    return UniversalEmbedder(cache_dir)


def _sentence_transformers(config: EmbeddingConfig, _: Path | None) -> Embedder:
    from assistant.embedding.sentence_transformers import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(config.model)


BACKENDS: Mapping[str, Callable[[EmbeddingConfig, Path | None], Embedder]] = {
    "default": _default,
    "sentence-transformers": _sentence_transformers,
}


def open_embedder(config: EmbeddingConfig, cache_dir: Path | None) -> Embedder:
    """The configured embedder, nothing of it loaded yet. ``cache_dir`` may be None or read-only."""
    return BACKENDS[config.backend](config, cache_dir)


_shared: dict[EmbeddingConfig, Embedder] = {}


def shared_embedder(config: EmbeddingConfig, cache_dir: Path | None) -> Embedder:
    """One embedder a process and configuration; the first home's cache folder serves them all."""
    if config not in _shared:
        _shared[config] = open_embedder(config, cache_dir)
    return _shared[config]
