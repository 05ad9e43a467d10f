"""The keyboard while something else than a prompt is on the screen."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from assistant.cli import plain


@contextlib.contextmanager
def echo(shown: bool) -> Iterator[None]:
    """Hide the keys pressed meanwhile, which then wait for the next prompt; or show them, as the
    answer to a question, and drop those pressed before it. Nothing where there is no terminal.
    """
    try:
        import termios

        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
    except (ImportError, AttributeError, OSError, ValueError):
        yield
        return
    meanwhile = [*before]
    flags = int(before[3])
    modes = termios.ECHO | termios.ICANON  # line by line, a Ctrl-D pressed too early would be lost
    meanwhile[3] = flags | modes if shown else flags & ~modes
    if shown:
        termios.tcflush(descriptor, termios.TCIFLUSH)
    termios.tcsetattr(descriptor, termios.TCSADRAIN, meanwhile)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


BRACKETS, NO_BRACKETS = "\x1b[?25;2004h", "\x1b[?2004l"
"""Have the terminal say what is pasted (and show the cursor, as it does anyway)."""


@contextlib.contextmanager
def bracketed_pastes() -> Iterator[None]:
    """Have pastes marked all the while, also those that come before or between the prompts: the
    editor of a prompt asks for it only as long as it reads, and what came in between would look
    typed (F3)."""
    bracket()
    try:
        yield
    finally:
        if plain.capable(sys.stdout):
            plain.draw(NO_BRACKETS, sys.stdout)


def bracket() -> None:
    """Ask for the marks again, where a program in between took them away."""
    if plain.capable(sys.stdout):
        plain.draw(BRACKETS, sys.stdout)
