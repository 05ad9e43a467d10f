"""Many people at once, each with a mark of their own: no mark ever reaches another (U1, U2).

`make test-shared` runs it whole: 50 people, 200 requests each.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from tests.engines import postgres, redis_server
from tests.server.below import marks_in_redis, marks_in_rows
from tests.server.support import Got, Running, events, running
from tests.server.test_engines import own_key
from tests.servers.scripted import Recorded, Reply, ScriptedServer

pytestmark = pytest.mark.slow
PEOPLE = int(os.environ.get("ASSISTANT_TEST_PEOPLE", "10"))
REQUESTS = int(os.environ.get("ASSISTANT_TEST_REQUESTS", "30"))
MARK = re.compile(r"zq[a-j]{8}x")


class EchoingModel(ScriptedServer):
    """Says every mark that it was sent, so that one that should not be there comes to light."""

    def __init__(self) -> None:
        super().__init__()
        self.together: list[set[str]] = []
        self._mine = threading.local()

    def note(self, request: Recorded) -> None:
        self._mine.marks = set(MARK.findall(json.dumps(request.body)))
        self.together.append(self._mine.marks)

    def next_reply(self) -> Reply:
        return Reply(f"I was told {' '.join(sorted(self._mine.marks)) or 'nothing'}.")


@dataclass
class Person:
    """Somebody with a key, and what of theirs others may try."""

    name: str
    key: str
    mark: str
    chance: Random
    ids: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    said: int = 0

    def speak(self, served: Running, headers: Mapping[str, str]) -> Got:
        self.said += 1
        texts = (
            f"Remember that my project number {self.said} is called {self.mark}",
            f"what do you know about {self.mark}, part {self.said}?",
            f"write a line on {self.mark} and day {self.said}",
            "what was I told before? which projects do I have?",
        )
        text, stream = self.chance.choice(texts), self.chance.random() < 0.4
        got = served.ask_until_taken(text, key=self.key, headers=headers, stream=stream)
        assert got.status == 200, got.body
        about = events(got)[-1] if stream else got.json
        self.ids.append(about["assistant"]["conversation"])
        assert self.ids[-1].split(":")[1] == self.name
        if not stream:
            self.turns.append(got.json["id"])
        return got


def acts(one: Person, people: list[Person], served: Running) -> Got:
    """A request at random; half of them try what is another's."""
    other = one.chance.choice(people)
    kind = one.chance.randrange(9)

    def call(method: str, path: str, body: object = None) -> Got:
        return served.call(method, path, body, key=one.key)

    def of(found: list[str]) -> str:
        return one.chance.choice(found) if found else "none"

    if kind <= 2:
        names: tuple[dict[str, str], ...] = (
            {},
            {"X-Conversation": f"talk-{one.chance.randrange(3)}"},
        )
        return one.speak(served, one.chance.choice(names))
    if kind == 3:  # another's conversation, by its id, and a forged role
        forged = {"X-Conversation": of(other.ids), "X-Role": "admin", "X-User": other.name}
        return one.speak(served, forged) if other is not one else call("GET", "/v1/profile")
    if kind == 4:
        made = call("POST", "/v1/memory/facts", {"text": f"I keep {one.mark} {one.said} in a box"})
        one.facts.append(str(made.json.get("id")))
        return made
    if kind == 5:
        return call("GET", one.chance.choice(("/v1/memory/facts", "/v1/conversations")))
    if kind == 6:
        method = one.chance.choice(("GET", "DELETE")) if other is not one else "GET"
        got = call(method, f"/v1/conversations/{of(other.ids)}")
        assert other is one or got.status == 404
        return got
    if kind == 7:
        method = one.chance.choice(("GET", "DELETE")) if other is not one else "GET"
        got = call(method, f"/v1/memory/facts/{of(other.facts)}")
        assert other is one or got.status == 404
        return got
    got = call("GET", one.chance.choice((f"/v1/why/{of(other.turns)}", "/v1/users", "/metrics")))
    assert other is one or got.status in (403, 404)
    return got


@pytest.fixture(params=["sqlite", "postgres-redis"])
def served(
    request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Running, EchoingModel]]:
    if request.param != "sqlite":
        monkeypatch.setenv("ASSISTANT_STORAGE_URL", postgres().url)
        monkeypatch.setenv("ASSISTANT_STORAGE_LIVE", redis_server().url)
        monkeypatch.setenv("USER", f"o{secrets.token_hex(4)}")
    model = EchoingModel()
    with model, running(home, model) as server:
        server.key = server.key or own_key(home)
        yield server, model


@pytest.mark.timeout(3600)
def test_U2_no_mark_reaches_another(served: tuple[Running, EchoingModel], home: Path) -> None:
    server, model = served
    chance = Random(11)
    people = []
    for _ in range(PEOPLE):
        name = f"p{secrets.token_hex(5)}"
        mark = f"zq{''.join(chance.choice('abcdefghij') for _ in range(8))}x"
        people.append(Person(name, server.add_user(name), mark, Random(chance.random())))

    def live(person: Person) -> int:
        for _ in range(REQUESTS):
            got = acts(person, people, server)
            found = set(MARK.findall(got.body.decode()))
            assert found <= {person.mark}, (person.mark, got.body)
        return REQUESTS

    with ThreadPoolExecutor(12) as pool:
        assert sum(pool.map(live, people)) == PEOPLE * REQUESTS
    assert model.together, "the model was asked"
    assert all(len(marks) <= 1 for marks in model.together), "a prompt holds one person's marks"
    for path in ("/metrics", "/v1/users"):
        assert not MARK.search(server.call("GET", path).body.decode())
    by_folder = {person.name: person.mark for person in people}
    for log in home.rglob("logs/*"):
        own = by_folder.get(log.parent.parent.name)
        assert set(MARK.findall(log.read_text("utf-8", "replace"))) <= {own}, log
    if "ASSISTANT_STORAGE_URL" in os.environ:
        assert_apart_below(people)
    told = sum(map(len, model.together))
    print(f"{PEOPLE * REQUESTS} requests of {PEOPLE} people, {len(model.together)} prompts"
          f" with {told} marks in them")  # fmt: skip


def assert_apart_below(people: list[Person]) -> None:
    """In every row and every key the marks are its owner's; of another's nothing is seen."""
    own, marks = {person.name: {person.mark} for person in people}, MARK.findall
    there = marks_in_rows(postgres(), None, marks)
    ours = {owner: found for owner, found in there.items() if owner in own}
    assert ours, "rows hold marks"
    assert ours == {owner: own[owner] for owner in ours}
    assert not set().union(*own.values()) & set().union(*(there[o] for o in there.keys() - own))
    for person in people[:10]:
        assert marks_in_rows(postgres(), person.name, marks).keys() <= {person.name}
    assert marks_in_rows(postgres(), "", marks) == {}
    live = marks_in_redis(redis_server(), marks)
    assert all(found <= own.get(owner, found) for owner, found in live.items())
    assert live.keys() & own, "keys hold marks"
