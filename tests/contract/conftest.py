"""The back ends that the suite runs over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from uuid import uuid4

import pytest

from assistant.homekey import forget_key
from assistant.storage.base import Stores
from assistant.storage.open import BACK_ENDS, open_stores
from tests.contract.json_store import JsonLocation
from tests.contract.samples import NOW
from tests.encryption import begin_encrypted, needs_extra
from tests.engines import ENGINES, postgres, redis_server

POSTGRES = [engine.name for engine in ENGINES]


@pytest.fixture(scope="session")
def connected() -> Iterator[Callable[[str], None]]:
    """Keeps this process connected to a server between two tests: its pool lives as long as
    something is open there."""
    with ExitStack() as stack:

        @cache
        def connect(url: str) -> None:
            stack.callback(open_stores(url, clock=lambda: NOW, owner="kept").close)

        yield connect


@pytest.fixture(
    params=[
        "sqlite",
        "volatile",
        "json",
        pytest.param("encrypted", marks=needs_extra),
        *POSTGRES,
        "sqlite+redis",
        "postgres-18+redis",
    ],
)
def stores(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    connected: Callable[[str], None],
) -> Iterator[Stores]:
    home = tmp_path / "home"
    kind, _, beside = request.param.partition("+")
    live = redis_server().url if beside else ""
    if kind in POSTGRES:
        url, owner = postgres(kind).url, uuid4().hex
        connected(url)
    else:
        if kind == "encrypted":
            begin_encrypted(home)
        monkeypatch.setitem(BACK_ENDS, "json", JsonLocation)
        urls = {"volatile": "memory:", "json": f"json://{home}/memory.json"}
        url, owner = urls.get(kind, str(home / "assistant.db")), uuid4().hex if live else ""
    opened = open_stores(url, clock=lambda: NOW, owner=owner, live=live)
    yield opened
    opened.close()
    forget_key(home)
