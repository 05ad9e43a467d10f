"""Running a command: off by default, always asked about, bounded, and ended with its children."""

from __future__ import annotations

import os
import re
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import MaxLen, MinLen

from assistant.limits import SHELL_OUTPUT
from assistant.messages import say
from assistant.records import Language
from assistant.tools.base import Arguments, Context, RateLimit, failed, tool

if TYPE_CHECKING:
    import subprocess

MOST_OUTPUT = SHELL_OUTPUT.value
"""Bytes kept of the output; the rest is read and thrown away, so that the command can end."""
_TICK = 0.05
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|_AUTH", re.IGNORECASE)


def _tell(arguments: Arguments, language: Language) -> str:
    return say("tools.run_command", language, command=arguments["command"])


@tool(
    "shell.run",
    tell=_tell,
    always_ask=True,
    on=False,
    rate_limit=RateLimit(per_minute=10, per_hour=100),
)
def run(context: Context, command: Annotated[str, MinLen(1), MaxLen(4000)]) -> dict[str, Any]:
    """Run a shell command on the person's machine; they are asked first.

    Args:
        command: One command line for sh, with no need for input.
    """
    import subprocess

    roots = context.here.config.roots
    process = subprocess.Popen(  # noqa: S603 (the person has just agreed to it)
        ["/bin/sh", "-c", command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=Path(roots[0]).expanduser() if roots else Path.home(),
        env=_environment(),
        start_new_session=True,
    )
    try:
        output, whole = _collect(process, context)
    finally:
        _end(process)
    if context.cancelled.is_set():
        raise failed(f"the command was stopped after {context.seconds:g} s")
    shown: dict[str, Any] = {"exit_status": process.returncode, "output": output}
    return shown if whole else {**shown, "note": f"only the first {MOST_OUTPUT:,} bytes were kept"}


def _collect(process: subprocess.Popen[bytes], context: Context) -> tuple[str, bool]:
    """The output as text and whether it is whole; ends with the command or when cancelled.

    It does not wait for the pipe to close: a child left in the background may hold it open.
    """
    import selectors

    assert process.stdout is not None
    kept = bytearray()
    size = 0
    os.set_blocking(process.stdout.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while not context.cancelled.is_set():
            ended = process.poll() is not None
            if selector.select(0 if ended else _TICK):
                piece = os.read(process.stdout.fileno(), 1 << 16)
                if not piece:
                    process.wait()
                    break
                size += len(piece)
                kept += piece[: MOST_OUTPUT - len(kept)]
            elif ended:
                break
    return kept.decode("utf-8", "replace"), size <= MOST_OUTPUT


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the whole group: what the command started ends with it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _environment() -> dict[str, str]:
    """Without the person's keys: a command has no need of them."""
    kept = {name: value for name, value in os.environ.items() if not _SECRET.search(name)}
    return {**kept, "NO_COLOR": "1", "TERM": "dumb", "PAGER": "cat", "GIT_TERMINAL_PROMPT": "0"}


TOOLS = (run,)
