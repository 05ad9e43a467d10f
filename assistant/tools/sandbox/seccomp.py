"""A filter of system calls, for what files' rules do not reach: sockets and the kernel's keys.

Without a network no socket can be made. With one, no socket to a program of this machine by a path
(docker, a key agent, the desktop): that would be a way out. Written for the two architectures that
most machines have; elsewhere there is no filter.
"""

from __future__ import annotations

import errno
import platform
import struct
from typing import Literal

Sockets = Literal["none", "no_local", "all"]

# machine -> (audit name of the architecture, numbers of the system calls)
_MACHINES: dict[str, tuple[int, dict[str, int]]] = {
    "x86_64": (0xC000003E, {"socket": 41, "add_key": 248, "request_key": 249, "keyctl": 250}),
    "aarch64": (0xC00000B7, {"socket": 198, "add_key": 217, "request_key": 218, "keyctl": 219}),
}
_IO_URING_SETUP = 425  # makes sockets past any filter
_X32 = 0x4000_0000
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _KILL = 0x7FFF_0000, 0x8000_0000
_REFUSE = 0x0005_0000 | errno.EPERM
_AF_UNIX = 1


def supported() -> bool:
    return platform.machine() in _MACHINES


def program(sockets: Sockets) -> bytes:
    """The filter as the kernel takes it: refused calls fail with "Operation not permitted"."""
    architecture, numbers = _MACHINES[platform.machine()]
    socket = numbers["socket"]
    denied = [number for name, number in numbers.items() if name != "socket"] + [_IO_URING_SETUP]
    if sockets == "none":
        denied.append(socket)
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _REFUSE),
    ]
    for number in denied:
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
    if sockets == "no_local":
        steps += [
            (_EQUAL, 0, 3, socket),
            (_LOAD, 0, 0, _FIRST_ARGUMENT),
            (_EQUAL, 0, 1, _AF_UNIX),
            (_RETURN, 0, 0, _REFUSE),
        ]
    steps.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("HBBI", *step) for step in steps)
