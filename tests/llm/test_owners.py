"""Whose port it is decides who is sent a prompt."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.config import Config
from assistant.errors import ModelUnavailable
from assistant.llm import acceptance
from assistant.llm import owners as owning
from assistant.llm.base import ChatRequest
from assistant.llm.discover import Choice, ServerNotAccepted, choose, connect
from assistant.llm.openai import Endpoint
from assistant.llm.owners import mine, name_of, owners
from assistant.records import ChatMessage
from assistant.storage.base import KeyValue
from assistant.storage.open import open_stores
from tests.servers.foreign import NOBODY, Foreign, foreign_server
from tests.servers.scripted import Reply, ScriptedServer

NOW = datetime(2026, 1, 30, 9, tzinfo=UTC)
linux = pytest.mark.skipif(
    not Path("/proc/self/net/tcp").exists(), reason="this system does not tell who listens"
)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[KeyValue]:
    stores = open_stores(tmp_path / "assistant.db", clock=lambda: NOW)
    yield stores.keyvalue
    stores.close()


def pick(
    kept: KeyValue,
    ports: dict[str, int],
    flag: str | None = None,
    environ: dict[str, str] | None = None,
) -> Choice:
    return choose(Config(), environ or {}, flag, kept, NOW, Path("/none"), ports=ports)


@linux
@pytest.mark.parametrize(
    ("family", "address"),
    [
        (socket.AF_INET, "127.0.0.1"),
        (socket.AF_INET, "0.0.0.0"),
        (socket.AF_INET6, "::"),
        (socket.AF_INET6, "::ffff:127.0.0.1"),
        (socket.AF_INET6, "::ffff:0.0.0.0"),
    ],
)
def test_whoever_can_be_reached_at_loopback_is_seen(
    family: socket.AddressFamily, address: str
) -> None:
    with socket.socket(family, socket.SOCK_STREAM) as server:
        if family == socket.AF_INET6:
            server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        try:
            server.bind((address, 0))
        except OSError:
            pytest.skip("no IPv6 here")
        port = server.getsockname()[1]
        assert owners(port) is None, "bound is not listening"
        server.listen()
        assert owners(port) == frozenset({os.getuid()}) == mine()
    assert owners(port) is None


def table(folder: Path, *rows: tuple[bytes, int, str, int]) -> Path:
    """As the kernel writes it on this machine."""
    lines = ["  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid"]
    for address, port, state, uid in rows:
        words = [address[n : n + 4] for n in range(0, len(address), 4)]
        written = "".join(f"{int.from_bytes(word, sys.byteorder):08X}" for word in words)
        lines.append(
            f"   0: {written}:{port:04X} 00000000:0000 {state} 00000000:00000000 00:00000000 "
            f"00000000 {uid:>5}        0 21 1 0 100 0 0 10 0"
        )
    file = folder / "tcp"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_every_listener_counts_and_nothing_else(tmp_path: Path) -> None:
    here, everywhere = socket.inet_aton("127.0.0.1"), socket.inet_aton("0.0.0.0")
    file = table(
        tmp_path,
        (here, 11434, "0A", 1000),
        (everywhere, 11434, "0A", 65534),
        (here, 11434, "01", 7),  # a connection
        (socket.inet_aton("10.0.0.1"), 11434, "0A", 8),  # not reached at loopback
        (here, 11435, "0A", 9),
    )
    assert owners(11434, (file, tmp_path / "none")) == frozenset({1000, 65534})
    assert owners(1, (file,)) is None
    assert owners(11434, (tmp_path / "none",)) is None
    file.write_text("no table\n of: this\n x y z 0A\n")
    assert owners(11434, (file,)) is None


def test_owners_have_names() -> None:
    assert name_of(frozenset({0})) in ("root", "uid 0")
    assert name_of(frozenset({4_000_000_000})) == "uid 4000000000"
    assert name_of(None) == ""


def test_a_server_of_another_account_is_sent_nothing_until_a_yes(kept: KeyValue) -> None:
    with foreign_server() as foreign:
        ports = {"Ollama": foreign.port}
        choice = pick(kept, ports)
        assert choice.kind == "none"
        (waiting,) = choice.passed_over
        assert (waiting.standing, waiting.owners) == ("unasked", frozenset({NOBODY}))
        acceptance.answer(waiting, kept, accepted=True)
        choice = pick(kept, ports)
        assert (choice.kind, choice.passed_over) == ("endpoint", ())
        acceptance.answer(waiting, kept, accepted=False)
        choice = pick(kept, ports)
        assert (choice.kind, choice.passed_over) == ("none", ()), "a no is not asked about again"
        assert foreign.posts == []


def test_the_next_in_the_order_answers_meanwhile(kept: KeyValue) -> None:
    with foreign_server() as foreign, ScriptedServer(models=("mine",)) as own:
        choice = pick(kept, {"Ollama": foreign.port, "vLLM": own.port})
        assert choice.model == "mine"
        assert [found.server.label for found in choice.passed_over] == ["Ollama"]
        choice = pick(kept, {"vLLM": own.port, "Ollama": foreign.port})
        assert choice.passed_over == (), "it would not have answered anyway"


def test_a_name_is_no_yes_and_does_not_go_elsewhere(kept: KeyValue) -> None:
    with foreign_server() as foreign:
        keyed = {"OPENAI_API_KEY": "sk-test"}
        with pytest.raises(ServerNotAccepted, match="belongs to") as caught:
            pick(kept, {"Ollama": foreign.port}, "scripted-model", keyed)
        assert f"assistant models accept {foreign.port}" in caught.value.hint
        address = f"http://127.0.0.1:{foreign.port}/v1|scripted-model"
        assert pick(kept, {"Ollama": foreign.port}, address).kind == "endpoint", "it was chosen"


def test_a_yes_is_for_that_owner_port_and_server_alone(kept: KeyValue) -> None:
    with foreign_server() as foreign, foreign_server() as another:
        (waiting,) = pick(kept, {"Ollama": foreign.port}).passed_over
        acceptance.answer(waiting, kept, accepted=True)
        (other,) = acceptance.standing([waiting.server._replace(label="vLLM")], kept, NOW)
        assert other.standing == "unasked"
        assert pick(kept, {"Ollama": another.port}).kind == "none"
        changed = waiting._replace(owners=frozenset({4242}))
        acceptance.answer(changed, kept, accepted=True)
        assert pick(kept, {"Ollama": foreign.port}).kind == "none", "another owner: asked again"


def test_where_the_system_tells_nothing_the_person_is_asked(
    kept: KeyValue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acceptance, "owners", lambda _: None)
    with ScriptedServer() as server:
        (waiting,) = pick(kept, {"Ollama": server.port}).passed_over
        assert waiting.owner == ""
        acceptance.answer(waiting, kept, accepted=True)
        assert pick(kept, {"Ollama": server.port}).kind == "endpoint"
    monkeypatch.delattr(os, "getuid")
    assert owning.mine() is None


def test_whoever_takes_the_port_later_is_sent_nothing(kept: KeyValue) -> None:
    """A conversation may last for hours: the owner is looked up before each request."""
    with ScriptedServer() as own:
        choice = pick(kept, {"Ollama": own.port})
        model = connect(choice, Config(), {})
        assert model is not None
        list(model.stream(ChatRequest((ChatMessage("user", "hello"),))))
    with foreign_server(own.port) as foreign:
        assert foreign.port == own.port
        with pytest.raises(ModelUnavailable, match="nothing was sent"):
            list(model.stream(ChatRequest((ChatMessage("user", "a secret of mine"),))))
        assert foreign.posts == []
    model.close()


class Taken(ScriptedServer):
    """A server of one's own whose port another account takes before it answers a chat."""

    foreign: Foreign | None = None
    stack: ExitStack

    def take(self) -> None:
        self.close()
        self.foreign = self.stack.enter_context(foreign_server(self.port))

    def next_reply(self) -> Reply:
        if self.foreign is None:
            self.take()
        return super().next_reply()

    def was_sent(self) -> str:
        """All that the other account was sent."""
        if self.foreign is None:
            pytest.skip("no process of another account here")
        return self.foreign.record.read_text() if self.foreign.record.exists() else ""


