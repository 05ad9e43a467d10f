"""The small model in process. All slow: they need its weights and evaluate real prompts."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.config import HARD_BUDGET, EmbeddedConfig
from assistant.errors import BudgetExceeded, ModelUnavailable
from assistant.llm.base import ChatRequest, Finished, TextDelta
from assistant.llm.embedded import Embedded
from assistant.llm.llama import LlamaServer, spare_cores
from assistant.llm.tokens import Counter, learn, open_counter
from assistant.records import ChatMessage
from assistant.storage.open import open_stores
from tests.llm.samples import KINDS, sample

pytestmark = pytest.mark.slow

NOW = datetime(2026, 1, 30, 9, tzinfo=UTC)
NAME = "smollm2-135m-instruct"
STATIC = "You are a terse assistant. " + "Answer briefly and say only what you know. " * 8
CAPITAL = ChatRequest(
    (ChatMessage("system", STATIC), ChatMessage("user", "What is the capital of France?")),
    max_tokens=24,
    temperature=0.0,
)


def said(model: Embedded, request: ChatRequest = CAPITAL) -> tuple[str, Finished]:
    *pieces, last = model.stream(request)
    assert isinstance(last, Finished)
    return "".join(p.text for p in pieces if isinstance(p, TextDelta)), last


@pytest.fixture(scope="module")
def model(real_weights: Path) -> Iterator[Embedded]:
    model = Embedded(NAME, real_weights)
    model.warm_up()
    yield model
    model.close()


def test_it_answers_in_pieces_with_its_own_count(model: Embedded) -> None:
    text, end = said(model)
    assert "Paris" in text
    assert end.reason in ("stop", "length")
    prompt = model.template([{"role": m.role, "content": m.content} for m in CAPITAL.messages])
    assert end.usage.prompt_tokens == model.count(prompt)
    assert model.embedded
    assert model.name == NAME


def test_warm_up_starts_one_loading_and_close_is_final(real_weights: Path) -> None:
    other = Embedded(NAME, real_weights)
    for _ in range(3):
        other.warm_up()
    assert sum(thread.name == "load-model" for thread in threading.enumerate()) <= 1
    other.close()
    other.close()
    with pytest.raises(ModelUnavailable, match="closed"):
        said(other)


def test_a_schema_is_obeyed(model: Embedded) -> None:
    import json

    schema = {
        "type": "object",
        "properties": {
            "city": {"type": "string", "maxLength": 12},
            "n": {"type": "integer", "maximum": 9},
        },
        "required": ["city", "n"],
        "additionalProperties": False,
    }
    request = ChatRequest(CAPITAL.messages, response_schema=schema, max_tokens=80, temperature=0.0)
    assert set(json.loads(said(model, request)[0])) == {"city", "n"}


def test_a_request_over_its_context_is_a_matter_of_budget(model: Embedded) -> None:
    with pytest.raises(BudgetExceeded, match="context"):
        said(model, ChatRequest((ChatMessage("user", "hola " * 9000),)))


def test_closing_the_iterator_stops_the_generation(model: Embedded) -> None:
    """The quickest of some tries: on a busy machine any one of them may have to wait. What is
    asked next takes its own time, and not what was left of a list that cannot end by itself."""
    numbers = {"type": "array", "items": {"type": "integer"}, "minItems": 400}
    schema = {"type": "object", "properties": {"n": numbers}, "required": ["n"]}
    count = (ChatMessage("user", "Count."),)
    story = ChatRequest(count, response_schema=schema, max_tokens=600, temperature=0.0)

    def took(*request: ChatRequest) -> float:
        started = time.monotonic()
        said(model, *request)
        return time.monotonic() - started

    whole, alone = took(story), min(took() for _ in range(3))

    def closed_early() -> float:
        events = model.stream(story)
        next(events)
        started = time.monotonic()
        events.close()  # type: ignore[attr-defined]
        said(model)  # the slot is free again, long before 600 tokens
        return time.monotonic() - started

    assert min(closed_early() for _ in range(5)) < alone + whole / 2


def test_two_requests_at_once_are_served_in_turn(model: Embedded) -> None:
    texts: list[str] = []
    threads = [threading.Thread(target=lambda: texts.append(said(model)[0])) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(texts) == 2
    assert all("Paris" in text for text in texts)


def test_its_server_is_for_this_process_alone(model: Embedded) -> None:
    said(model)
    assert model._server is not None
    door, address = model._server._door, model._server._server.listening_address
    assert stat.S_IMODE(Path(door.hostname).parent.stat().st_mode) == 0o700
    for method, path in (
        ("GET", "/v1/models"),
        ("POST", "/v1/chat/completions"),
        ("GET", "/slots"),
        ("GET", "/props"),
    ):
        connection = door.connection(address)
        connection.request(method, path, headers={"Origin": "http://evil.example"})
        answer = connection.getresponse()
        assert answer.status in (401, 501)
        assert answer.getheader("Access-Control-Allow-Origin", "") == ""
        connection.close()


def test_it_works_where_even_loopback_is_cut(real_weights: Path) -> None:
    code = f"""
