"""Which sandbox this machine has: bubblewrap, else Landlock, else none and why."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from functools import cache
from typing import Literal, NamedTuple

from assistant.config.sections import ShellConfig
from assistant.tools.sandbox import bubblewrap, kernel, landlock, seccomp
from assistant.tools.sandbox.rules import Rules, system_here

Kind = Literal["bubblewrap", "landlock", "none"]
_PATIENCE = 5.0


class Sandbox(NamedTuple):
    """What there is. ``why_none`` says why there is none; ``program`` is bubblewrap's."""

    kind: Kind
    why_none: str = ""
    program: str = ""


@cache
def available() -> Sandbox:
    """Looked for once in a process, and tried: user namespaces may be forbidden."""
    if sys.platform != "linux":
        return Sandbox("none", f"there is none for {sys.platform}")
    if not seccomp.supported():
        return Sandbox("none", "there is none for this processor")
    program = shutil.which(bubblewrap.PROGRAM)
    why = _why_not(program) if program else "bubblewrap is not installed"
    if program and not why:
        return Sandbox("bubblewrap", program=program)
    version = kernel.version()
    if version >= landlock.LEAST_VERSION:
        return Sandbox("landlock")
    lacking = f"version {version} is too old" if version else "has none"
    return Sandbox("none", f"{why}, and the kernel's Landlock {lacking}")


def chosen(config: ShellConfig) -> Sandbox:
    """What the configuration makes of it."""
    if config.sandbox == "off":
        return Sandbox("none", "it is switched off (tools.shell.sandbox)")
    return available()


def _why_not(program: str) -> str:
    """Try it on a command that does nothing; "" when it works."""
    rules = Rules(system_here(), (), (), (), network=False)
    with tempfile.TemporaryFile() as calls:
        calls.write(seccomp.program("network"))
        calls.seek(0)
        try:
            tried = subprocess.run(  # noqa: S603
                [*bubblewrap.arguments(program, rules, calls.fileno()), "/bin/sh", "-c", ":"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_PATIENCE,
                pass_fds=(calls.fileno(),),
                check=False,
            )
        except (OSError, subprocess.SubprocessError) as error:
            return f"bubblewrap does not run ({type(error).__name__})"
    if tried.returncode == 0:
        return ""
    said = tried.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"bubblewrap does not run here ({said[-1] if said else tried.returncode})"
