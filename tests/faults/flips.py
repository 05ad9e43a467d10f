"""One bit of a database altered at a time: what is told, what is found, what is as it was."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from assistant.errors import AssistantError, Damaged
from assistant.storage.base import Stores
from tests.contract.samples import NOW


def everything(stores: Stores) -> list[object]:
    """All that a home gives to read, through each of its doors."""
    facts = stores.facts.all(retired=True)
    names = [c.id for c in stores.conversations.all()]
    ids, matrix, _ = stores.facts.vectors("e")
    return [
        stores.conversations.all(),
        [stores.conversations.turns(name) for name in names],
        facts,
        stores.facts.search(["hecho", "corre"], 50),
        (ids, matrix.tolist()),
        [stores.segments.all(name) for name in names],
        stores.segments.search(["tema"], 50),
        stores.keyvalue.items("n", now=NOW),
        stores.counters.value("t", NOW),
        stores.journal.metrics(),
    ]


def flips(sound: bytes, count: int, *, seed: int = 4) -> Iterator[bytes]:
    """Copies with one altered bit, where there is something to alter."""
    rng = random.Random(seed)
    used = [i for i, byte in enumerate(sound) if byte]
    for _ in range(count):
        content = bytearray(sound)
        content[rng.choice(used)] ^= 1 << rng.randrange(8)
        yield bytes(content)


def flip_often(open_home: Callable[[], Stores], path: Path, times: int) -> Counter[str]:
    """Alter one bit of the database in ``path``, ``times`` times over, and read everything.

    Counts what was "told" (a failure by its name), "found" (by ``check``) and "as it was"; raises
    AssertionError at other data than was written of which nobody says a word.
    """
    stores = open_home()
    meant = everything(stores)
    stores.close()
    outcomes = Counter[str]()
    for content in flips(path.read_bytes(), times):
        path.write_bytes(content)
        outcomes[_outcome(open_home, meant)] += 1
        for leftover in path.parent.glob("*-wal"):
            leftover.unlink(missing_ok=True)  # a connection that is collected takes its own away
    return outcomes


def _outcome(open_home: Callable[[], Stores], meant: list[object]) -> str:
    try:
        stores = open_home()
        try:
            read, found = everything(stores), stores.check()
        finally:
            with suppress(Damaged):
                stores.close()
    except AssistantError:
        return "told"
    assert found or read == meant, "altered, and nobody noticed"
    return "found" if found else "as it was"
