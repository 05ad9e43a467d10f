"""Databases in files, and other processes that use them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from assistant.storage.events import StorageEvent
from assistant.storage.open import open_stores
from assistant.storage.sqlite.stores import SQLiteStores
from tests.contract.samples import NOW
from tests.newborn import migrated

ROOT = Path(__file__).parent.parent.parent
Opener = Callable[..., SQLiteStores]


@pytest.fixture(autouse=True)
def real_databases() -> Iterator[None]:
    """Made by the migrations, which are what these tests are about."""
    with migrated():
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "assistant.db"


@pytest.fixture
def events() -> list[StorageEvent]:
    return []


@pytest.fixture
def open_home(path: Path, events: list[StorageEvent]) -> Iterator[Opener]:
    """Opens the home (as often as asked, at the given instant); closes what was left open."""
    with ExitStack() as stack:

        def opener(now: object = NOW) -> SQLiteStores:
            stores = open_stores(path, clock=lambda: now, observer=events.append)  # type: ignore[arg-type, return-value]
            assert isinstance(stores, SQLiteStores)
            stack.callback(stores.close)
            return stores

        yield opener


SCRIPT = """
import sys, os
from tests.contract.samples import *
from assistant.storage.open import open_stores
from assistant.storage.base import FactUse
path, *args = sys.argv[1:]
def open_home():
    return open_stores(path, clock=lambda: NOW)
"""


def start(path: Path, body: str, *args: object, **options: object) -> subprocess.Popen[str]:
    """Run ``body`` in a process of its own; it finds ``open_home()`` and ``args``."""
    process: subprocess.Popen[str] = subprocess.Popen(
        [sys.executable, "-c", SCRIPT + body, str(path), *map(str, args)],
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,  # type: ignore[call-overload]
    )
    return process


def run(path: Path, body: str, *args: object, **options: object) -> str:
    """What ``body`` prints; fails when it fails."""
    process = start(path, body, *args, **options)
    try:
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0, err
    return out
