"""A home with the shop. Beside the pack, so that pytest finds that without its being installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from assistant_shop.catalogue import Catalogue
from visit import Visit, Visiting

from assistant.app import App, open_app
from assistant.cli.request import Talk
from assistant.cli.talk import Chat
from tests.cli.conversation import Paper
from tests.clock import Clock
from tests.conftest import home
from tests.servers.scripted import ScriptedServer

__all__ = ["home"]  # and with it the guard: no network, nobody's own home

FOLDER = Path(__file__).parent
ROLES = (FOLDER / "roles.toml").read_text("utf-8")


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
def app(home: Path, server: ScriptedServer) -> Iterator[App]:
    home.mkdir(mode=0o700)
    packs = f'[packs]\non = ["shop"]\nfolders = ["{FOLDER.as_posix()}"]\n'
    (home / "config.toml").write_text(packs + ROLES)
    with open_app(home=home, clock=Clock(), model=f"{server.base_url}|scripted-model") as opened:
        yield opened


@pytest.fixture
def visit(app: App, server: ScriptedServer) -> Visiting:
    """Begin a conversation in a role."""

    def begin(role: str) -> Visit:
        chat = Chat(Talk(role=role), app, app.session(role=role), Paper())
        visit = Visit(chat, server)
        app.confirm = visit.confirm
        return visit

    return begin


@pytest.fixture
def catalogue(home: Path) -> Catalogue:
    """The home's, as it is on the disk."""
    return Catalogue(home / "packs" / "shop")
