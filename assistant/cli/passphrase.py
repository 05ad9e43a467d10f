"""Asking a person for a passphrase: at the terminal itself, never through a pipe or an argument."""

from __future__ import annotations

import os
import sys

from assistant.cli import plain
from assistant.errors import UsageError
from assistant.messages import say
from assistant.records import Language

ATTEMPTS = 3
"""How often two that differ may be typed."""


def ask(attempt: int) -> str | None:
    """The passphrase of this home; None where nobody can be asked."""
    from assistant.cli.words import tilde
    from assistant.paths import resolve_paths

    if not somebody():
        return None
    key = "lock.passphrase_again" if attempt else "lock.passphrase"
    return _typed(say(key, spoken_language(), folder=tilde(resolve_paths(None).data)))


def ask_new(language: Language) -> str:
    """A new one, typed twice. Raises UsageError where nobody is there, or they differ each time."""
    if not somebody():
        raise UsageError(say("lock.nobody", language), say("lock.nobody_hint", language))
    for _ in range(ATTEMPTS):
        passphrase = _typed(say("lock.new", language))
        if passphrase == _typed(say("lock.repeat", language)):
            return passphrase
        plain.err(say("lock.differ", language))
    raise UsageError(say("lock.differ", language).rstrip("."), "")


def somebody() -> bool:
    """Whether a person sits at the terminal of this process; its input may be a pipe."""
    if not plain.interactive(sys.stderr):
        return False
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except (OSError, AttributeError):
        return sys.stdin is not None and sys.stdin.isatty()
    return True


def spoken_language() -> Language:
    """The interface's, read anew: this may be asked before anything else is known."""
    from assistant.cli.language import interface_language
    from assistant.config import load_config
    from assistant.paths import resolve_paths

    return interface_language(load_config(resolve_paths(None).config).ui)


def _typed(prompt: str) -> str:
    return plain.ask_unseen(prompt)
