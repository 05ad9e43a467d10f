"""The second back end, where its extra or its model is missing."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from assistant.embedding.sentence_transformers import SentenceTransformersEmbedder
from assistant.errors import ConfigurationError, ModelUnavailable

installed = importlib.util.find_spec("sentence_transformers") is not None


def test_without_the_extra_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)  # as if not installed
    with pytest.raises(ConfigurationError) as caught:
        SentenceTransformersEmbedder("any/model").embed(["hola"])
    assert "not installed" in caught.value.message
    assert "pip install 'local-assistant[sentence-transformers]'" in caught.value.hint


def test_warm_up_never_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    SentenceTransformersEmbedder("any/model").warm_up()


@pytest.mark.skipif(not installed, reason="the extra sentence-transformers is not installed")
def test_a_model_that_is_not_there_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelUnavailable) as caught:
        SentenceTransformersEmbedder(str(tmp_path / "nothing")).embed(["hola"])
    assert "cannot be loaded" in caught.value.message
