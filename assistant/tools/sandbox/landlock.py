"""A sandbox made by the kernel's Landlock, where bubblewrap is not there or may not run.

The files that are not granted stay where they are but cannot be opened, changed or removed; their
names, sizes and modes are no secret to it, and a change of mode is not refused. Asked of the
kernel: the third version of Landlock (Linux 6.2), since before it anything could be cut to nothing.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

from assistant.tools.sandbox.kernel import DEVICE, LIST, READ, WRITE, Grant
from assistant.tools.sandbox.rules import Rules, covered

LEAST_VERSION = 3
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def grants(rules: Rules, private: str) -> list[Grant]:
    """What the rules come to, file tree by file tree. ``private`` is the command's own folder."""
    found = [*((path, DEVICE) for path in DEVICES), ("/proc", READ), (private, WRITE)]
    for path in (*rules.system, *rules.read):
        rights = WRITE if covered(path, rules.write) else READ
        found += _around(path, rights, rules.hidden)
    return found


def _around(path: str, rights: int, hidden: Collection[str]) -> Iterator[Grant]:
    """The largest trees that hold nothing hidden. A folder above something hidden can be listed
    and no more: its rights would reach down to that as well."""
    real = os.path.realpath(path)
    inside = [one for one in hidden if covered(one, [real])]
    if covered(real, hidden):
        return
    if not inside:
        yield real, rights
        return
    yield real, LIST
    with os.scandir(real) as entries:
        for entry in entries:
            if not entry.is_symlink():
                yield from _around(entry.path, rights, inside)
