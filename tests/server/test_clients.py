"""Clients that people use, unchanged but for the address and the key (X1)."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from openai import APIStatusError, AuthenticationError, BadRequestError, NotFoundError, OpenAI

from tests.server.support import Running
from tests.servers.scripted import Reply, ScriptedServer

QUESTION = "what is the capital of France?"
PACKAGE = "openai@6"


@pytest.fixture
def client(served: Running) -> OpenAI:
    return OpenAI(base_url=f"{served.url}/v1", api_key=served.key, max_retries=0)


def test_X1_the_python_client_asks(client: OpenAI, model: ScriptedServer) -> None:
    model.replies = [Reply("Paris.")]
    got = client.chat.completions.create(
        model="gpt-4o", messages=[{"role": "user", "content": QUESTION}]
    )
    assert got.choices[0].message.content == "Paris."
    assert got.choices[0].finish_reason == "stop"
    assert got.usage is not None
    assert got.usage.total_tokens == got.usage.prompt_tokens + got.usage.completion_tokens
    assert got.usage.model_extra is not None
    assert got.usage.model_extra["saved_tokens"] == 0


def test_X1_the_python_client_streams(client: OpenAI, model: ScriptedServer) -> None:
    model.replies = [Reply("The capital is Paris.")]
    chunks = list(
        client.chat.completions.create(
            model="gpt-4o",
            messages=[{"role": "user", "content": QUESTION}],
            stream=True,
            stream_options={"include_usage": True},
        )
    )
    said = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
    assert said == "The capital is Paris."
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.prompt_tokens > 0


def test_X1_the_python_client_names_a_conversation_in_its_metadata(
    client: OpenAI, served: Running
) -> None:
    for text in (QUESTION, "and of Spain?"):
        client.chat.completions.create(
            model="m",
            messages=[{"role": "user", "content": text}],
            metadata={"conversation": "capitals"},
        )
    (found,) = served.call("GET", "/v1/conversations").json["data"]
    assert found["turn_count"] == 2


def test_X1_the_python_client_understands_the_failures(
    client: OpenAI, served: Running, model: ScriptedServer
) -> None:
    stranger = OpenAI(base_url=f"{served.url}/v1", api_key="ak-no", max_retries=0)
    with pytest.raises(AuthenticationError):
        stranger.models.list()
    with pytest.raises(NotFoundError):
        client.models.retrieve("gpt-4o")
    with pytest.raises(BadRequestError) as failed:
        client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": QUESTION}], n=2
        )
    assert failed.value.param == "n"
    model.replies = [Reply(status=401)]
    with pytest.raises(APIStatusError) as broken:
        client.chat.completions.create(model="m", messages=[{"role": "user", "content": QUESTION}])
    assert broken.value.code == "model_refused_key"
    assert [m.id for m in client.models.list()] == ["assistant"]


SCRIPT = """
import OpenAI from 'openai';
const client = new OpenAI({baseURL: process.argv[2], apiKey: process.argv[3], maxRetries: 0});
const messages = [{role: 'user', content: 'what is the capital of France?'}];
const whole = await client.chat.completions.create({model: 'gpt-4o', messages});
const stream = await client.chat.completions.create(
  {model: 'gpt-4o', messages: [{role: 'user', content: 'and of Spain?'}],
   stream: true, stream_options: {include_usage: true}});
let streamed = '', usage = null;
for await (const chunk of stream) {
  streamed += chunk.choices[0]?.delta?.content ?? '';
  usage = chunk.usage ?? usage;
}
let refused = 0;
try { await client.chat.completions.create({model: 'm', messages, n: 2}); }
catch (error) { refused = error.status; }
console.log(JSON.stringify({whole: whole.choices[0].message.content, streamed, usage, refused}));
"""


@pytest.mark.slow
def test_X1_the_javascript_client_asks_and_streams(
    served: Running, model: ScriptedServer, tmp_path: Path
) -> None:
    node = installed(PACKAGE, tmp_path)
    (tmp_path / "ask.mjs").write_text(SCRIPT)
    model.replies = [Reply("Paris is the capital today.")]
    done = subprocess.run(
        [node, "ask.mjs", f"{served.url}/v1", served.key],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    got = json.loads(done.stdout)
    assert got["whole"] == got["streamed"] == "Paris is the capital today."
    assert got["usage"]["total_tokens"] > 0
    assert got["refused"] == 400


def installed(package: str, folder: Path) -> str:
    """A package of npm in that folder; skips where it cannot be had. Returns node."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("node and npm are not installed")
    (folder / "package.json").write_text("{}")
    words = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts"]
    words += ["--fetch-retries=0", "--fetch-timeout=20000", package]
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm does not get {package} in time")
    if done.returncode:
        pytest.skip(f"npm cannot get {package}: {done.stderr.strip()[-200:]}")
    return node


@pytest.mark.slow
def test_X1_llm_asks_with_a_model_of_its_configuration(
    served: Running, model: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if find_spec("llm") is None:
        pytest.skip("llm is not installed")
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    entry = (
        "- model_id: mine\n  model_name: assistant\n  api_key_name: mine\n"
        f"  api_base: {served.url}/v1\n"
    )
    (tmp_path / "extra-openai-models.yaml").write_text(entry)
    model.replies = [Reply("Paris.")]
    words = ["-m", "llm", "prompt", "-m", "mine", "--key", served.key, "-s", "Be short", QUESTION]
    for more in ((), ("--no-stream",)):
        done = subprocess.run(
            [sys.executable, *words, *more], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == "Paris."
