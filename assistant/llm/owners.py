"""Whose a port of this machine is, as far as the system tells everybody.

On loopback there is no certificate and no name: any account may listen where a well-known server
is expected, and would be sent every prompt. Linux tells who listens; elsewhere nobody does cheaply.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

Owners = frozenset[int]
"""The accounts (user ids) of all that listen where a connection to 127.0.0.1 may arrive."""

_TABLES = (Path("/proc/self/net/tcp"), Path("/proc/self/net/tcp6"))
_LISTENING = "0A"
_MAPPED = b"\0" * 10 + b"\xff\xff"
_FOUR = [socket.inet_aton(address) for address in ("127.0.0.1", "0.0.0.0")]  # noqa: S104 (looked for)
_ADDRESSES = (*_FOUR, *(_MAPPED + four for four in _FOUR), b"\0" * 16)
"""Where a server has to listen to be reached at 127.0.0.1: there, everywhere, or the same as IPv6
writes it."""


def owners(port: int, tables: tuple[Path, ...] = _TABLES) -> Owners | None:
    """Who listens on a port; None where the system does not tell, or sees nobody there (a port
    that is forwarded to another machine or container)."""
    found: set[int] = set()
    for table in tables:
        try:
            lines = table.read_text("ascii").splitlines()[1:]
        except (OSError, UnicodeDecodeError):
            continue
        found.update(_listeners(lines, port))
    return frozenset(found) or None


def mine() -> Owners | None:
    """This very account, as ``owners`` would name it."""
    return frozenset({os.getuid()}) if hasattr(os, "getuid") else None


def name_of(found: Owners | None) -> str:
    """The accounts as people call them; empty where nobody is known."""
    return ", ".join(map(_account, sorted(found or ())))


def _listeners(lines: list[str], port: int) -> Iterator[int]:
    end = f":{port:04X}"
    for line in lines:
        fields = line.split(None, 8)
        if len(fields) < 8 or fields[3] != _LISTENING or not fields[1].endswith(end):
            continue
        if _address(fields[1].partition(":")[0]) in _ADDRESSES and fields[7].isdigit():
            yield int(fields[7])


def _address(written: str) -> bytes:
    """The kernel writes each 32 bits as a number of this machine's byte order."""
    try:
        words = [int(written[at : at + 8], 16) for at in range(0, len(written), 8)]
    except ValueError:
        return b""
    return b"".join(word.to_bytes(4, sys.byteorder) for word in words)


def _account(uid: int) -> str:
    try:
        import pwd

        return pwd.getpwuid(uid).pw_name
    except (ImportError, KeyError, OverflowError):
        return f"uid {uid}"
