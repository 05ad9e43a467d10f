"""The scripted server as a process, the way benchmarks and end-to-end tests use it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.servers.scripted import Reply, ScriptedServer

ROOT = Path(__file__).parent.parent.parent


def ask(url: str) -> str:
    body = {"messages": [{"role": "user", "content": "hola"}]}
    with urllib.request.urlopen(f"{url}/chat/completions", json.dumps(body).encode()) as answer:
        return str(json.loads(answer.read())["choices"][0]["message"]["content"])


def test_it_runs_as_a_process_with_a_script(tmp_path: Path) -> None:
    script, port, record = (tmp_path / name for name in ("script.json", "port", "record.jsonl"))
    script.write_text(json.dumps([{"text": "uno"}, {"text": "dos"}]))
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.servers.scripted"),
            *("--port-file", port, "--script", script, "--record", record),
        ],
        cwd=ROOT,
    )
    try:
        deadline = time.monotonic() + 10
        while not port.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        url = f"http://127.0.0.1:{port.read_text()}/v1"
        assert [ask(url), ask(url), ask(url)] == ["uno", "dos", "dos"]
        assert len(record.read_text().splitlines()) == 3
    finally:
        process.terminate()
        process.wait(5)


def test_it_starts_and_stops_again_and_again() -> None:
    for _ in range(5):
        with ScriptedServer(Reply("x")) as server:
            assert ask(server.base_url) == "x"
