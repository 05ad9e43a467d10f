"""The default embedder's tables, prepared once for all tests here."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.embedding.universal import UniversalEmbedder


@pytest.fixture(scope="session")
def embedder_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("embedder-cache")
    UniversalEmbedder(folder).embed(["x"])
    return folder
