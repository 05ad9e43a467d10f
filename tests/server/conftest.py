"""What the tests of the server share: a scripted model, and a server in front of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `server` is not installed")
pytest.importorskip("uvicorn", reason="the extra `server` is not installed")
pytest.importorskip("prometheus_client", reason="the extra `server` is not installed")

from tests.server.support import Running, running
from tests.servers.scripted import ScriptedServer


@pytest.fixture
def model() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def served(home: Path, model: ScriptedServer) -> Iterator[Running]:
    with running(home, model) as server:
        yield server
