from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


@pytest.fixture(scope="session")
def embed(embedder_cache: Path) -> Embed:
    """The default embedder, as the engine hands it to ``read``."""
    from assistant.config import EmbeddingConfig
    from assistant.embedding.open import open_embedder

    return open_embedder(EmbeddingConfig(), embedder_cache).embed
