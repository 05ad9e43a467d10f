"""The packs of a home, put together. Part of the composition root, as ``tooling.py`` is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.packs.loading import Failure, Packs
    from assistant.records import Conversation, Turn
    from assistant.session.packs import SessionPacks
    from assistant.session.profiles import Profiles


def open_packs(app: App) -> Packs:
    """Those that are switched on; each is loaded when it is first needed."""
    from assistant.packs.loading import Packs

    def complain(failure: Failure) -> None:
        app.log.write("error", "pack not loaded", pack=failure.pack, kind=failure.kind)
        app.tell(f"pack_{failure.kind}", pack=failure.pack, why=failure.why)

    return Packs(app.config.packs.on, app.config.packs.folders, complain)


def open_session_packs(app: App) -> SessionPacks:
    """What they bring to a turn; in incognito their files are gone at the end."""
    from assistant.session.packs import SessionPacks

    return SessionPacks(
        app.packs.usable,
        lambda: app.stores,
        app.clock,
        app.log,
        _scratch(app) if app.incognito else app.paths.packs,
        app.config,
        app.profiles,
        app.packs.tools,
    )


def open_profiles(app: App) -> Profiles:
    """What they have learned of the person."""
    from assistant.session.profiles import Profiles

    return Profiles(
        app.packs.usable,
        lambda: app.stores,
        lambda: app.memory.forgetter,
        app.log,
        learns=app.config.memory.enabled and not app.incognito,
    )


def learn_from(app: App, conversation: Conversation, turns: Sequence[Turn]) -> None:
    """Have them learn from words that are about to go (K5)."""
    if app.config.packs.on:
        app.profiles.take_in(conversation, turns)


def _scratch(app: App) -> Path:
    """A folder that is gone at the end."""
    from tempfile import TemporaryDirectory

    folder = TemporaryDirectory(prefix="assistant-")
    app.on_close(folder.cleanup)
    return Path(folder.name)
