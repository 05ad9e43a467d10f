"""A sandbox made by bubblewrap: its own root folder, processes, network and /tmp."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from assistant.limits import SHELL_OWN
from assistant.tools.sandbox.rules import Rules, covered

OWN = "/tmp"  # noqa: S108 (the sandbox's own, empty and in memory)
HOME = f"{OWN}/home"
PROGRAM = "bwrap"


def arguments(program: str, rules: Rules, filter_descriptor: int) -> list[str]:
    """What stands before the command. Mounts come from the outermost to the innermost, so that
    none hides one that was made before it; what must not be seen is covered at the end."""
    ways = [
        "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
        *(["--share-net"] if rules.network else []),
        "--seccomp", str(filter_descriptor),
    ]  # fmt: skip
    mounts: list[tuple[str, list[str]]] = [
        *((path, ["--ro-bind", path, path]) for path in rules.system),
        ("/proc", ["--proc", "/proc"]),
        ("/dev", ["--dev", "/dev"]),
        (OWN, ["--size", str(SHELL_OWN.value), "--tmpfs", OWN, "--dir", HOME]),
        *((path, _shown(path, rules)) for path in rules.read),
        *((path, ["--ro-bind-try", path, path]) for path in _resolver(rules)),
    ]
    for _, way in sorted(mounts, key=lambda mount: len([p for p in mount[0].split("/") if p])):
        ways += way
    for path in rules.hidden:
        ways += ["--tmpfs", path, "--remount-ro", path] if Path(path).is_dir() else _emptied(path)
    return [program, *ways, "--chdir", rules.workplace or OWN, "--"]


def _shown(path: str, rules: Rules) -> list[str]:
    return ["--bind" if covered(path, rules.write) else "--ro-bind", path, path]


def _emptied(path: str) -> list[str]:
    """A device cannot be opened through such a mount: the answer is "Permission denied"."""
    return ["--ro-bind", "/dev/null", path]


def _resolver(rules: Rules) -> Sequence[str]:
    """Names are looked up as the system does, whose settings may lie in /run."""
    real = os.path.realpath("/etc/resolv.conf")
    return [real] if rules.network and not covered(real, rules.system) else []
