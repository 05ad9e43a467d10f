"""What a test loads from a folder is gone after it, and a busy machine makes no source late."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import datetime

import pytest

from assistant.packs.base import DEADLINE
from assistant.session import packs
from assistant.session.bringing import wanted
from assistant.session.fetching import Wanted
from assistant.session.parts import Part
from tests.bounds import PATIENCE


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = set(sys.modules)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name in set(sys.modules) - known:
        if name.startswith(("made_", "assistant_")):
            del sys.modules[name]


@pytest.fixture(autouse=True)
def in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever says nothing of a deadline has time; tests of lateness say something."""

    def patient(part: Part, now: datetime) -> Wanted:
        asked = wanted(part, now)
        return asked._replace(deadline=PATIENCE) if part.deadline == DEADLINE else asked

    monkeypatch.setattr(packs, "wanted", patient)
