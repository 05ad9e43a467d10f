"""A real server on loopback, in a thread of the test, with a scripted model behind it."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn

from assistant.app import App, open_app
from assistant.clock import Clock
from assistant.server.accounts import open_directory, own_key
from assistant.server.running import listen
from assistant.server.turns import Turns
from assistant.server.web import make_app
from tests.servers.scripted import ScriptedServer


@dataclass(frozen=True)
class Got:
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> Any:
        return self.json["error"]

    @property
    def text(self) -> str:
        return str(self.json["choices"][0]["message"]["content"])


@dataclass
class Running:
    """A server that runs, and the person's own key."""

    app: App
    port: int
    key: str
    turns: Turns
    stops: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Got:
        """One request; ``body`` is sent as JSON, bytes as they are. An empty ``key`` sends none."""
        data = body if isinstance(body, bytes) else None if body is None else dumped(body)
        request = urllib.request.Request(self.url + path, data, method=method)
        key = self.key if key is None else key
        if key:
            request.add_header("Authorization", f"Bearer {key}")
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return Got(answer.status, lowered(answer.headers), answer.read())
        except urllib.error.HTTPError as error:
            return Got(error.code, lowered(error.headers), error.read())

    def ask(
        self,
        *said: str,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        **more: object,
    ) -> Got:
        """A chat completion: the person's words and the replies in turn, the newest last."""
        roles = ("user", "assistant")
        messages = [{"role": roles[n % 2], "content": text} for n, text in enumerate(said)]
        body = {"model": "m", "messages": messages, **more}
        return self.call("POST", "/v1/chat/completions", body, key=key, headers=headers)

    def ask_until_taken(self, *said: str, **more: Any) -> Got:
        """As a client does that is told to come back: a machine may be busy with more than this."""
        while (got := self.ask(*said, **more)).status == 503:
            time.sleep(int(got.headers["retry-after"]))
        return got

    def add_user(self, name: str, role: str = "client", plan: str = "premium") -> str:
        """Somebody else's key."""
        got = self.call("POST", "/v1/users", {"name": name, "role": role, "plan": plan})
        assert got.status == 201, got.body
        return str(got.json["key"])


def wait_for_chats(model: ScriptedServer, number: int, asking: threading.Thread) -> None:
    """Until the model was asked that often; at once if nobody asks any more."""
    while len(model.chats) < number:
        assert asking.is_alive(), "the question ended before the model was asked"
        time.sleep(0.02)


def dumped(body: object) -> bytes:
    return json.dumps(body).encode()


def lowered(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def events(got: Got) -> list[Any]:
    """The documents of a stream, its end apart."""
    lines = got.body.decode().split("\n\n")
    assert lines[-2:] == ["data: [DONE]", ""], lines[-2:]
    return [json.loads(line.removeprefix("data: ")) for line in lines[:-2] if line[0] != ":"]


def streamed(got: Got) -> str:
    """The text of a stream."""
    return "".join(
        choice["delta"].get("content", "") for event in events(got) for choice in event["choices"]
    )


@contextmanager
def running(
    home: Path,
    model: ScriptedServer | None,
    *,
    clock: Clock | None = None,
    turns: Turns | None = None,
    origins: Sequence[str] = (),
) -> Iterator[Running]:
    """A server over that home, until the block ends."""
    asked = f"{model.base_url}|scripted-model" if model else "none"
    turns = turns or Turns()
    with open_app(home=home, clock=clock, model=asked) as app:
        directory = open_directory(app)
        key = own_key(directory) or ""
        directory.close()
        bound = listen("127.0.0.1", 0)
        config = uvicorn.Config(make_app(app, turns, origins), log_level="error")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive()
                threading.Event().wait(0.01)
            yield Running(app, bound.getsockname()[1], key, turns)
        finally:
            server.should_exit = True
            thread.join()
            bound.close()
