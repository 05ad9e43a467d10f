"""The entry point. What only lists the commands imports neither them nor what declares them."""

from __future__ import annotations

if __name__ == "__main__":  # before anything that takes time
    from assistant.start import watch

    watch()

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from assistant.cli import failures, plain
from assistant.cli.commands import COMPLETION
from assistant.homekey import ask_with

_BLAS_THREADS = "OPENBLAS_NUM_THREADS"


def run(args: Sequence[str]) -> int:
    """Run one command line; returns its exit status and raises nothing."""
    plain.prepare_streams()
    ask_with(_passphrase)
    return failures.guard(lambda: _invoke(list(args)))


def _passphrase(attempt: int) -> str | None:
    from assistant.cli.passphrase import ask

    return ask(attempt)


def main() -> NoReturn:
    """What the ``assistant`` script calls. Never returns."""
    if COMPLETION in os.environ:
        from assistant.cli.program import complete

        complete()
    # Imports make many objects and no garbage: collecting at every 700 costs a tenth of a run.
    # Answering once makes some 150,000.
    gc.set_threshold(200_000)
    # A second thread of numpy's arithmetic spins while nothing is computed, and a start has one
    # core to spare at most. Told to C alone: what we start for the user inherits ``os.environ``.
    if _BLAS_THREADS not in os.environ:
        os.putenv(_BLAS_THREADS, "1")
    status = run(sys.argv[1:])
    # Everything is closed and flushed. Taking the interpreter down would cost another fifth.
    os._exit(status)


def _invoke(args: list[str]) -> int:
    if args in (["-h"], ["--help"]):
        from assistant.cli import overview, pack_commands

        plain.out(overview.text(plain.columns(), pack_commands.lines()))
        return 0
    from assistant.cli import program

    return program.invoke(args)


if __name__ == "__main__":
    from assistant import start

    try:
        main()
    except KeyboardInterrupt:
        start.leave()
