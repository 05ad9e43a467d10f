"""The embedded model's weights, where the tests find them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import REAL_MODELS

NAME = "smollm2-135m-instruct.gguf"
GIVEN = os.environ.get("ASSISTANT_TEST_MODELS")  # read before the tests' own environment is set


@pytest.fixture(scope="session")
def real_weights() -> Path:
    """The small model's file: in ASSISTANT_TEST_MODELS, or where `models pull` put it."""
    for folder in (GIVEN, REAL_MODELS):
        if folder and (Path(folder) / NAME).is_file():
            return Path(folder) / NAME
    pytest.skip("the embedded weights are not here: `assistant models pull`")
