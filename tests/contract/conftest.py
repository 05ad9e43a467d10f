"""The back ends that the suite runs over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.homekey import forget_key
from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.contract.samples import NOW
from tests.encryption import begin_encrypted, needs_extra


@pytest.fixture(
    params=["sqlite", "volatile", pytest.param("encrypted", marks=needs_extra)],
)
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    home = tmp_path / "home"
    if request.param == "encrypted":
        begin_encrypted(home)
    url = "memory:" if request.param == "volatile" else str(home / "assistant.db")
    opened = open_stores(url, clock=lambda: NOW)
    yield opened
    opened.close()
    forget_key(home)
