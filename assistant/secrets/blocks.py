"""Private keys written as blocks of lines: every line of them, closed or not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.secrets.base import Secret

_MARK = re.compile(
    r"-{2,6} ?(BEGIN|END) ([A-Z0-9 ]{0,40}?)(PRIVATE KEY|SECRET KEY)(?: BLOCK)?[A-Z0-9 ]{0,20} ?-{2,6}"
)
_LINE = re.compile(
    r"(?:\\n|\\r|[\s>|#*\"'+,])*([A-Za-z][\w-]{0,40}: [^\n\\]{0,200}|[A-Za-z0-9+/=._,-]{8,})(?=\\n|\\r|[\s\"'`,;)]|$)"
)
_PUTTY = re.compile(r"Private-Lines: (\d{1,4})\r?\n")
HINTS = ("PRIVATE KEY", "SECRET KEY", "Private-Lines")


def find_blocks(text: str) -> Iterator[Secret]:
    """From the line that begins a private key to the one that ends it; where that is missing, as
    far as its lines go on."""
    if not any(hint in text for hint in HINTS):
        return
    begun: int | None = None
    body = 0
    for mark in _MARK.finditer(text):
        if begun is not None:
            end = mark.end() if mark[1] == "END" else _unended(text, body, mark.start())
            yield Secret((begun, end), "private_key")
            begun = None
        if mark[1] == "BEGIN":
            begun, body = mark.span()
    if begun is not None:
        yield Secret((begun, _unended(text, body, len(text))), "private_key")
    for match in _PUTTY.finditer(text):
        end = match.end()
        for _ in range(int(match[1])):
            after = text.find("\n", end)
            end = after + 1 if after >= 0 else len(text)
        yield Secret((match.end(), end), "private_key")


def _unended(text: str, at: int, most: int) -> int:
    """Where a key that nothing ends does end."""
    while at < most and (line := _LINE.match(text, at, most)):
        at = line.end()
    return at