from pathlib import Path
from assistant.llm.base import ChatRequest
from assistant.llm.embedded import Embedded
from assistant.records import ChatMessage
model = Embedded("m", Path({str(real_weights)!r}))
list(model.stream(ChatRequest((ChatMessage("user", "hi"),), max_tokens=3)))
print(model.count("hello world") > 0)
door = Path(model._server._door.hostname)
model.close()
print(door.parent.exists())
"""
    done = subprocess.run(
        ["unshare", "-rn", sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    if "unshare" in done.stderr:
        pytest.skip("no network spaces here")
    assert (done.stdout, done.returncode) == ("True\nFalse\n", 0), done.stderr


def test_where_there_is_no_place_for_a_socket_file_it_listens_on_loopback(
    real_weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = tmp_path / ("far" * 40)
    far.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(far))
    server = LlamaServer(real_weights, EmbeddedConfig())
    assert server.count("hello") > 0
    assert list(far.iterdir()) == []
    server.close()


def test_nothing_reaches_the_terminal(real_weights: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.gguf").write_bytes(real_weights.read_bytes()[:3_000_000])
    code = f"""
from pathlib import Path
from assistant.errors import ModelUnavailable
from assistant.llm.base import ChatRequest
from assistant.llm.embedded import Embedded
from assistant.records import ChatMessage
request = ChatRequest((ChatMessage("user", "hi"),), max_tokens=3)
for path in ({str(tmp_path / "broken.gguf")!r}, "/no/such.gguf"):
    try:
        list(Embedded("broken", Path(path)).stream(request))
    except ModelUnavailable:
        print("refused")
model = Embedded("m", Path({str(real_weights)!r}))
list(model.stream(request))
print("done")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("refused\nrefused\ndone\n", "", 0)


