"""Which embedder a configuration names: an explicit table."""

from __future__ import annotations

from pathlib import Path

from assistant.config import EmbeddingConfig
from assistant.embedding.base import Embedder


def open_embedder(config: EmbeddingConfig, cache_dir: Path | None) -> Embedder:
    """The embedder of the configuration; nothing is loaded yet."""
    from assistant.embedding.universal import UniversalEmbedder

    return UniversalEmbedder(cache_dir)
