"""Addresses of servers: what is one, which is this very machine, and how one is shown."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

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


_LOOPBACK = re.compile(r"localhost\.?|127(?:\.\d{1,3}){1,3}|::1", re.IGNORECASE)


def is_loopback(url: str) -> bool:
    """Whether the address is this very machine. A name that only begins like one is not."""
    try:
        return _LOOPBACK.fullmatch(urlsplit(url).hostname or "") is not None
    except ValueError:  # brackets that hold no address
        return False
