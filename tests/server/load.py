"""Clients that go on talking whatever happens to the servers, and what has to hold afterwards."""

from __future__ import annotations

import threading
import time
import urllib.error
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPException
from random import Random

from tests.server.support import Got, Running

PATIENCE = 120
"""Seconds, far beyond what two turns need."""
AGAIN = (429, 503)
"""What time lifts."""


class Load:
    """Each client has a conversation of its own, and asks again with the same key, wherever there
    is a server, until it has an answer; every fourth time it keeps a fact. ``alive`` may change."""

    def __init__(self, alive: Sequence[Running], key: str, clients: int = 4) -> None:
        self._alive, self._key = alive, key
        self._over = threading.Event()
        self._clients = [threading.Thread(target=self._talk, args=(n,)) for n in range(clients)]
        self.turns: list[tuple[str, int, str]] = []
        """Acknowledged: the conversation, the number and what was said."""
        self.facts: list[str] = []
        self.refused: Counter[str] = Counter()
        """Failures by their code, or by how the connection broke."""
        self.wrong: list[object] = []
        """What no client should ever have been told."""

    @contextmanager
    def going_on(self) -> Iterator[None]:
        for client in self._clients:
            client.start()
        try:
            yield
        finally:
            self._over.set()
            for client in self._clients:
                client.join()

    def wait_for_more(self, turns: int = 2) -> None:
        """Until so many more were acknowledged: a busy machine takes its time."""
        count, until = len(self.turns) + turns, time.monotonic() + PATIENCE
        while len(self.turns) < count and time.monotonic() < until:
            time.sleep(0.02)

    def check(self, served: Running) -> None:
        """No acknowledged turn or fact is lost or doubled, and nobody was told nonsense."""
        assert not self.wrong, self.wrong[:3]
        kept, counts = _stored(served)
        stored = {(conversation, number) for conversation, number, _ in kept}
        acknowledged = {(conversation, number) for conversation, number, _ in self.turns}
        assert len(stored) == len(kept), "no number is there twice"
        assert len(acknowledged) == len(self.turns), "none is doubled"
        assert acknowledged == stored
        names = {text.partition("-")[0] for _, _, text in self.turns}
        assert len(counts) == len(names), "a name is one conversation's, whoever sweeps meanwhile"
        said = {(conversation, number): text for conversation, number, text in self.turns}
        assert all(said[c, n] == content for c, n, content in kept if content)
        for conversation, count in counts.items():
            assert {n for c, n in stored if c == conversation} == set(range(1, count + 1))
        facts = Counter(_facts(served))
        assert {text: facts[text] for text in self.facts} == dict.fromkeys(self.facts, 1)
        assert facts.total() == len(self.facts)

    def _talk(self, client: int) -> None:
        chance, number = Random(client), 0
        while not self._over.is_set():
            number += 1
            if number % 4 == 0:
                word = "".join(
                    chance.choice("bdfgklmnprst") + chance.choice("aeiou") for _ in "1234"
                )
                text = f"the {word} of client {client} stands in room {number}"
                if self._until_told(chance, "/v1/memory/facts", {"text": text}, {}):
                    self.facts.append(text)
                continue
            text = f"is number {client}-{number} broken?"
            body = {"messages": [{"role": "user", "content": text}]}
            headers = {
                "X-Conversation": f"talk-{client}",
                "Idempotency-Key": f"{client}-{number}",
            }
            got = self._until_told(chance, "/v1/chat/completions", body, headers)
            if got is not None:
                about = got.json["assistant"]
                self.turns.append((about["conversation"], about["turn"], text))

    def _until_told(
        self, chance: Random, path: str, body: object, headers: dict[str, str]
    ) -> Got | None:
        """The answer, whoever gives it; None where there is none to be had."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                at = self._alive[chance.randrange(len(self._alive))]
                got = at.call("POST", path, body, key=self._key, headers=headers)
            except (OSError, HTTPException, urllib.error.URLError) as error:
                self.refused[type(error).__name__] += 1
            else:
                if got.status in (200, 201):
                    return got
                if got.status not in AGAIN or int(got.headers.get("retry-after", 0)) < 1:
                    self.wrong.append((got.status, got.headers, got.body))
                    return None
                self.refused[str(got.error["code"])] += 1
            time.sleep(0.05)
        self.wrong.append(f"{path} was not answered in {PATIENCE} seconds")
        return None


def _stored(served: Running) -> tuple[list[tuple[str, int, str]], dict[str, int]]:
    """Every message of the person's that is stored, and how many turns each conversation has."""
    listed = served.call("GET", "/v1/conversations?limit=1000").json["data"]
    counts = {c["id"]: c["turn_count"] for c in listed}
    kept = [
        (identity, message["turn"], message["content"])
        for identity in counts
        for message in served.call("GET", f"/v1/conversations/{identity}").json["messages"]
        if message["role"] == "user"
    ]
    return kept, counts


def _facts(served: Running) -> Iterator[str]:
    after = ""
    while True:
        page = served.call("GET", f"/v1/memory/facts?limit=1000{after}").json
        yield from (fact["fact"] for fact in page["data"])
        if not page["has_more"]:
            return
        after = f"&after={page['data'][-1]['id']}"
