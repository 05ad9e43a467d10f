"""Which addresses may be reached: those of the public internet, however they are written."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

from assistant.tools.base import failed

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]
"""(host, port) -> the addresses of a name."""

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""What stands for an IPv4 address behind a translator: its last 32 bits."""


def resolve(host: str, port: int) -> Sequence[str]:
    """What the system's resolver says. Raises ToolFailure."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise failed(f"'{host[:120]}' cannot be found: {error}") from None
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: str) -> bool:
    """Whether an address is of the public internet: not private, loopback, link-local, shared,
    multicast or reserved, nor one that stands for such an address."""
    try:
        parsed: Address = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(a.is_global and not a.is_multicast and not a.is_reserved for a in _all(parsed))


def literal(host: str) -> str | None:
    """The address that a host spells, in any of the forms that resolvers take (decimal, octal, hex,
    short, IPv6); None for a name."""
    with suppress(ValueError):
        return str(ipaddress.ip_address(host.partition("%")[0]))
    with suppress(OSError, UnicodeError):
        return socket.inet_ntoa(socket.inet_aton(host))
    return None


def reachable(
    host: str, port: int, resolver: Resolve = resolve, allowed: Callable[[str], bool] = is_public
) -> str:
    """The address to connect to. Raises ToolFailure when any address of the host is not allowed.

    One bad address refuses the host: a name that mixes them is up to no good.
    """
    written = literal(host.rstrip("."))
    found = [written] if written else list(resolver(host, port))
    refused = [address for address in found if not allowed(address)]
    if refused or not found:
        raise failed(
            f"'{host[:120]}' is not a public address: pages of this machine and its network "
            "are never fetched"
        )
    return found[0]


def _all(address: Address) -> list[Address]:
    """The address, and the IPv4 address that it carries."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    carried = address.ipv4_mapped or address.sixtofour
    if carried is None and address.teredo is not None:
        carried = address.teredo[1]
    if carried is not None and address.ipv4_mapped is None:
        return [address, carried]
    if address in _TRANSLATED:
        carried = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return [address if carried is None else carried]  # these two forms count as reserved
