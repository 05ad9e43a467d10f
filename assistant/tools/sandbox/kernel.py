"""What the kernel is asked for: Landlock, and a filter of system calls. Imports nothing of ours.

It runs in the launcher, a process of its own, since it binds whoever calls it for good.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterable

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_ONLY = 1
_PATH_BENEATH = 1
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_DROP_FROM_BOUND, _MOST_CAPABILITIES, _CAPABILITIES_VERSION = 24, 64, 0x20080522

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
_MAKE_DEVICES = 1 << 6 | 1 << 11  # character and block devices: granted nowhere
TRUNCATE, IOCTL_DEVICE = 1 << 14, 1 << 15
_FILES_ONLY = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE
_LATER = {IOCTL_DEVICE: 5}  # right -> the version that brought it
_CONNECT_AND_BIND, _NETWORK_FROM = 3, 4
_NO_SIGNALS_NOR_ABSTRACT_SOCKETS, _SCOPES_FROM = 3, 6

READ = EXECUTE | READ_FILE | READ_DIR
WRITE = (1 << 15) - 1 & ~_MAKE_DEVICES
LIST = READ_DIR
DEVICE = READ_FILE | WRITE_FILE | IOCTL_DEVICE

Grant = tuple[str, int]


def version() -> int:
    """Of the kernel's Landlock; 0 where there is none or it is switched off."""
    if sys.platform != "linux":
        return 0
    return max(0, int(_library().syscall(_CREATE, None, 0, _VERSION_ONLY)))


def restrict(granted: Iterable[Grant], filter_program: bytes, *, network: bool) -> None:
    """Bind this process, and all that it starts, for good. Raises OSError when that fails."""
    known = version()
    handled = WRITE | _MAKE_DEVICES | (IOCTL_DEVICE if known >= _LATER[IOCTL_DEVICE] else 0)
    connections = 0 if network else _CONNECT_AND_BIND
    fields = [handled, *([connections] if known >= _NETWORK_FROM else [])]
    fields += [_NO_SIGNALS_NOR_ABSTRACT_SOCKETS] if known >= _SCOPES_FROM else []
    attributes = struct.pack(f"{len(fields)}Q", *fields)
    ruleset = _call("syscall", _CREATE, attributes, len(attributes), 0)
    for path, rights in granted:
        _grant(ruleset, path, rights & handled)
    _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _call("syscall", _RESTRICT, ruleset, 0)
    os.close(ruleset)
    _drop_capabilities()
    filter_calls(filter_program)


def filter_calls(filter_program: bytes) -> None:
    """Refuse what the filter refuses. The process must have renounced new privileges."""
    steps = ctypes.create_string_buffer(filter_program, len(filter_program))
    packed = struct.pack("HL", len(filter_program) // 8, ctypes.addressof(steps))
    _call("prctl", _SECCOMP, _FILTER, packed, 0, 0)


def _drop_capabilities() -> None:
    """What only root has: with it, the memory of other processes could be read. Who has none needs
    to drop none."""
    library = _library()
    for capability in range(_MOST_CAPABILITIES):
        library.prctl(_DROP_FROM_BOUND, capability, 0, 0, 0)
    none = struct.pack("6I", *[0] * 6)
    if library.capset(struct.pack("Ii", _CAPABILITIES_VERSION, 0), none):
        raise OSError(ctypes.get_errno(), "the capabilities could not be dropped")


def _grant(ruleset: int, path: str, rights: int) -> None:
    """What vanished meanwhile needs no right."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= _FILES_ONLY
        if rights:
            _call("syscall", _ADD, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    finally:
        os.close(place)


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(function: str, *values: int | bytes) -> int:
    """Numbers as the kernel's longs. Raises OSError."""
    wide = [ctypes.c_long(v) if isinstance(v, int) else v for v in values]
    result = int(getattr(_library(), function)(*wide))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
