"""A ready chat component in a browser, unchanged but for the address and the key (X1)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser import Browser, executable
from tests.server.support import running
from tests.server.test_clients import installed
from tests.servers.scripted import Reply, ScriptedServer

pytestmark = pytest.mark.slow
PAGE = """<!doctype html><meta charset="utf-8"><title>waiting</title>
<deep-chat id="chat"></deep-chat>
<script type="module" src="node_modules/deep-chat/dist/deepChat.bundle.js"></script>
<script type="module">
  const chat = document.getElementById('chat');
  chat.directConnection = {openAI: {
    key: KEY, completions: true, chat: {max_messages: 0}, model: 'gpt-4o'}};
  chat.connect = {url: ADDRESS, stream: STREAM};
  chat.onError = error => { document.title = 'error: ' + error; };
  chat.onComponentRender = () => {
    if (document.title != 'waiting') return;
    document.title = 'asked';
    chat.submitUserMessage({text: 'what is the capital of France?'});
  };
</script>"""


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@contextmanager
def closing(files: ThreadingHTTPServer) -> Iterator[None]:
    try:
        yield
    finally:
        files.shutdown()
        files.server_close()


@pytest.mark.parametrize("stream", [False, True])
def test_X1_deep_chat_shows_the_answer(
    home: Path, model: ScriptedServer, tmp_path: Path, stream: bool
) -> None:
    if executable() is None:
        pytest.skip("Chromium is not installed")
    installed("deep-chat@2", tmp_path)
    model.replies = [Reply("The capital is Paris.")]
    files = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(tmp_path)))
    threading.Thread(target=files.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{files.server_address[1]}"
    (tmp_path / "to.html").write_text(
        f'<meta http-equiv="refresh" content="1;url={origin}/page.html"><p>wait'
    )
    with running(home, model, origins=[origin]) as served, closing(files):
        told = {
            "KEY": served.key,
            "ADDRESS": f"{served.url}/v1/chat/completions",
            "STREAM": stream,
        }
        page = PAGE
        for name, value in told.items():
            page = page.replace(name, json.dumps(value))
        (tmp_path / "page.html").write_text(page)
        with Browser(tmp_path / "profile") as browser:
            opened = browser.open(tmp_path / "to.html", width=800, dark=False)
            until = time.monotonic() + 30
            said: list[str] = []
            while "The capital is Paris." not in said and time.monotonic() < until:
                time.sleep(0.1)
                found = browser.value(
                    "JSON.stringify(document.querySelector('deep-chat')?.getMessages?.() ?? [])"
                )
                said = [m.get("text", "") for m in json.loads(found or "[]")]
            title = browser.value("document.title")
        assert "The capital is Paris." in said, (said, title, opened.complaints)
        (found,) = served.call("GET", "/v1/conversations").json["data"]
        assert found["turn_count"] == 1
