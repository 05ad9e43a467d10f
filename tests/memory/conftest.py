from __future__ import annotations

from pathlib import Path

import pytest

from assistant.config import EmbeddingConfig
from assistant.embedding.base import Embedder
from assistant.embedding.open import open_embedder


@pytest.fixture(scope="session")
def embedder(embedder_cache: Path) -> Embedder:
    """The default embedder."""
    return open_embedder(EmbeddingConfig(), embedder_cache)
