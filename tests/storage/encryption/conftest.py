"""A home with some of everything that a person says in it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.cli import history
from assistant.homekey import forget_key
from assistant.paths import Paths, resolve_paths
from assistant.session.logs import Log
from assistant.storage.encryption import access
from assistant.storage.encryption.conversion import Home
from assistant.storage.encryption.keys import Cost
from assistant.storage.open import open_stores
from tests.contract.samples import NOW, conversation, fact, later, metrics, segment, turn, vector
from tests.encryption import needs_extra

WORD = "qzxsecretword"
"""In everything that was said in the home, and in no file of it once it is encrypted."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(needs_extra)


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a passphrase costs is not what these tests are about."""
    monkeypatch.setattr(access, "COST", Cost(iterations=1, memory_kib=64, lanes=1))


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a home, to be copied."""
    folder = tmp_path_factory.mktemp("filled") / "home"
    fill(resolve_paths(folder))
    return folder


@pytest.fixture
def paths(home: Path, filled: Path) -> Iterator[Paths]:
    shutil.copytree(filled, home)
    yield resolve_paths(home)
    forget_key(home)


@pytest.fixture
def lived(paths: Paths) -> Home:
    return Home.of(paths)


def fill(paths: Paths) -> None:
    for day in (0, 1):
        stores = open_stores(paths.database, clock=lambda day=day: later(days=day))  # type: ignore[misc]
        if not day:
            stores.conversations.save(conversation())
        for n in range(1 + 8 * day, 8 + 8 * day):
            stores.conversations.append(turn(n, user=f"¿qué es {WORD} {n}?"))
            known = fact(f"the {WORD} number {n} is about {n * 7919}")
            stores.facts.add(known)
            stores.facts.put_vectors("e", {known.id: vector(n, 64)})
            stores.segments.add(segment(f"{WORD} {n}", first_turn=n, last_turn=n))
            stores.journal.record(metrics(n))
            stores.keyvalue.put("n", str(n), {"v": f"{WORD} {n}"})
        stores.close()
    history.append(paths.history, f"what is {WORD}?\nin two lines")
    Log(paths.logs, lambda: NOW, "debug").write("debug", "reply", text=WORD)
    paths.notes.mkdir()
    (paths.notes / "inbox.md").write_text(
        f"# {WORD}\n\n- one {WORD}\n~assistant1:{WORD}\n", "utf-8"
    )
    aside = Path(f"{paths.database}.damaged-2026-01-01T000000")
    aside.write_bytes(b"\0\xff" + WORD.encode())
    aside.chmod(0o600)


def told(paths: Paths) -> dict[str, object]:
    """Everything that the home holds, as the program reads it."""
    stores = open_stores(paths.database, clock=lambda: NOW)
    try:
        assert stores.check() == []
        return {
            "facts": stores.facts.all(retired=True),
            "conversations": stores.conversations.all(),
            "segments": stores.segments.all("default:ana:1"),
            "metrics": stores.journal.metrics(),
            "history": history.read(paths.history),
        }
    finally:
        stores.close()


def containing(folder: Path, word: str = WORD) -> list[str]:
    """Files in which the word can be read, however it is written."""
    forms = [word.encode(), word.encode("utf-16-le"), json.dumps(word)[1:-1].encode()]
    return sorted(
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and any(form in file.read_bytes() for form in forms)
    )
