"""Which model servers answer on this machine: asked in parallel, briefly, with stdlib HTTP."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from assistant.limits import ANSWER
from assistant.llm.protocol import listed
from assistant.storage.base import KeyValue

LOCAL_SERVERS: Mapping[str, int] = {
    "Ollama": 11434,
    "llama.cpp": 8080,
    "LM Studio": 1234,
    "vLLM": 8000,
}
NAMESPACE = "probes"
TIMEOUT = 0.15
"""Seconds for a server to list its models. A port where nobody listens refuses at once."""

_NO_CHAT = re.compile(r"embed|rerank|whisper|minilm|\bbge\b|clip|tts", re.IGNORECASE)


class LocalServer(NamedTuple):
    """A server that speaks the chat protocol, and the models it can chat with."""

    label: str
    base_url: str
    models: tuple[str, ...]

    @property
    def port(self) -> int:
        return int(self.base_url.rpartition(":")[2].partition("/")[0])


def local_servers(
    keyvalue: KeyValue,
    now: datetime,
    ttl: int,
    ports: Mapping[str, int] = LOCAL_SERVERS,
    *,
    fresh: bool = False,
) -> list[LocalServer]:
    """The servers found, in the order of ``ports``; what was found lately is not asked again."""
    key = ",".join(map(str, ports.values()))
    known = None if fresh else _recalled(keyvalue.get(NAMESPACE, key, now=now))
    if known is not None:
        return known
    found = probe(ports)
    if ttl > 0:
        value = [server._asdict() for server in found]
        keyvalue.put(NAMESPACE, key, value, expires_at=now + timedelta(seconds=ttl))
    return found


def probe(ports: Mapping[str, int]) -> list[LocalServer]:
    """Ask every port at once; takes ``TIMEOUT`` at most."""
    found: dict[str, LocalServer] = {}

    def ask(label: str, port: int) -> None:
        models = list_models("127.0.0.1", port)
        if models:
            found[label] = LocalServer(label, f"http://127.0.0.1:{port}/v1", tuple(models))

    threads = [threading.Thread(target=ask, args=item, daemon=True) for item in ports.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * TIMEOUT)
    return [found[label] for label in ports if label in found]


def list_models(host: str, port: int, path: str = "/v1", timeout: float = TIMEOUT) -> list[str]:
    """Names of the chat models of a plain-HTTP server; empty when it is no such server."""
    import http.client  # here, because most runs find the answer remembered
    import json

    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        connection.request("GET", f"{path}/models")
        response = connection.getresponse()
        if response.status != 200:  # a redirect too: whoever it leads to was not asked about
            return []
        data = json.loads(response.read(ANSWER.value))
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return []
    finally:
        connection.close()
    return chat_models(data)


def chat_models(data: object) -> list[str]:
    """The names in an answer to /models that are not of embedders and the like."""
    entries = data.get("data") if isinstance(data, Mapping) else None
    if not isinstance(entries, list):
        return []
    names = listed(e.get("id") for e in entries if isinstance(e, Mapping))
    return [name for name in names if not _NO_CHAT.search(name)]


def _recalled(value: object) -> list[LocalServer] | None:
    if not isinstance(value, list):
        return None
    try:
        return [
            LocalServer(str(v["label"]), str(v["base_url"]), tuple(map(str, v["models"])))
            for v in value
        ]
    except (KeyError, TypeError):
        return None
