"""What a command may read, change and reach; and what it never sees, whatever the rest says."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from assistant.limits import SHELL_HIDDEN, SHELL_LOOKED_AT
from assistant.tools.base import Surroundings, failed
from assistant.tools.roots import is_secret

SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
    "/etc", "/opt", "/nix/store", "/gnu/store", "/run/current-system",
)  # fmt: skip
"""Where programs, libraries and their settings lie; the rest of the machine is not there."""
MOST_LOOKED_AT = SHELL_LOOKED_AT.value
"""Entries of the allowed folders in which names that hold keys are looked for."""
MOST_HIDDEN = SHELL_HIDDEN.value


@dataclass(frozen=True, slots=True)
class Rules:
    """``read`` and ``write`` are real folders, ``write`` a part of what can be read. ``hidden`` are
    real paths inside the folders or the system that must not be seen."""

    system: tuple[str, ...]
    read: tuple[str, ...]
    write: tuple[str, ...]
    hidden: tuple[str, ...]
    network: bool

    @property
    def workplace(self) -> str:
        """Where a command begins: the first folder that it may see, or ""."""
        return next((f for f in self.read if not covered(f, self.hidden)), "")


def rules_for(here: Surroundings) -> Rules:
    """As the configuration says. Raises ToolFailure when there is too much to hide."""
    shell = here.config.shell
    write = tuple(folders(shell.write))
    read = tuple(dict.fromkeys((*folders(here.config.roots), *write)))
    system = system_here()
    seen = (*read, *system, *map(os.path.realpath, system))
    own = [os.path.realpath(path) for path in here.private]
    hidden = {path for path in own if covered(path, seen)}
    hidden |= set(not_for_others("/etc"))
    hidden |= set(secrets_in(read))
    if len(hidden) > MOST_HIDDEN:
        raise failed(
            f"more than {MOST_HIDDEN} files that may hold keys lie in the allowed folders, too many"
            " to hide them from a command: name smaller folders in tools.roots"
        )
    return Rules(system, read, write, tuple(sorted(hidden)), shell.network)


def system_here() -> tuple[str, ...]:
    """By the names under which programs look for them, links or not."""
    return tuple(path for path in SYSTEM if Path(path).exists())


def folders(names: Iterable[str]) -> Iterator[str]:
    """Those that exist, as they really are."""
    for name in names:
        real = Path(os.path.realpath(Path(name).expanduser()))
        if real.is_dir():
            yield str(real)


def covered(path: str, by: Collection[str]) -> bool:
    """Whether a path is one of those, or lies in one."""
    return any(path == one or path.startswith(one.rstrip("/") + "/") for one in by)


def secrets_in(roots: Iterable[str]) -> list[str]:
    """What holds keys by its name, level by level down to ``MOST_LOOKED_AT`` entries."""
    found: list[str] = []
    waiting, left = deque(roots), MOST_LOOKED_AT
    while waiting and left > 0:
        try:
            with os.scandir(waiting.popleft()) as entries:
                for entry in entries:
                    left -= 1
                    if entry.is_symlink():
                        continue
                    if is_secret(entry.name):
                        found.append(entry.path)
                    elif entry.is_dir(follow_symlinks=False) and entry.path not in _KERNEL:
                        waiting.append(entry.path)
        except OSError:  # not ours to read: not the command's either
            continue
    return found


_KERNEL = {"/proc", "/sys", "/dev", *SYSTEM}


@cache
def not_for_others(folder: str) -> tuple[str, ...]:
    """What only some accounts may read: host keys, hashes of passwords. A command started by root
    could otherwise read them."""
    found = []
    for here, inner, names in os.walk(folder):
        for name in [*inner, *names]:
            path = f"{here}/{name}"
            mode = os.lstat(path).st_mode
            if not stat.S_ISLNK(mode) and not mode & stat.S_IROTH and os.access(path, os.R_OK):
                found.append(path)
        inner[:] = [name for name in inner if f"{here}/{name}" not in found]
    return tuple(found)
