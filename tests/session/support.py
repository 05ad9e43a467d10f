"""What the tests of a session build by hand."""

from __future__ import annotations

from pathlib import Path

from assistant.app import App, open_app
from tests.clock import Clock
from tests.servers.scripted import ScriptedServer


def answering(home: Path, clock: Clock, server: ScriptedServer) -> App:
    """A home whose model is the server's."""
    return open_app(home=home, clock=clock, model=f"{server.base_url}|scripted-model")
