"""The order of choice, each step with real files and real servers on loopback."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from assistant.config import Config, ModelConfig
from assistant.errors import ConfigurationError, ModelUnavailable
from assistant.llm import discover
from assistant.llm.api_key import read_key
from assistant.llm.base import ChatRequest
from assistant.llm.discover import OPENAI_MODEL, OPENAI_URL, Choice, choose, connect
from assistant.llm.embedded import Embedded
from assistant.llm.openai import Endpoint
from assistant.llm.probe import TIMEOUT
from assistant.records import ChatMessage
from assistant.storage.base import KeyValue
from assistant.storage.open import open_stores
from tests.fresh import run
from tests.servers.scripted import Reply, ScriptedServer

NOW = datetime(2026, 1, 30, 9, tzinfo=UTC)
KEYED = {"OPENAI_API_KEY": "sk-test"}
SMALL = "smollm2-135m-instruct"


@pytest.fixture
def keyvalue(tmp_path: Path) -> Iterator[KeyValue]:
    stores = open_stores(tmp_path / "assistant.db", clock=lambda: NOW)
    yield stores.keyvalue
    stores.close()


@pytest.fixture
def models(tmp_path: Path) -> Path:
    return tmp_path / "models"


@pytest.fixture
def here(models: Path) -> Path:
    """A models folder with the small model in it (or what passes for it)."""
    models.mkdir()
    (models / f"{SMALL}.gguf").write_bytes(b"GGUF...")
    return models


def config(**model: Any) -> Config:
    return replace(Config(), model=ModelConfig(**model))


def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def pick(
    keyvalue: KeyValue,
    models: Path,
    *,
    conf: Config | None = None,
    environ: dict[str, str] | None = None,
    flag: str | None = None,
    ports: dict[str, int] | None = None,
    now: datetime = NOW,
    fresh: bool = False,
) -> Choice:
    return choose(
        conf or Config(),
        environ or {},
        flag,
        keyvalue,
        now,
        models,
        ports=ports or {"Ollama": closed_port()},
        fresh=fresh,
    )


def test_nothing_at_all(keyvalue: KeyValue, models: Path) -> None:
    assert pick(keyvalue, models).kind == "none"


def test_embedded_when_there_is_nothing_better(keyvalue: KeyValue, here: Path) -> None:
    choice = pick(keyvalue, here)
    assert (choice.kind, choice.model) == ("embedded", SMALL)
    assert choice.weights == here / f"{SMALL}.gguf"


def test_no_embedded_without_its_library(
    keyvalue: KeyValue, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discover, "find_spec", lambda name: None)
    assert pick(keyvalue, here).kind == "none"
    with pytest.raises(ModelUnavailable, match=r"llama\.cpp") as caught:
        pick(keyvalue, here, flag="embedded")
    assert "local-assistant[embedded]" in caught.value.hint


def test_a_local_server_goes_before_embedded(keyvalue: KeyValue, here: Path) -> None:
    with ScriptedServer(models=("nomic-embed-text", "llama3.2:latest")) as server:
        choice = pick(keyvalue, here, ports={"Ollama": server.port})
    assert choice.model == "llama3.2:latest", "an embedder cannot chat"
    assert choice.base_url == f"http://127.0.0.1:{server.port}/v1"
    assert choice.reason == "Ollama answers on this machine"
    assert not choice.keyed


def test_the_first_server_of_the_order_wins(keyvalue: KeyValue, models: Path) -> None:
    with ScriptedServer(models=("a",)) as first, ScriptedServer(models=("b",)) as second:
        ports = {"Ollama": first.port, "vLLM": second.port}
        assert pick(keyvalue, models, ports=ports).model == "a"


def test_a_key_goes_before_a_local_server(keyvalue: KeyValue, here: Path) -> None:
    with ScriptedServer() as server:
        choice = pick(keyvalue, here, environ=KEYED, ports={"Ollama": server.port})
        assert server.requests == [], "nothing is probed"
    assert (choice.model, choice.base_url) == (OPENAI_MODEL, OPENAI_URL)
    assert choice.keyed
    assert "OPENAI_API_KEY" in choice.reason


def test_a_base_url_goes_with_the_first_model_that_it_lists(keyvalue: KeyValue, here: Path) -> None:
    with ScriptedServer(models=("mine",)) as server:
        environ = {"OPENAI_BASE_URL": server.base_url}
        choice = pick(keyvalue, here, conf=config(base_url=server.base_url), environ=environ)
    assert (choice.model, choice.base_url) == ("mine", server.base_url)
    assert choice.reason == "OPENAI_BASE_URL"


def test_a_base_url_where_nobody_answers_is_still_the_users_choice(
    keyvalue: KeyValue, here: Path
) -> None:
    url = f"http://127.0.0.1:{closed_port()}/v1"
    choice = pick(keyvalue, here, conf=config(base_url=url))
    model = connect(choice, Config(), {})
    assert model is not None
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        list(model.stream(ChatRequest((ChatMessage("user", "hola"),))))


def test_configuration_goes_before_a_key(keyvalue: KeyValue, here: Path) -> None:
    choice = pick(keyvalue, here, conf=config(name="embedded"), environ=KEYED)
    assert (choice.kind, choice.reason) == ("embedded", "set in the configuration")


def test_a_flag_goes_before_everything(keyvalue: KeyValue, here: Path) -> None:
    conf = config(name="gpt-x", base_url="https://example.invalid/v1")
    choice = pick(keyvalue, here, conf=conf, environ=KEYED, flag=SMALL)
    assert (choice.kind, choice.reason) == ("embedded", "chosen with -m")


@pytest.mark.parametrize("flag", ["embedded", SMALL, SMALL.upper()])
def test_names_of_the_embedded_model(keyvalue: KeyValue, here: Path, flag: str) -> None:
    assert pick(keyvalue, here, flag=flag).kind == "embedded"


def test_a_path_to_weights_is_embedded(keyvalue: KeyValue, models: Path, tmp_path: Path) -> None:
    (tmp_path / "other.gguf").write_bytes(b"GGUF")
    choice = pick(keyvalue, models, flag=str(tmp_path / "other.gguf"))
    assert (choice.kind, choice.model) == ("embedded", "other")


def test_weights_that_are_not_here_are_told_with_the_way_to_get_them(
    keyvalue: KeyValue, models: Path
) -> None:
    with pytest.raises(ModelUnavailable, match="are not here") as caught:
        pick(keyvalue, models, flag="embedded")
    assert f"assistant models pull {SMALL}" in caught.value.hint


def test_none_is_a_choice_too(keyvalue: KeyValue, here: Path) -> None:
    choice = pick(keyvalue, here, flag="none", environ=KEYED)
    assert choice.kind == "none"
    assert connect(choice, Config(), {}) is None


def test_a_name_is_looked_up_in_the_local_servers(keyvalue: KeyValue, here: Path) -> None:
    with ScriptedServer(models=("a", "qwen3:latest")) as server:
        ports = {"Ollama": server.port}
        choice = pick(keyvalue, here, flag="qwen3", ports=ports, environ=KEYED)
        assert (choice.model, choice.keyed) == ("qwen3:latest", False)
        assert pick(keyvalue, here, flag="gpt-x", ports=ports, environ=KEYED).keyed


def test_a_name_that_is_nowhere_is_told(keyvalue: KeyValue, models: Path) -> None:
    with pytest.raises(ModelUnavailable, match="No model 'nowhere'"):
        pick(keyvalue, models, flag="nowhere")


def test_an_address_and_a_name(keyvalue: KeyValue, models: Path) -> None:
    choice = pick(keyvalue, models, flag="http://127.0.0.1:9/v1/|one", environ=KEYED)
    assert (choice.base_url, choice.model) == ("http://127.0.0.1:9/v1", "one")
    assert not choice.keyed, "the key is for OpenAI, not for whatever listens here"
    far = pick(keyvalue, models, flag="https://gateway.example/v1|one", environ=KEYED)
    assert (far.base_url, far.keyed) == ("https://gateway.example/v1", True)


def test_ASSISTANT_MODEL_is_named_as_the_reason(keyvalue: KeyValue, here: Path) -> None:
    environ = {"ASSISTANT_MODEL": "embedded"}
    assert (
        pick(keyvalue, here, conf=config(name="embedded"), environ=environ).reason
        == "ASSISTANT_MODEL"
    )


def test_what_a_probe_found_is_remembered_for_a_while(keyvalue: KeyValue, models: Path) -> None:
    with ScriptedServer() as server:
        ports = {"Ollama": server.port}
        for _ in range(3):
            assert pick(keyvalue, models, ports=ports).kind == "endpoint"
        assert len(server.requests) == 1
        later = NOW + timedelta(seconds=ModelConfig().probe_ttl + 1)
        pick(keyvalue, models, ports=ports, now=later)
        assert len(server.requests) == 2
        pick(keyvalue, models, ports=ports, now=later, fresh=True)
        assert len(server.requests) == 3


def test_that_nobody_answers_is_remembered_too(keyvalue: KeyValue, models: Path) -> None:
    with ScriptedServer() as server:
        port = server.port
    ports = {"Ollama": port}
    assert pick(keyvalue, models, ports=ports).kind == "none"
    with ScriptedServer(port=port) as server:
        assert pick(keyvalue, models, ports=ports).kind == "none"
        assert pick(keyvalue, models, ports=ports, fresh=True).kind == "endpoint"


def test_no_probe_when_it_is_turned_off(keyvalue: KeyValue, models: Path) -> None:
    with ScriptedServer() as server:
        conf = config(probe_local_servers=False)
        assert pick(keyvalue, models, conf=conf, ports={"Ollama": server.port}).kind == "none"
        assert server.requests == []


def test_silent_or_odd_servers_cost_one_timeout_in_all(keyvalue: KeyValue, models: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, ScriptedServer(models=()) as empty:
        many = {f"Silent {n}": silent.getsockname()[1] for n in range(60)}
        ports = {**many, "vLLM": empty.port, "LM Studio": closed_port()}
        started = time.monotonic()
        assert pick(keyvalue, models, ports=ports).kind == "none"
        assert time.monotonic() - started < len(many) * TIMEOUT


def test_connect_gives_what_was_chosen(here: Path) -> None:
    embedded = connect(Choice("embedded", SMALL, weights=here / f"{SMALL}.gguf"), Config(), {})
    assert isinstance(embedded, Embedded)
    assert (embedded.name, embedded.embedded) == (SMALL, True)
    endpoint = connect(Choice("endpoint", "m", "http://127.0.0.1:9/v1"), Config(), {})
    assert isinstance(endpoint, Endpoint)
    assert (endpoint.name, endpoint.embedded) == ("m", False)


@pytest.mark.parametrize(("keyed", "sent"), [(True, "Bearer sk-test"), (False, None)])
def test_only_a_keyed_choice_is_sent_the_key(keyed: bool, sent: str | None) -> None:
    with ScriptedServer(Reply("ok")) as server:
        choice = Choice("endpoint", "m", server.base_url, keyed=keyed)
        model = connect(choice, Config(), KEYED)
        assert model is not None
        list(model.stream(ChatRequest((ChatMessage("user", "hola"),))))
        assert server.requests[0].headers.get("authorization") == sent


def test_the_key_may_come_from_a_command() -> None:
    conf = ModelConfig(api_key_command=f"{sys.executable} -c 'print(\"sk-from-command\")'")
    assert read_key(conf, {}) == "sk-from-command"
    assert read_key(conf, KEYED) == "sk-test", "the variable comes first"
    assert read_key(ModelConfig(api_key_env="MY_KEY"), {"MY_KEY": " k "}) == "k"
    assert read_key(ModelConfig(), {}) == ""


@pytest.mark.parametrize("command", ["no-such-command-here", "false", "'unbalanced"])
def test_a_command_that_fails_is_told(command: str) -> None:
    with pytest.raises(ConfigurationError, match="api_key_command failed"):
        read_key(ModelConfig(api_key_command=command), {})


def test_a_command_leaves_what_is_piped_in_to_the_question() -> None:
    code = (
        "import sys; from assistant.config import ModelConfig; "
        "from assistant.llm.api_key import read_key; "
        "print(repr(read_key(ModelConfig(api_key_command='cat'), {})), sys.stdin.read())"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], input="asked", capture_output=True, text=True
    )
    assert ended.stdout == "'' asked\n", ended.stderr


def test_choosing_imports_nothing_heavy() -> None:
    code = (
        "import sys, assistant.llm.discover as d; "
        "print([m for m in ('openai', 'xllamacpp', 'tiktoken', 'numpy', 'urllib.request', 'http.client')"
        " if m in sys.modules])"
    )
    assert run(code) == "[]"


@pytest.mark.parametrize(
    ("environ", "blamed"),
    [({"OPENAI_BASE_URL": "not-a-url"}, "OPENAI_BASE_URL"), ({}, "set in the configuration")],
)
def test_an_address_that_is_none_is_said_once_with_the_place_that_has_it(
    environ: dict[str, str], blamed: str, keyvalue: KeyValue, models: Path
) -> None:
    with pytest.raises(ConfigurationError) as told:
        choose(config(base_url="not-a-url"), environ, None, keyvalue, NOW, models)
    assert told.value.message == f"'not-a-url' is no address of a server ({blamed})"
    assert str(told.value).count("not-a-url") == 1
