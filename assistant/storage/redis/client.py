"""One connection pool a server and process, the keys of one owner, and Redis's failures as ours.

Keys are ``assistant:{owner}:…``: the braces keep an owner's keys together where several servers
share them, so that one script may change many; a user of Redis can be bound to such a prefix (ACL).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import redis
from redis import exceptions
from redis.backoff import NoBackoff
from redis.retry import Retry

from assistant.errors import (
    AssistantError,
    ConfigurationError,
    StorageUnavailable,
    StoreRefused,
    TryAgainLater,
)

SECONDS = 2.0
"""That one waits for an answer."""

_REFUSED = (
    exceptions.AuthenticationError,
    exceptions.AuthorizationError,
    exceptions.NoPermissionError,
)
_AWAY = (exceptions.ConnectionError, exceptions.TimeoutError)

_clients: dict[str, redis.Redis] = {}
_guard = threading.Lock()


class Keys:
    """The keys of one owner, and what is done with them."""

    def __init__(self, url: str, owner: str) -> None:
        self.name = shown(url)
        self._url = url
        self._prefix = f"assistant:{{{owner}}}:"
        self._scripts: dict[str, Any] = {}

    def __call__(self, *parts: str) -> str:
        return self._prefix + ":".join(parts)

    @contextmanager
    def client(self) -> Iterator[Any]:
        """To be asked; its failures are raised as an AssistantError. Any: the package's stubs
        cannot tell that texts come back, not bytes."""
        try:
            yield client_at(self._url)
        except exceptions.RedisError as error:
            expected = explain(error, self.name)
            if expected is None:
                raise
            raise expected from error

    def run(self, script: str, keys: list[str], *arguments: str | int) -> Any:
        """A script, all or nothing, while nobody else is served."""
        with self.client() as client:
            made = self._scripts.get(script)
            if made is None:
                made = self._scripts[script] = client.register_script(script)
            return made(keys=keys, args=list(arguments))


def client_at(url: str) -> redis.Redis:
    """The one of this process. Raises ConfigurationError for what is no address."""
    with _guard:
        if url not in _clients:
            try:
                _clients[url] = redis.Redis.from_url(
                    url,
                    decode_responses=True,
                    socket_timeout=SECONDS,
                    socket_connect_timeout=SECONDS,
                    retry=Retry(NoBackoff(), 1, supported_errors=(exceptions.ConnectionError,)),
                )
            except ValueError as error:
                raise ConfigurationError(
                    f"{shown(url)} is no address of a Redis server: {error}",
                    "Write it like redis://user:password@host:6379/0, or rediss:// for TLS.",
                ) from None
        return _clients[url]


def explain(error: exceptions.RedisError, name: str) -> AssistantError | None:
    """What ``error`` means to a person, or None where it is a mistake of ours."""
    if isinstance(error, _REFUSED):
        return StoreRefused(
            f"{name} does not let this user in, or do this",
            "Check the user and password in storage.live, and its rules (ACL).",
        )
    if isinstance(error, exceptions.ReadOnlyError):
        return StorageUnavailable(
            f"{name} can only be read", "Point storage.live to the server that writes."
        )
    if isinstance(error, exceptions.OutOfMemoryError):
        return StorageUnavailable(
            f"{name} has no memory left", "Give it more, or a policy that evicts volatile keys."
        )
    if isinstance(error, exceptions.ConnectionError) and "certificate" in str(error).lower():
        return ConfigurationError(
            f"The certificate of {name} is not one to be trusted: {error}",
            "Name who signed it in storage.live: rediss://…?ssl_ca_certs=/path/ca.pem.",
        )
    if isinstance(error, _AWAY):
        return TryAgainLater(
            f"{name} does not answer",
            "Check that it runs; the next attempt connects anew, and nothing was lost.",
        )
    return None


def shown(url: str) -> str:
    """The URL without what is secret in it."""
    parts = urlsplit(url)
    user, mark, place = parts.netloc.rpartition("@")
    named = f"{user.partition(':')[0]}{mark}{place}"
    database = dict(parse_qsl(parts.query)).get("db", "")
    return f"{parts.scheme}://{named}{parts.path}{f'?db={database}' if database else ''}"
