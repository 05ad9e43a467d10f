"""Every fault is tried on a plain home, and on one that is encrypted from its first byte on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant.homekey import forget_key
from tests.encryption import begin_encrypted, needs_extra, open_by_command

Prepare = Callable[[Path], None]


@pytest.fixture(params=["plain", pytest.param("encrypted", marks=needs_extra)])
def prepare(request: pytest.FixtureRequest) -> Iterator[Prepare]:
    """What is done to a new home before anything else."""
    begun: list[Path] = []

    def encrypted(home: Path) -> None:
        begun.append(home)
        begin_encrypted(home)
        open_by_command(home)

    yield encrypted if request.param == "encrypted" else lambda _: None
    for home in begun:
        forget_key(home)
