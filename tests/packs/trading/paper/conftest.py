from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packs.trading.paper.support import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """On a real database."""
    opened = Desk(tmp_path)
    yield opened
    opened.stores.close()
