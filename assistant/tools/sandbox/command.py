"""Starting a command inside its bounds, and ending it with all that it started."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from assistant.tools.base import Context
from assistant.tools.sandbox import bubblewrap, landlock, seccomp
from assistant.tools.sandbox.bounds import closed, limits, opened
from assistant.tools.sandbox.choice import Sandbox, chosen
from assistant.tools.sandbox.rules import Rules, rules_for

_GRACE = 2.0
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from assistant.tools.sandbox.launcher import main; main(int(sys.argv[2]))"
)
_PACKAGES = str(Path(__file__).parents[3])


@contextmanager
def started(command: str, context: Context) -> Iterator[subprocess.Popen[bytes]]:
    """A shell that runs ``command``; whatever of it is left at the end is killed."""
    sandbox = chosen(context.here.config.shell)
    with ExitStack() as stack:
        plan, kept_open = _plan(command, context, sandbox, stack)
        file = stack.enter_context(_holding(json.dumps(plan).encode()))
        process = subprocess.Popen(  # noqa: S603 (the person has agreed to it)
            [sys.executable, "-I", "-S", "-c", _START, _PACKAGES, str(file.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=closed("/", "/"),
            start_new_session=True,
            pass_fds=(file.fileno(), *(one.fileno() for one in kept_open)),
        )
        try:
            yield process
        finally:
            _end(process)


def _plan(
    command: str, context: Context, sandbox: Sandbox, stack: ExitStack
) -> tuple[dict[str, Any], list[IO[bytes]]]:
    """What the launcher is to do, and the files that it inherits for it."""
    line = ["/bin/sh", "-c", command]
    plan: dict[str, Any] = {"limits": limits(context), "landlock": None}
    if sandbox.kind == "none":
        roots = context.here.config.roots
        folder = Path(roots[0]).expanduser() if roots else Path.home()
        return plan | {"command": line, "folder": str(folder), "environment": opened()}, []
    rules = rules_for(context.here)
    calls = seccomp.program(_sockets(rules, sandbox))
    if sandbox.kind == "bubblewrap":
        filter_file = stack.enter_context(_holding(calls))
        before = bubblewrap.arguments(sandbox.program, rules, filter_file.fileno())
        inside = closed(bubblewrap.HOME, bubblewrap.OWN)
        return plan | {"command": [*before, *line], "folder": "/", "environment": inside}, [
            filter_file
        ]
    private = stack.enter_context(_private_folder())
    bounds = {
        "grants": landlock.grants(rules, private),
        "filter": calls.hex(),
        "network": rules.network,
    }
    return plan | {
        "command": line,
        "folder": rules.workplace or private,
        "environment": closed(private, private),
        "landlock": bounds,
    }, []


def _sockets(rules: Rules, sandbox: Sandbox) -> seccomp.Sockets:
    """Bubblewrap without a network has one of its own, with nobody else in it."""
    return "network" if rules.network or sandbox.kind == "bubblewrap" else "none"


@contextmanager
def _holding(content: bytes) -> Iterator[IO[bytes]]:
    """A file without a name, to be read from its beginning by a process that inherits it."""
    with tempfile.TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        yield file


@contextmanager
def _private_folder() -> Iterator[str]:
    folder = os.path.realpath(tempfile.mkdtemp(prefix="assistant-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Let the launcher end everything; then whatever is left of its group."""
    if process.poll() is None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()
