"""A home opened for a command: what the person has to know of it goes to stderr."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from assistant.cli import failures, layout, plain

if TYPE_CHECKING:
    from assistant.app import App


def open_app(
    *,
    model: str | None = None,
    answers: bool = True,
    incognito: bool = False,
    verbose: bool = False,
) -> App:
    """The home of this process; see ``app.open_app``."""
    from assistant.app import open_app as opened

    return opened(model=model, answers=answers, incognito=incognito, verbose=verbose, tell=_tell)


def _tell(key: str, **values: object) -> None:
    text = failures.spoken(key, **{name: plain.line(str(v)) for name, v in values.items()})
    lines = layout.wrapped([text], plain.columns()) if plain.interactive(sys.stderr) else [text]
    for line in lines:
        plain.err(plain.dim(line, err=True))
