"""The first lines that run: from here on Ctrl-C ends the program with a word, never a traceback.

Python's own way to tell of Ctrl-C is an exception wherever the program stands, also in the middle
of an import, where nobody catches it. So until a command is under way, and again once it has ended,
the signal ends the process here and now: nothing is open that would have to be closed. This module
imports nothing but what every Python has loaded already, or it would be too late itself.
"""

import _signal  # type: ignore[import-not-found] # ``signal`` loads ``enum`` and more
import _thread
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

INTERRUPTED = 130
WORDS = {"es": "interrumpido", "en": "interrupted"}
"""As the messages of the shipped languages have them, which cannot be read yet."""
_AGAIN, _TRIES = 0.02, 100
"""Seconds after which Ctrl-C where Python would swallow it is tried again, and how often."""
_IMPORT = "<frozen importlib._bootstrap>"
_FINALIZER = "__del__"


class _Moment:
    """Whether a command is under way that can be told of Ctrl-C by an exception; tries so far."""

    working = False
    tries = 0


def watch() -> None:
    """Take Ctrl-C over, unless the process was started with it ignored."""
    if _signal.getsignal(_signal.SIGINT) not in (_signal.SIG_IGN, None):
        _signal.signal(_signal.SIGINT, _interrupted)


def one_thread_for_products() -> None:
    """Have numpy's BLAS multiply in the calling thread, unless the person says otherwise.

    Its threads spin while they wait for one another: beside any other program that keeps a core
    busy a turn took 1.4 s instead of 66 ms, and four requests at once did not end. On an idle
    machine they would save a tenth of a turn. To be called before numpy is loaded.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class Working:
    """While entered, Ctrl-C raises KeyboardInterrupt, as everything that waits expects."""

    def __enter__(self) -> None:
        _Moment.working = True

    def __exit__(self, *_: object) -> None:
        _Moment.working = False


def _interrupted(_number: int, frame: "FrameType | None") -> None:
    if not _Moment.working:
        leave()
    if _swallowed(frame) and _Moment.tries < _TRIES:
        _Moment.tries += 1
        _thread.start_new_thread(_again, (_thread.get_ident(),))
        return
    _Moment.tries = 0
    raise KeyboardInterrupt


def _swallowed(frame: "FrameType | None") -> bool:
    """Whether an exception would not reach the program here: in the middle of an import, which may
    leave a lock taken, or in what Python calls when an object goes."""
    while frame is not None:
        if frame.f_code.co_filename == _IMPORT or frame.f_code.co_name == _FINALIZER:
            return True
        frame = frame.f_back
    return False


def _again(thread: int) -> None:
    time.sleep(_AGAIN)
    if hasattr(_signal, "pthread_kill"):
        _signal.pthread_kill(thread, _signal.SIGINT)  # wakes it from what it waits for meanwhile
    else:  # Windows
        _thread.interrupt_main()


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
    one_thread_for_products()
    try:
        from assistant.cli.main import main

        main()
    except KeyboardInterrupt:  # a second one, while the first was being told
        leave()
