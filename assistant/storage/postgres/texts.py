"""Texts as PostgreSQL can hold them: it has no character 0.

That becomes two characters 1, and a character 1 becomes 1 and 2: so texts keep their order by code
point, and what has neither, which is nearly all, stays as it is.
"""

from __future__ import annotations

import re

from psycopg import Connection
from psycopg.abc import Buffer
from psycopg.types.string import StrDumperUnknown, TextLoader

_ESCAPE = re.compile("\1[\1\2]")


def escaped(text: str) -> str:
    if "\0" in text or "\1" in text:
        return text.replace("\1", "\1\2").replace("\0", "\1\1")
    return text


def unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: "\0\1"[found[0] == "\1\2"], text) if "\1" in text else text


class _Dumper(StrDumperUnknown):
    def dump(self, obj: str) -> Buffer | None:
        return super().dump(escaped(obj))


class _Loader(TextLoader):
    def load(self, data: Buffer) -> str:
        return unescaped(bytes(data).decode())


def hold_any_text(connection: Connection) -> None:
    """Have this connection read and write texts so."""
    connection.adapters.register_dumper(str, _Dumper)
    connection.adapters.register_loader("text", _Loader)