@pytest.fixture
def taken() -> Iterator[Taken]:
    with ExitStack() as stack:
        server = Taken()
        server.stack = stack
        yield server


CLOSE = {"Connection": "close"}
UNKNOWN = '{"error": {"message": "Unsupported parameter: temperature", "param": "temperature"}}'


@linux
@pytest.mark.skipif(owning.mine() != frozenset({0}), reason="another account takes root")
@pytest.mark.parametrize(
    "first",
    [
        Reply(status=503, headers=CLOSE | {"Retry-After": "0"}, body="{}"),
        Reply(stall="start"),  # it hangs up
        Reply(status=400, headers=CLOSE, body=UNKNOWN),
        Reply(status=404, headers=CLOSE, body="{}"),  # the models that it has are asked for
    ],
    ids=["busy", "dropped", "refused", "unknown"],
)
def test_whoever_takes_the_port_before_a_retry_is_sent_nothing(
    kept: KeyValue, taken: Taken, first: Reply
) -> None:
    taken.replies = [first]
    model = connect(pick(kept, {"Ollama": taken.port}), Config(), {})
    assert model is not None
    secret = ChatRequest((ChatMessage("user", "a secret of mine"),), temperature=0.5)
    with pytest.raises(ModelUnavailable):
        list(model.stream(secret))
    model.close()
    assert taken.was_sent() == ""


def test_whoever_takes_the_port_is_not_asked_for_its_models(kept: KeyValue, taken: Taken) -> None:
    model = connect(pick(kept, {"Ollama": taken.port}), Config(), {})
    assert isinstance(model, Endpoint)
    taken.take()
    with pytest.raises(ModelUnavailable, match="nothing was sent"):
        model.models()
    model.close()
    assert taken.was_sent() == ""


def test_whoever_takes_the_port_once_it_is_connected_is_sent_nothing() -> None:
    """The last look is at the connection that the request goes over."""
    looks = iter([None, ModelUnavailable("it is another's", "")])

    def admit() -> None:
        if (refused := next(looks)) is not None:
            raise refused

    with ScriptedServer() as server:
        model = Endpoint("m", server.base_url, admit=admit)
        with pytest.raises(ModelUnavailable, match="it is another's"):
            list(model.stream(ChatRequest((ChatMessage("user", "hello"),))))
        model.close()
        assert server.requests == []
