"""The back ends that the suite runs over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.contract.samples import NOW


@pytest.fixture(params=["sqlite", "volatile"])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    url = str(tmp_path / "home" / "assistant.db") if request.param == "sqlite" else "memory:"
    opened = open_stores(url, clock=lambda: NOW)
    yield opened
    opened.close()
