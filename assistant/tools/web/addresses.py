"""Which addresses may be reached: those of the public internet, however they are written."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

from assistant.tools.base import ToolFailure, failed

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]
"""(host, port) -> the addresses of a name."""

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""What stands for an IPv4 address behind a translator (NAT64): its last 32 bits."""
_UNICAST = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is handed out for the internet. The rest is local, or not yet anything."""
_DOCUMENTATION = ipaddress.ip_network("3fff::/20")
"""Of RFC 9637, which a Python of before 2025 takes for public."""
_ISATAP = (0x00005EFE, 0x02005EFE)
"""The third quarter of an address whose last 32 bits are an IPv4 address inside a site."""
_PROVIDERS = ipaddress.ip_network("168.63.129.16/32")
"""Azure's machine agent: the one such service with an address that looks public. All others
(169.254.169.254, 100.100.100.200, 192.0.0.192, fd00:ec2::254) are of ranges that are not."""
_LOCAL_IPV4 = ipaddress.ip_network("192.0.0.0/24")
"""Of protocols, a cloud's metadata service among them; Python calls part of it public."""
_LOCAL_NAMES = ("localhost", "local", "internal", "home.arpa")
"""Domains that are never of the internet (RFC 6761, 6762, 8375; ICANN's .internal)."""


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
    return all(map(_is_public, _all(parsed)))


def _is_public(address: Address) -> bool:
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return address not in _PROVIDERS and address not in _LOCAL_IPV4
    handed_out = address in _UNICAST and address not in _DOCUMENTATION
    return handed_out or address in _TRANSLATED


def is_local_name(host: str) -> bool:
    """Whether a name is one of this machine or its network: of no domain, or of a local one."""
    name = host.rstrip(".").lower()
    return "." not in name or name.endswith(tuple(f".{domain}" for domain in _LOCAL_NAMES))


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
    if written is None and is_local_name(host):
        raise _not_public(host)
    found = [written] if written else list(resolver(host, port))
    refused = [address for address in found if not allowed(address)]
    if refused or not found:
        raise _not_public(host)
    return found[0]


def _not_public(host: str) -> ToolFailure:
    return failed(
        f"'{host[:120]}' is not a public address: pages of this machine and its network "
        "are never fetched"
    )


def _all(address: Address) -> list[Address]:
    """The address, and the IPv4 addresses that it carries."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]  # this form itself counts as reserved
    last = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address in _TRANSLATED:
        return [last]  # and so does this
    carried = [*filter(None, (address.sixtofour, *(address.teredo or ())))]
    if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        carried.append(last)
    return [address, *carried]
