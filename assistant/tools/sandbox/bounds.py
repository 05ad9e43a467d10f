"""How much a command may use up, and which variables it sees: with a sandbox and without."""

from __future__ import annotations

import os
import re
from contextlib import suppress

from assistant.limits import SHELL_FILE, SHELL_OPEN
from assistant.tools.base import Context

_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|_AUTH", re.IGNORECASE)
_NEEDED = re.compile(r"PATH|TZ|USER|LOGNAME|COLUMNS|LINES")
_QUIET = {"NO_COLOR": "1", "TERM": "dumb", "PAGER": "cat", "GIT_TERMINAL_PROMPT": "0"}


def limits(context: Context) -> dict[str, int]:
    """By their names in ``resource``. Memory is that of each process; processes are counted for
    the whole account, so that what runs already is allowed for."""
    shell = context.here.config.shell
    return {
        "RLIMIT_DATA": shell.memory_mb * 1024 * 1024,
        "RLIMIT_NPROC": _running() + shell.processes,
        "RLIMIT_CPU": int(context.seconds) + 1,
        "RLIMIT_FSIZE": SHELL_FILE.value,
        "RLIMIT_NOFILE": SHELL_OPEN.value,
        "RLIMIT_CORE": 0,
    }


def _running() -> int:
    """Threads of this account; 0 where the system does not list them."""
    count = 0
    with suppress(OSError), os.scandir("/proc") as processes:
        for process in processes:
            if process.name.isdigit():
                with suppress(OSError):
                    if process.stat().st_uid == os.getuid():
                        count += len(os.listdir(f"{process.path}/task"))  # noqa: PTH208 (many)
    return count


def closed(home: str, temporary: str) -> dict[str, str]:
    """Inside a sandbox: what programs need to run, and a home that is empty. Messages are in
    English, as all that a model reads of tools."""
    kept = {name: value for name, value in os.environ.items() if _NEEDED.fullmatch(name)}
    own = {"HOME": home, "TMPDIR": temporary, "LC_ALL": "C.UTF-8"}
    return {"PATH": os.defpath, **kept, **own, **_QUIET}


def opened() -> dict[str, str]:
    """Without a sandbox: the person's own, without their keys."""
    kept = {name: value for name, value in os.environ.items() if not _SECRET.search(name)}
    return {**kept, **_QUIET}
