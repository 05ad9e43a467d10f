"""Homes with a few facts where hostile things happen, and what must be there afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.hostile.base import Scene, hold
from tests.hostile.program import Program
from tests.hostile.words import identifier, language, statement
from tests.servers.scripted import Reply, ScriptedServer

COMMANDS = (("facts",), ("facts", "list"), ("facts", "list", "--json"), ("stats",), ("prompt", "--json", "hi"),
            ("sessions", "list"), ("ask", "-c", "hello"), ("config", "show"), ("config", "check"), ("doctor",),
            ("facts", "export"), ("tools", "list"), ("facts", "add", "my lamp is green"))  # fmt: skip
WHEN = ("9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00",
        "1970-01-01T00:00:00+00:00", "2038-01-19T03:14:08+00:00", "1969-12-31T23:59:59+00:00", "8999-12-31T00:00:00+00:00",
        "2026-02-30T00:00:00+00:00", "2026-01-01", "26", "", "+99999-01-01T00:00:00Z", "2026-01-01T00:00:00+99:00", "NaN", "1e400")  # fmt: skip
ODD: tuple[Any, ...] = (
    None, 0, -1, 10**30, 1.5, True, "", " ", [], {}, ["work"], {"a": 1}, "x" * 5000, "a\ud800b", "\udfff", "\x00", "uno\u2028dos\u2029",
    "\x1b]0;x\x07", "\u202eabc", "../../etc/passwd", "'; DROP TABLE facts; --", "%s%n", "é" * 400, "NaN", "9" * 400, *WHEN[:8],
)  # fmt: skip


class Place:
    """A home with a few facts and a server that answers; ``untouched`` says that they are there."""

    def __init__(self, scene: Scene, server: ScriptedServer) -> None:
        self.rng = scene.rng
        self.program: Program = scene.home()
        self.program.use(server)
        spoken = language(scene.rng)
        made = (statement(scene.rng, spoken, identifier(scene.rng)).text for _ in range(3))
        self.program.remember(*made)
        self.told = self.program.texts()

    def untouched(self) -> None:
        live = self.program.texts()
        hold(set(self.told) <= set(live), "nothing is lost", set(self.told) - set(live))

    def command(self) -> tuple[str, ...]:
        return self.rng.choice(COMMANDS)


def among(attack: Callable[[Place], object]) -> Callable[[Scene], None]:
    """One attack on such a home; what it gives is the hostile thing, told when something breaks."""

    def attempt(scene: Scene) -> None:
        replies = [
            Reply(scene.rng.choice(("ok", "a" * 40, '{"a": 1}', "[" * 5000, '"' + "a" * 30 + '!"')))
        ]
        with ScriptedServer(*replies) as server:
            place = Place(scene, server)
            attack(place)
            place.untouched()

    return attempt


def fits(value: Any) -> bool:
    """Whether a database column and an argument can hold it."""
    if isinstance(value, str):
        return not any("\ud800" <= c <= "\udfff" for c in value)
    return not isinstance(value, int) or abs(value) < 2**63
