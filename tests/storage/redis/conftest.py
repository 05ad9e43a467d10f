"""Owners of their own on a real server, beside a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from assistant.storage.base import Stores
from assistant.storage.open import open_stores
from tests.contract.samples import NOW, conversation
from tests.engines import Redis, redis_server

Opener = Callable[..., Stores]


@pytest.fixture(scope="module")
def server() -> Redis:
    return redis_server()


@pytest.fixture
def owner() -> str:
    return uuid4().hex


@pytest.fixture
def opened(server: Redis, owner: str, tmp_path: Path) -> Opener:
    def opener(**changes: Any) -> Stores:
        place = {"owner": owner, "live": server.url, **changes}
        return open_stores(tmp_path / "home.db", clock=lambda: NOW, **place)

    return opener


@pytest.fixture
def stores(opened: Opener) -> Iterator[Stores]:
    made = opened()
    made.conversations.save(conversation())
    yield made
    made.close()


@pytest.fixture
def raw(server: Redis) -> Any:
    import redis

    return redis.Redis.from_url(server.admin, decode_responses=True)
