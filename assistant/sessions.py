"""The sessions of a home, put together. Part of the composition root, as ``tooling.py`` is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.answerer import Answerer
from assistant.errors import ConfigurationError
from assistant.session.logs import LIFETIME
from assistant.session.services import Services

if TYPE_CHECKING:
    from assistant.app import App
    from assistant.session.session import Session


def open_session(
    app: App, role: str, conversation: str | None, *, resume: bool, ephemeral: bool
) -> Session:
    """As ``App.session`` says. Raises ConfigurationError for a role that is none."""
    from assistant.session.session import Session

    if role != "default" and role not in app.config.roles and not conversation:
        known = ", ".join(("default", *app.config.roles))
        raise ConfigurationError(
            f"There is no role '{role}' (known: {known})",
            f"Add a [roles.{role}] table to {app.paths.config}.",
        )
    app.indexing.begin()
    found = app.conversations.open(role, conversation, resume=resume)
    app.conversations.end_idle()
    app.stores.keyvalue.sweep(app.now())  # kept answers whose time is over (C4)
    app.stores.journal.sweep_runs(app.now() - LIFETIME)
    app.session_packs  # noqa: B018 (who has a failing one hears of it now)
    session = Session(app.services(found.role), found, ephemeral=ephemeral)
    if app.config.memory.summariser == "model":
        app.on_close(session.finish)
    return session


def open_kit(app: App, role: str) -> Services:
    """What a session of that role works with; its model is found when it is first needed."""
    answerer = _answerer(app, role)
    return Services(
        stores=app.stores,
        open_memory=lambda: app.memory,
        answers=app.answers,
        config=app.config,
        log=app.log,
        redactor=app.redactor,
        clock=app.clock,
        user=app.user,
        model=answerer.model,
        model_name=answerer.model_name,
        counter=answerer.counter,
        learn=answerer.learn,
        warm_up=answerer.warm_up,
        beside=answerer.beside,
        better_model=answerer.better_model,
        tools=lambda: app.session_toolbox(role) if app.config.tools.enabled else None,
        packs=lambda: app.session_packs,
        incognito=app.incognito,
    )


def _answerer(app: App, role: str) -> Answerer:
    answerer = Answerer(
        lambda: app.models.choice(role) if app.asks_models else None,
        app.config,
        app.environ,
        app.stores.keyvalue,
        app.clock,
        states=None if app.incognito else app.paths.cache,
        embedder=app.embedder,
        know=app.redactor.know,
        remembers=lambda: bool(app.stores.facts.all() or app.stores.conversations.all()),
    )
    app.on_close(answerer.close)
    return answerer
