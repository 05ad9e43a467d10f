"""A filter of system calls, for what files' rules do not reach: sockets and the kernel's keys.

No socket reaches a program of this machine by a path (docker, a key agent, the desktop), nor the
machine that holds this one: those are ways out that no network of one's own closes. Written for the
two architectures that most machines have; elsewhere there is no filter.
"""

from __future__ import annotations

import errno
import platform
import struct
from typing import Literal

Sockets = Literal["none", "network"]
"""None at all, or those of the network: whichever the process has, its own without anybody too."""


def _keys(first: int) -> dict[str, int]:
    return {"add_key": first, "request_key": first + 1, "keyctl": first + 2}


# machine -> (audit name of the architecture, numbers of the system calls)
_MACHINES: dict[str, tuple[int, dict[str, int]]] = {
    "x86_64": (0xC000003E, {"socket": 41, "socketpair": 53} | _keys(248)),
    "aarch64": (0xC00000B7, {"socket": 198, "socketpair": 199} | _keys(217)),
}
_IO_URING_SETUP = 425  # makes sockets past any filter
_X32 = 0x4000_0000
_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24
_ALLOW, _KILL = 0x7FFF_0000, 0x8000_0000
_REFUSE = 0x0005_0000 | errno.EPERM
_NETWORK = (2, 10, 16)
"""The families AF_INET, AF_INET6 and AF_NETLINK: each belongs to one network. Others do not, as
AF_UNIX and AF_VSOCK."""
_PAIRS = (1, 5)
"""The types SOCK_STREAM and SOCK_SEQPACKET, whose pairs stay with each other; one of SOCK_DGRAM can
be sent to any path."""
_TYPE = 0xF  # the rest are flags
_Step = tuple[int, int, int, int]


def supported() -> bool:
    return platform.machine() in _MACHINES


def program(sockets: Sockets) -> bytes:
    """The filter as the kernel takes it: refused calls fail with "Operation not permitted"."""
    architecture, numbers = _MACHINES[platform.machine()]
    socket, pair = numbers["socket"], numbers["socketpair"]
    denied = [number for number in numbers.values() if number not in (socket, pair)]
    steps: list[_Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _REFUSE),
    ]
    for number in (*denied, _IO_URING_SETUP):
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _REFUSE)]
    steps += _only(socket, _FIRST_ARGUMENT, _NETWORK if sockets == "network" else ())
    steps += _only(pair, _SECOND_ARGUMENT, _PAIRS)
    steps.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _only(call: int, argument: int, values: tuple[int, ...]) -> list[_Step]:
    """A call is let through with these values of an argument and no other."""
    steps: list[_Step] = [(_LOAD, 0, 0, argument)]
    if argument == _SECOND_ARGUMENT:
        steps.append((_AND, 0, 0, _TYPE))
    for value in values:
        steps += [(_EQUAL, 0, 1, value), (_RETURN, 0, 0, _ALLOW)]
    steps.append((_RETURN, 0, 0, _REFUSE))
    return [(_EQUAL, 0, len(steps), call), *steps]
