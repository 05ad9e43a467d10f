"""A third back end, to be thrown away: one JSON file, read and written whole.

It is no part of the program. It shows what a back end has to bring (a ``Location``, and the
Protocols of ``storage/base`` behind it), and that nothing above ``storage`` has to know of it. Its
rows are those of the volatile stores; its own are the file, the lock among processes, and the way
from one to the other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from assistant import locks, records
from assistant.errors import Damaged, TryAgainLater
from assistant.folders import make_private_folder
from assistant.storage.base import Document, FactUse, Stores, Surroundings
from assistant.storage.base.locations import Backup
from assistant.storage.events import Observer, StorageEvent, silent
from assistant.storage.keys import forgetting_key
from assistant.storage.volatile.shelf import WAIT_SECONDS, Shelf, Tables
from assistant.storage.volatile.small import VolatileErasures
from assistant.storage.volatile.stores import VolatileStores

RECORDS = {kind.__name__: kind for kind in (*vars(records).values(), Document, FactUse)
           if isinstance(kind, type) and is_dataclass(kind)}  # fmt: skip


def packed(value: Any) -> Any:
    """As JSON: what it has no word for is an object of one key, which says what it is."""
    match value:
        case datetime():
            return {"instant": value.isoformat()}
        case tuple():
            return {"tuple": [packed(part) for part in value]}
        case list():
            return [packed(part) for part in value]
        case Mapping():
            return {"pairs": [[packed(key), packed(part)] for key, part in value.items()]}
        case np.ndarray():
            return {"vector": value.tolist()}
        case _ if is_dataclass(value):
            parts = [packed(getattr(value, part.name)) for part in fields(value)]
            return {"record": [type(value).__name__, parts]}
    return value


def unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [unpacked(part) for part in value]
    if not isinstance(value, dict):
        return value
    ((kind, held),) = value.items()
    match kind:
        case "instant":
            return datetime.fromisoformat(held)
        case "tuple":
            return tuple(unpacked(part) for part in held)
        case "pairs":
            return {unpacked(key): unpacked(part) for key, part in held}
        case "vector":
            return np.array(held, np.float32)
        case "record":
            return RECORDS[held[0]](*map(unpacked, held[1]))
    raise ValueError(kind)


class JsonShelf(Shelf):
    """Tables that are read from the file when it has changed, and written at the end of each
    transaction."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._seen: tuple[int, int] | None = None
        self._depth = 0
        self._after: list[Callable[[], None]] = []
        self._read()

    @contextmanager
    def reading(self) -> Iterator[Tables]:
        with super().reading():
            if not self._depth:
                self._read()
            yield self.tables

    @contextmanager
    def transaction(self) -> Iterator[Tables]:
        with self.reading(), self._alone():
            with super().transaction() as tables:
                yield tables
            if self._depth > 1:
                return
            self._write()
            actions, self._after = self._after, []
        for action in actions:
            action()

    def after_commit(self, action: Callable[[], None]) -> None:
        with super().reading():
            if self._depth:
                self._after.append(action)
                return
        action()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Among processes; a nested transaction is alone already."""
        self._depth += 1
        lock = os.open(f"{self._file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if self._depth == 1:
                if not locks.take(lock, shared=False, seconds=WAIT_SECONDS):
                    raise TryAgainLater(f"{self._file} is being written", "Try again in a moment.")
                self._read()
                self._after = []  # of one that failed
            yield
        finally:
            os.close(lock)
            self._depth -= 1

    def _read(self) -> None:
        try:
            now = self._file.stat()
        except FileNotFoundError:
            return
        if (now.st_ino, now.st_mtime_ns) != self._seen:
            try:
                held = json.loads(self._file.read_text("utf-8"))
                self.tables = Tables(**{name: unpacked(table) for name, table in held.items()})
            except (ValueError, TypeError, KeyError) as error:
                raise Damaged(f"{self._file} is damaged ({error})", "Move it away.") from error
            self._seen = (now.st_ino, now.st_mtime_ns)

    def _write(self) -> None:
        tables = {part.name: packed(getattr(self.tables, part.name)) for part in fields(Tables)}
        beside = self._file.with_name(f"{self._file.name}.tmp")
        beside.touch(0o600)
        beside.write_text(json.dumps(tables), "utf-8")
        beside.replace(self._file)
        now = self._file.stat()
        self._seen = (now.st_ino, now.st_mtime_ns)


class JsonErasures(VolatileErasures):
    """Its file holds nothing that was erased; the files beside it may. Whoever opens it looks
    there for all that ever was."""

    done = 0

    def pending(self) -> bool:
        with self._shelf.reading() as tables:
            return len(tables.owed) > self.done


class JsonStores(VolatileStores):
    """See ``Stores`` in ``storage/base``."""

    erasures: JsonErasures

    def __init__(
        self,
        file: Path,
        clock: Callable[[], datetime],
        observer: Observer,
        surroundings: Callable[[], Surroundings] | None,
    ) -> None:
        self._json = JsonShelf(file)
        super().__init__(self._json)
        self.erasures = JsonErasures(self._json)
        self._clock = clock
        self._observer = observer
        self._surroundings = surroundings
        self._erase_beside()

    def scrub(self) -> None:
        self._json.after_commit(self._erase_beside)

    def close(self) -> None:
        """The file stays as it is."""

    def _erase_beside(self) -> None:
        with self._json.reading() as tables:
            owed = len(tables.owed)
        if owed > self.erasures.done and self._surroundings:
            key = forgetting_key(self, self._clock())
            if self._surroundings().erase(self.erasures.since(self.erasures.done), key):
                self.erasures.done = owed
        self._observer(StorageEvent("postponed" if self.erasures.pending() else "scrubbed", ""))


class JsonLocation:
    """See ``Location`` in ``storage/base/locations``."""

    def __init__(self, path: str) -> None:
        self._file = Path(path)
        self.name = str(self._file)

    def owned_by(self, owner: str) -> JsonLocation:
        return JsonLocation(str(self._file.with_name(f"{owner}.json")))

    def exists(self) -> bool:
        return self._file.exists()

    def size(self) -> int:
        return self._file.stat().st_size if self.exists() else 0

    def backups(self) -> list[Backup]:
        return []

    def open(
        self,
        clock: Callable[[], datetime],
        observer: Observer = silent,
        surroundings: Callable[[], Surroundings] | None = None,
    ) -> Stores:
        make_private_folder(self._file.parent)
        return JsonStores(self._file, clock, observer, surroundings)
