"""Owners of their own on real servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest

from assistant.storage.base import Stores
from assistant.storage.events import StorageEvent
from assistant.storage.open import open_stores
from tests.contract.samples import NOW
from tests.engines import ENGINES, Postgres, postgres

Opener = Callable[..., Stores]


@pytest.fixture(params=[engine.name for engine in ENGINES])
def server(request: pytest.FixtureRequest) -> Postgres:
    return postgres(request.param)


@pytest.fixture
def owner() -> str:
    return uuid4().hex


@pytest.fixture
def events() -> list[StorageEvent]:
    return []


@pytest.fixture
def opened(server: Postgres, owner: str, events: list[StorageEvent]) -> Iterator[Opener]:
    """Opens an owner's stores; closes what was left open."""
    with ExitStack() as stack:

        def opener(owner: str = owner, url: str = server.url, **more: Any) -> Stores:
            stores = open_stores(
                url, clock=lambda: NOW, owner=owner, observer=events.append, **more
            )
            stack.callback(stores.close)
            return stores

        yield opener
