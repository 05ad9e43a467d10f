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
    from collections.abc import Sequence

    from assistant.app import App
    from assistant.embedding.base import Matrix

TOOL_LINES = "tool_lines"
"""Namespace of the vectors of what the tools are known by."""


def open_toolbox(app: App, role: str) -> Toolbox:
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
        user=app.user,
        plan=settings.plan,
        config=config.tools,
        notes=Path(config.tools.notes or app.paths.notes).expanduser(),
        clock=app.clock,
        memory=view if config.memory.enabled else None,
        private=(app.paths.data, app.paths.config.parent),
        redact=app.redactor.redact,
        role=role,
        packs=app.session_packs,
    )
    pipeline = Pipeline(
        open_tools(app),
        here,
        app.stores,
        app.log.write,
        confirm=app.confirm,
        keep=app.keep_consent,
    )
    return Toolbox(
        pipeline, lambda texts: app.embedder.embed(texts), lambda lines: _embed_once(app, lines)
    )


def _embed_once(app: App, lines: Sequence[str]) -> Matrix:
    """The vectors of what the tools are known by, kept in the home until the lines change (A2)."""
    from base64 import b64decode, b64encode
    from hashlib import sha256

    import numpy as np

    key = sha256("\n".join((app.embedder.name, *lines)).encode()).hexdigest()
    if key in _embedded:
        return _embedded[key]
    stored = app.stores.keyvalue.get(TOOL_LINES, key, now=app.now())
    if isinstance(stored, str):
        flat = np.frombuffer(b64decode(stored), np.float16)
        _embedded[key] = flat.astype(np.float32).reshape(len(lines), -1)
        return _embedded[key]
    vectors = app.embedder.embed(lines)
    with app.stores.transaction():
        app.stores.keyvalue.delete(TOOL_LINES)
        kept = b64encode(vectors.astype(np.float16).tobytes()).decode()
        app.stores.keyvalue.put(TOOL_LINES, key, kept)
    _embedded[key] = vectors
    return vectors


_embedded: dict[str, Matrix] = {}
"""The same for every home of the process: the tools are known by the same lines in all of them."""


def open_tools(app: App) -> Registry:
    """Every tool that there is, whether it may be used or not."""

    def complain(name: str, error: Exception) -> None:
        app.log.write("error", "tools not loaded", source=name, kind=type(error).__name__)

    return open_registry(complain, app.packs.all_tools)
