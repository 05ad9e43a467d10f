"""Addresses of servers: what is one, which is this very machine, and how one is shown."""

from __future__ import annotations

import ipaddress
import re
import socket
import unicodedata
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from assistant.characters import one_line
from assistant.errors import ConfigurationError

LONGEST_QUOTE = 200
_LONGEST_BODY = 20_000


class Place(NamedTuple):
    """Who was asked: what a message needs to be clear, and the key that it must not show."""

    url: str
    model: str
    key: str = ""

    @property
    def shown(self) -> str:
        """The address without user, password or query."""
        parts = urlsplit(self.url)
        host = parts.hostname or self.url
        host = f"[{host}]" if ":" in host and parts.hostname else host
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{host}{port}{parts.path}".rstrip("/")

    def quote(self, text: str) -> str:
        """A server's words on one short line, without the key."""
        line = one_line(text[:_LONGEST_BODY])
        if self.key:
            line = line.replace(self.key, "…")
        line = re.sub(r"\b(sk|key)-[\w*.-]{6,}", "…", line)
        return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"


def checked_address(url: str) -> str:
    """The address of an endpoint, without what ends it. Raises ConfigurationError for what is
    none."""
    try:
        parts = urlsplit(url)
        fine = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:  # a port past 65535, half a bracket
        fine = False
    if not fine or parts.scheme not in ("http", "https") or not re.fullmatch(r"[!-~]+", url):
        raise ConfigurationError(
            f"'{one_line(url)[:LONGEST_QUOTE]}' is no address of a server",
            "Write it like http://127.0.0.1:8080/v1, with a port up to 65535.",
        )
    return url.rstrip("/")


_NAMES = re.compile(
    r"(?:[^.]+\.)*localhost|localhost\.localdomain|localhost[46]|ip6-(?:localhost|loopback)",
    re.IGNORECASE,
)
"""What names this machine without a look into any table or at any other machine (RFC 6761)."""


def is_this_machine(url: str) -> bool:
    """Whether the address is this very machine, in any spelling that systems take: decimal, octal,
    hexadecimal, shortened, IPv4 as IPv6 writes it, or none in particular, which is reached here. A
    name that only begins like one is not."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:  # brackets that hold no address
        return False
    # As clients write it before they connect: %31 is 1, and so is a wide 1.
    host = unicodedata.normalize("NFKC", unquote(host)).replace("\u3002", ".").rstrip(".")
    address = _spelled(host)
    if address is None:
        return _NAMES.fullmatch(host) is not None
    return address.is_loopback or address.is_unspecified


def is_everywhere(host: str) -> bool:
    """Whether a server at this address hears every network that the machine is in."""
    address = _spelled(host)
    return address is not None and address.is_unspecified


def same_server(url: SplitResult, other: SplitResult) -> bool:
    """Whether two addresses are of one host and port, or of one host's usual ports for http and
    https."""
    usual = {"http": 80, "https": 443}
    here, there = (a.port or usual.get(a.scheme) for a in (url, other))
    same = here == there and url.scheme == other.scheme
    both_usual = here == usual.get(url.scheme) and there == usual.get(other.scheme)
    return url.hostname == other.hostname and (same or both_usual)


def _spelled(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a host spells; None for a name."""
    with suppress(ValueError):
        address = ipaddress.ip_address(host.partition("%")[0])
        return getattr(address, "ipv4_mapped", None) or address
    with suppress(OSError, UnicodeError):
        return ipaddress.IPv4Address(socket.inet_aton(host))
    return None
