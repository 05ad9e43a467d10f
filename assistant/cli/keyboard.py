"""The keyboard while something else than a prompt is on the screen."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator


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
