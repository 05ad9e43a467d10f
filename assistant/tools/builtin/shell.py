"""Running a command: off by default, always asked about, in a sandbox where there is one, bounded,
and ended with all that it started."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import MaxLen, MinLen

from assistant.limits import SHELL_OUTPUT
from assistant.messages import say
from assistant.records import Language
from assistant.tools.base import Arguments, Context, RateLimit, Surroundings, failed, tool

if TYPE_CHECKING:
    import subprocess

MOST_OUTPUT = SHELL_OUTPUT.value
"""Bytes kept of the output; the rest is read and thrown away, so that the command can end."""
_TICK = 0.05


def _tell(arguments: Arguments, language: Language) -> str:
    return say("tools.run_command", language, command=arguments["command"])


def _about(here: Surroundings, language: Language) -> str:
    from assistant.tools.sandbox.words import about

    return about(here, language)


def _needs_sandbox(here: Surroundings) -> str:
    """Looked for only where the configuration insists on one."""
    if here.config.shell.sandbox != "required":
        return ""
    from assistant.tools.sandbox.words import refusal

    return refusal(here)


def _no_nul(arguments: Arguments, _: Context) -> str:
    return "a command cannot hold a NUL character" if "\0" in arguments["command"] else ""


@tool(
    "shell.run",
    tell=_tell,
    about=_about,
    needs=_needs_sandbox,
    validator=_no_nul,
    always_ask=True,
    on=False,
    rate_limit=RateLimit(per_minute=10, per_hour=100),
)
def run(context: Context, command: Annotated[str, MinLen(1), MaxLen(4000)]) -> dict[str, Any]:
    """Run a shell command on the person's machine; they are asked first.

    Args:
        command: One command line for sh, with no need for input.
    """
    from assistant.tools.sandbox.choice import chosen
    from assistant.tools.sandbox.command import started
    from assistant.tools.sandbox.words import explained

    with started(command, context) as process:
        output, whole = _collect(process, context)
    if context.cancelled.is_set():
        raise failed(f"the command was stopped after {context.seconds:g} s")
    status = process.returncode
    shown: dict[str, Any] = {"exit_status": status, "output": output}
    if not whole:
        shown["note"] = f"only the first {MOST_OUTPUT:,} bytes were kept"
    held_back = explained(chosen(context.here.config.shell), context, status, output)
    return {**shown, "sandbox": held_back} if held_back else shown


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


TOOLS = (run,)