def test_ctrl_c_stops_the_answer_and_the_process_leaves(real_weights: Path) -> None:
    code = f"""
from pathlib import Path
from assistant.llm.base import ChatRequest
from assistant.llm.embedded import Embedded
from assistant.records import ChatMessage
model = Embedded("m", Path({str(real_weights)!r}))
try:
    for event in model.stream(ChatRequest((ChatMessage("user", "Tell me a long story."),), max_tokens=4000)):
        print("piece", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "piece\n"
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=5)
    assert out.endswith("interrupted\n")
    assert (process.returncode, err) == (0, "")


# The static prompt's state.


def states_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.state"))


def with_state(real_weights: Path, folder: Path, static: str = STATIC) -> tuple[str, bool]:
    model = Embedded(NAME, real_weights, static_prompt=static, states=folder)
    try:
        return said(model)[0], model.restored
    finally:
        model.close()


def test_a_restored_state_gives_the_same_answer(real_weights: Path, tmp_path: Path) -> None:
    first = with_state(real_weights, tmp_path)
    second = with_state(real_weights, tmp_path)
    assert (first[1], second[1]) == (False, True)
    assert first[0] == second[0]
    (state,) = states_in(tmp_path)
    assert state.stat().st_mode & 0o777 == 0o600


def test_a_state_never_holds_what_was_said(real_weights: Path, tmp_path: Path) -> None:
    with_state(real_weights, tmp_path)
    first = states_in(tmp_path)[0].read_bytes()
    with_state(real_weights, tmp_path)
    assert states_in(tmp_path)[0].read_bytes() == first, "the conversation is not in it"


@pytest.mark.parametrize("damage", ["truncated", "altered", "emptied"])
def test_a_damaged_state_is_ignored_and_replaced(
    real_weights: Path, tmp_path: Path, damage: str
) -> None:
    expected = with_state(real_weights, tmp_path)[0]
    (state,) = states_in(tmp_path)
    data = state.read_bytes()
    altered = data[:5000] + bytes([data[5000] ^ 1]) + data[5001:]
    state.write_bytes(
        {"truncated": data[: len(data) // 2], "altered": altered, "emptied": b""}[damage]
    )
    assert with_state(real_weights, tmp_path) == (expected, False)
    assert with_state(real_weights, tmp_path) == (expected, True)


def test_another_prompt_has_a_state_of_its_own_and_old_ones_go(
    real_weights: Path, tmp_path: Path
) -> None:
    for number in range(6):
        assert not with_state(real_weights, tmp_path, f"{STATIC} Rule {number}.")[1]
    assert len(states_in(tmp_path)) == 4
    assert not list(tmp_path.glob("*.unfinished"))


def test_a_folder_that_cannot_be_written_costs_no_answer(
    real_weights: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    text, restored = with_state(real_weights, tmp_path / "file" / "states")
    assert "Paris" in text
    assert not restored


# Counting.


def truth(model: Embedded, messages: tuple[ChatMessage, ...]) -> int:
    return model.count(model.template([{"role": m.role, "content": m.content} for m in messages]))


def filled(counter: Counter, text: str) -> tuple[ChatMessage, ...]:
    """A request as large as the counter lets it be."""
    low, high = 0, HARD_BUDGET
    system = ChatMessage("system", STATIC)
    while low < high:
        middle = (low + high + 1) // 2
        messages = (system, ChatMessage("user", counter.cut(text, middle)))
        if counter.count_messages(messages) <= HARD_BUDGET:
            low = middle
        else:
            high = middle - 1
    return system, ChatMessage("user", counter.cut(text, low))


@pytest.mark.heavy
@pytest.mark.parametrize("kind", KINDS)
def test_P1_no_request_to_the_embedded_model_passes(
    model: Embedded, tmp_path: Path, kind: str
) -> None:
    stores = open_stores(tmp_path / "db", clock=lambda: NOW)
    counter = open_counter(model, stores.keyvalue, NOW)
    for seed in range(5):
        messages = filled(counter, sample(kind, seed))
        server = truth(model, messages)
        assert HARD_BUDGET * 0.9 <= server <= counter.count_messages(messages) <= HARD_BUDGET
    stores.close()


@pytest.mark.parametrize("kind", KINDS)
def test_P1_no_request_passes_with_a_tokenizer_that_is_not_known(
    model: Embedded, tmp_path: Path, kind: str
) -> None:
    """The same vocabulary behind an address: neither the first request nor the later ones pass."""
    from assistant.llm.openai import Endpoint

    stores = open_stores(tmp_path / "db", clock=lambda: NOW)
    unknown = Endpoint("unknown", "http://127.0.0.1:9/v1")
    for seed, taught in enumerate((None, "words", "palabras", kind)):
        if taught:
            counter = open_counter(unknown, stores.keyvalue, NOW)
            messages = (
                ChatMessage("system", STATIC),
                ChatMessage("user", counter.cut(sample(taught, 9), 900)),
            )
            learn(
                stores.keyvalue,
                "unknown",
                counter.count_messages(messages),
                truth(model, messages),
                NOW,
            )
        counter = open_counter(unknown, stores.keyvalue, NOW)
        assert truth(model, filled(counter, sample(kind, seed))) <= HARD_BUDGET
    stores.close()


def test_a_conversation_counts_exactly(model: Embedded, tmp_path: Path) -> None:
    stores = open_stores(tmp_path / "db", clock=lambda: NOW)
    counter = open_counter(model, stores.keyvalue, NOW)
    turns = [
        ChatMessage("user" if n % 2 == 0 else "assistant", f"Mensaje número {n}: ¿qué tal? 🙈")
        for n in range(7)
    ]
    messages = (ChatMessage("system", STATIC), *turns)
    assert (
        counter.count_messages(messages) - len(messages)
        <= truth(model, messages)
        <= counter.count_messages(messages)
    )
    stores.close()


def test_P1_a_system_message_that_the_template_adds_is_counted(
    model: Embedded, tmp_path: Path
) -> None:
    stores = open_stores(tmp_path / "db", clock=lambda: NOW)
    counter = open_counter(model, stores.keyvalue, NOW)
    messages = (ChatMessage("user", "Say ok."),)
    assert truth(model, messages) <= counter.count_messages(messages) <= truth(model, messages) + 2
    stores.close()


def test_one_core_is_left_to_the_others() -> None:
    assert 1 <= spare_cores() <= (os.cpu_count() or 1)
    assert EmbeddedConfig().threads == 0
