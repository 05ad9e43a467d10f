"""The first lines that run: from here on Ctrl-C ends the program with a word, never a traceback.

Python's own way to tell of Ctrl-C is an exception wherever the program stands, also in the middle
of an import, where nobody catches it. So until a command is under way, and again once it has ended,
the signal ends the process here and now: nothing is open that would have to be closed. This module
imports nothing but what every Python has loaded already, or it would be too late itself.
"""

import _signal  # type: ignore[import-not-found] # ``signal`` loads ``enum`` and more
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

INTERRUPTED = 130
WORDS = {"es": "interrumpido", "en": "interrupted"}
"""As ``data/messages`` has them, which cannot be read yet."""


class _Moment:
    """Whether a command is under way that can be told of Ctrl-C by an exception."""

    working = False


def watch() -> None:
    """Take Ctrl-C over, unless the process was started with it ignored."""
    if _signal.getsignal(_signal.SIGINT) not in (_signal.SIG_IGN, None):
        _signal.signal(_signal.SIGINT, _interrupted)


class Working:
    """While entered, Ctrl-C raises KeyboardInterrupt, as everything that waits expects."""

    def __enter__(self) -> None:
        _Moment.working = True

    def __exit__(self, *_: object) -> None:
        _Moment.working = False


def _interrupted(_number: int, _frame: "FrameType | None") -> None:
    if _Moment.working:
        raise KeyboardInterrupt
    leave()


def leave() -> "NoReturn":
    """Say so in a line and end the process."""
    environ = os.environ
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    words = WORDS["es" if locale.lower().startswith("es") else "en"]
    try:
        os.write(2, f"{words}\n".encode())
    finally:
        os._exit(INTERRUPTED)


def main() -> None:
    """What the ``assistant`` script calls. Never returns."""
    watch()
    try:
        from assistant.cli.main import main

        main()
    except KeyboardInterrupt:  # a second one, while the first was being told
        leave()
