"""The tools of a home, put together. Part of the composition root, as ``answerer.py`` is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assistant.session.recollection import Recollection
from assistant.tools.base import Surroundings
from assistant.tools.pipeline import Pipeline
from assistant.tools.registry import Registry, open_registry
from assistant.tools.toolbox import Toolbox

if TYPE_CHECKING:
    from assistant.app import App


def open_toolbox(app: App, role: str, user: str) -> Toolbox:
    """The tools as a role has them, with the person who confirms side effects, if any."""
    settings, config = app.config.role(role), app.config
    view = Recollection(
        app.stores,
        lambda words: app.memory.facts.search(words),
        app.clock,
        role,
        everything=settings.facts == "all",
    )
    here = Surroundings(
        user=user,
        plan=settings.plan,
        config=config.tools,
        notes=Path(config.tools.notes or app.paths.data / "notes").expanduser(),
        clock=app.clock,
        memory=view if config.memory.enabled else None,
        private=app.paths.data,
    )
    pipeline = Pipeline(
        open_tools(app),
        here,
        app.stores,
        app.log.write,
        confirm=app.confirm,
        keep=app.keep_consent,
    )
    return Toolbox(pipeline, lambda texts: app.embedder.embed(texts))


def open_tools(app: App) -> Registry:
    """Every tool that there is, whether it may be used or not."""

    def complain(name: str, error: Exception) -> None:
        app.log.write("error", "tools not loaded", source=name, kind=type(error).__name__)

    return open_registry(complain)
