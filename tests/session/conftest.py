"""What the tests of a session share: a clock, a home without a model, a server for one with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import App, open_app
from tests.clock import Clock
from tests.servers.scripted import ScriptedServer


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(home: Path, clock: Clock) -> Iterator[App]:
    """A home where no model is asked."""
    with open_app(home=home, clock=clock, answers=False) as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running
