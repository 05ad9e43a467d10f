"""The person's word on servers of this machine that belong to another account.

One that is the person's own needs no word. Any other is asked about once: the yes or no holds for
that port, that owner and that server, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from assistant.llm.owners import Owners, mine, name_of, owners
from assistant.llm.probe import LocalServer
from assistant.storage.base import KeyValue

NAMESPACE = "accepted-servers"
Standing = Literal["own", "accepted", "refused", "unasked"]


class FoundServer(NamedTuple):
    """A server, who owns its port, and whether it may be sent anything."""

    server: LocalServer
    owners: Owners | None
    standing: Standing

    @property
    def usable(self) -> bool:
        return self.standing in ("own", "accepted")

    @property
    def owner(self) -> str:
        """The owner's name; empty where the system does not tell."""
        return name_of(self.owners)


def standing(servers: Sequence[LocalServer], kept: KeyValue, now: datetime) -> list[FoundServer]:
    """Each server as it stands this very moment: whoever listens now is who counts."""
    return [_found(server, kept, now) for server in servers]


def answer(found: FoundServer, kept: KeyValue, *, accepted: bool) -> None:
    """Remember a yes or a no."""
    kept.put(NAMESPACE, _key(found.server), {**_of(found.server, found.owners), "yes": accepted})


def copy(source: KeyValue, target: KeyValue, now: datetime) -> None:
    """For a look that must not write: the answers beside the rest."""
    for key, value in source.items(NAMESPACE, now=now):
        target.put(NAMESPACE, key, value)


def _found(server: LocalServer, kept: KeyValue, now: datetime) -> FoundServer:
    listening = owners(server.port)
    if listening is not None and listening == mine():
        return FoundServer(server, listening, "own")
    known = kept.get(NAMESPACE, _key(server), now=now)
    asked = _of(server, listening)
    if isinstance(known, dict) and {name: known.get(name) for name in asked} == asked:
        return FoundServer(server, listening, "accepted" if known.get("yes") is True else "refused")
    return FoundServer(server, listening, "unasked")


def _key(server: LocalServer) -> str:
    return str(server.port)


def _of(server: LocalServer, listening: Owners | None) -> dict[str, object]:
    uids = None if listening is None else sorted(listening)
    return {"server": server.label, "port": server.port, "owners": uids}
