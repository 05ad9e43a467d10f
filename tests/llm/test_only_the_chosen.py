"""Nothing travels but to the endpoint that was chosen: no redirect, no proxy, no stray header."""

from __future__ import annotations

import http.server
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import openai
import pytest

from assistant.config import Config
from assistant.errors import AssistantError, ModelUnavailable
from assistant.llm import openai as endpoint
from assistant.llm import weights
from assistant.llm.address import is_this_machine
from assistant.llm.base import ChatRequest
from assistant.llm.discover import choose, connect
from assistant.llm.download import _Redirects, download
from assistant.llm.openai import Endpoint
from assistant.llm.probe import list_models
from assistant.records import ChatMessage
from assistant.storage.open import open_stores
from tests.servers.files import FileServer
from tests.servers.scripted import Reply, ScriptedServer

REQUEST = ChatRequest((ChatMessage("user", "my brother is called Anselmo"),))


@pytest.fixture
def elsewhere() -> Iterator[ScriptedServer]:
    """Whoever a redirect leads to: asked for nothing, told nothing."""
    with ScriptedServer(Reply("caught")) as server:
        yield server
        assert server.requests == [], "nothing is sent on"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_takes_no_prompt_along(elsewhere: ScriptedServer, status: int) -> None:
    there = {"Location": f"{elsewhere.base_url}/chat/completions"}
    with ScriptedServer(Reply(status=status, headers=there, body="{}")) as server:
        with pytest.raises(ModelUnavailable, match="points elsewhere") as caught:
            list(Endpoint("m", server.base_url, "sk-mine").stream(REQUEST))
        assert len([r for r in server.requests if r.method == "POST"]) == 1, (
            "and is not tried again"
        )
    assert elsewhere.base_url in caught.value.message
    assert caught.value.hint.endswith(f"= {elsewhere.base_url}"), "what to do if it is trusted"


@pytest.mark.parametrize("location", ["", "http://[", "http://h:99999/", "//\x1b]0;x\x07/v1"])
def test_a_redirect_to_nowhere_is_an_expected_failure_too(location: str) -> None:
    headers = {"Location": location} if location else {}
    with (
        ScriptedServer(Reply(status=307, headers=headers, body="{}")) as server,
        pytest.raises(ModelUnavailable, match="points elsewhere"),
    ):
        list(Endpoint("m", server.base_url).stream(REQUEST))


class Pointer(http.server.BaseHTTPRequestHandler):
    """Redirects whatever it is asked."""

    def log_message(self, format: str, *args: object) -> None: ...

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.send_response(307)
        self.send_header("Location", cast("PointingServer", self.server).target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        self.do_POST()


class PointingServer(http.server.ThreadingHTTPServer):
    target = ""


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    if not shutil.which("openssl"):
        pytest.skip("needs openssl")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(tmp_path / "both.pem"), "-out", str(tmp_path / "cert.pem")),
        ],
        check=True,
        capture_output=True,
    )
    both = tmp_path / "both.pem"
    both.write_text(both.read_text() + (tmp_path / "cert.pem").read_text())
    return both


def test_a_redirect_over_tls_takes_no_prompt_along(
    elsewhere: ScriptedServer, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.with_name("cert.pem")))
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")  # left behind: this machine needs none
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = PointingServer(("127.0.0.1", 0), Pointer)
    server.target = f"{elsewhere.base_url}/chat/completions"
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"https://127.0.0.1:{server.server_address[1]}/v1"
    with pytest.raises(ModelUnavailable, match="points elsewhere"):
        list(Endpoint("m", url).stream(REQUEST))
    with pytest.raises(ModelUnavailable, match="points elsewhere"):
        Endpoint("m", url).models()
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("url", "trusted"),
    [
        ("https://gateway.example/v1", True),  # it passes on what it cannot read
        ("http://192.168.1.5:11434/v1", False),  # it would read the prompt
        ("HTTP://gateway.example/v1", False),
        ("https://127.0.0.1/v1", False),
        ("http://localhost:11434/v1", False),
    ],
)
def test_a_proxy_sees_only_what_it_cannot_read(url: str, trusted: bool) -> None:
    client = endpoint._http_client(openai, lambda _: None, lambda _: None, url)
    assert client.follow_redirects is False
    assert client.trust_env is trusted
    client.close()


class Proxy(Pointer):
    """Writes down what it is asked to pass on, and passes nothing on."""

    def do_GET(self) -> None:
        cast("ProxyServer", self.server).saw.append(f"{self.requestline} {self.headers}")
        self.send_error(502)

    def do_CONNECT(self) -> None:
        self.do_GET()


class ProxyServer(http.server.ThreadingHTTPServer):
    saw: list[str]


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[ProxyServer]:
    server = ProxyServer(("127.0.0.1", 0), Proxy)
    server.saw = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{server.server_address[1]}")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("user", ["", "me:pass@"])
@pytest.mark.parametrize("scheme", ["http", "HTTP"])
def test_models_pull_shows_a_proxy_nothing_that_it_could_read(
    proxy: ProxyServer, tmp_path: Path, user: str, scheme: str
) -> None:
    address = f"{scheme}://{user}models.invalid/tiny.gguf?token=mine"
    with pytest.raises(AssistantError) as caught:
        download(address, tmp_path / "part", lambda _done, _all: None)
    assert proxy.saw == []
    if not user:
        assert "https" in caught.value.hint, "what to do"


def test_models_pull_has_a_proxy_pass_on_what_it_cannot_read(
    proxy: ProxyServer, tmp_path: Path
) -> None:
    with pytest.raises(ModelUnavailable):
        weights.pull("https://models.invalid/tiny.gguf?token=mine", tmp_path / "models")
    (asked,) = proxy.saw
    assert asked.startswith("CONNECT models.invalid:443 ")
    assert "mine" not in asked


def test_headers_that_variables_left_behind_stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-mine")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-mine")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-admin")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Account: mine")
    monkeypatch.setenv("NETRC", "/nonexistent")
    with ScriptedServer() as server:
        list(Endpoint("m", server.base_url).stream(REQUEST))
        (request,) = server.requests
    assert not any("mine" in value or "sk-" in value for value in request.headers.values())


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "0.0.0.0", "2130706433", "[::ffff:127.0.0.1]", "0x7f.1"]
)
def test_neither_key_nor_header_goes_to_this_machine_however_it_is_spelled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, host: str
) -> None:
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Account: mine")
    keyed = {"OPENAI_API_KEY": "sk-openai"}
    now = datetime(2026, 1, 30, 9, tzinfo=UTC)
    stores = open_stores(tmp_path / "assistant.db", clock=lambda: now)
    with ScriptedServer() as server:
        flag = f"http://{host}:{server.port}/v1|m"
        choice = choose(Config(), keyed, flag, stores.keyvalue, now, tmp_path)
        model = connect(choice, Config(), keyed)
        assert model is not None
        list(model.stream(REQUEST))
        model.close()
        (request,) = server.requests
    stores.close()
    assert not any("mine" in value or "sk-" in value for value in request.headers.values())


def test_netrc_gives_nothing_away(home: Path) -> None:
    home.parent.joinpath(".netrc").write_text("machine 127.0.0.1 login me password secret\n")
    home.parent.joinpath(".netrc").chmod(0o600)
    with ScriptedServer() as server:
        list(Endpoint("m", server.base_url).stream(REQUEST))
        assert "authorization" not in server.requests[0].headers


def test_a_redirect_is_no_list_of_models(elsewhere: ScriptedServer) -> None:
    server = PointingServer(("127.0.0.1", 0), Listing)
    server.target = f"{elsewhere.base_url}/models"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    assert list_models("127.0.0.1", server.server_address[1], timeout=5) == []
    server.shutdown()
    server.server_close()


class Listing(http.server.BaseHTTPRequestHandler):
    """A redirect whose body looks like a list of models."""

    def log_message(self, format: str, *args: object) -> None: ...

    def do_GET(self) -> None:
        body = b'{"data": [{"id": "m"}]}'
        self.send_response(302)
        self.send_header("Location", cast("PointingServer", self.server).target)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://127.0.0.1:1/v1", True),
        ("http://127.1/v1", True),
        ("http://localhost./v1", True),
        ("http://LOCALHOST/v1", True),
        ("http://[::1]:8080/v1", True),
        ("http://LocalHost.:80/v1", True),
        ("http://me.localhost/v1", True),
        ("http://ip6-localhost/v1", True),
        ("http://0.0.0.0:1/v1", True),
        ("http://0/v1", True),
        ("http://[::]/v1", True),
        ("http://2130706433:1/v1", True),
        ("http://0x7f.1/v1", True),
        ("http://0177.0.0.1/v1", True),
        ("http://127.0.0.1./v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://[::ffff:127.0.0.1]:1/v1", True),
        ("http://[::ffff:7f00:1]/v1", True),
        ("http://[::ffff:0.0.0.0]/v1", True),
        ("http://[0:0:0:0:0:0:0:1]/v1", True),
        ("http://[::1%25lo]/v1", True),
        ("http://%31%32%37.0.0.1/v1", True),
        ("http://１２７。0.0.1/v1", True),
        ("http://me:pw@127.1:80/v1", True),
        ("http://128.0.0.1/v1", False),
        ("http://3232235777/v1", False),
        ("http://[::ffff:192.168.1.1]/v1", False),
        ("http://[2001:db8::1]/v1", False),
        ("http://localhosts/v1", False),
        ("http://0.0.0.0.evil.example/v1", False),
        ("http://127.0.0.1.evil.example/v1", False),
        ("http://127.evil.example/v1", False),
        ("http://localhost.evil.example/v1", False),
        ("http://evil.example/?127.0.0.1", False),
        ("http://127.0.0.1@evil.example/v1", False),
        ("http://[/v1", False),
        ("", False),
    ],
)
def test_only_this_machine_counts_as_this_machine(url: str, here: bool) -> None:
    assert is_this_machine(url) is here


def test_models_pull_follows_no_redirect_to_another_place(tmp_path: Path) -> None:
    content = b"GGUF" + b"x" * 1000
    with FileServer(content) as store:
        server = PointingServer(("127.0.0.1", 0), Pulling)
        server.target = store.url()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        with pytest.raises(ModelUnavailable, match="points elsewhere") as caught:
            weights.pull(f"{url}/tiny.gguf", tmp_path / "models")
        assert store.url() in caught.value.message
        assert store.ranges == [], "not even with a hash: it is no https"
        server.target = "/other.gguf"  # at the same address
        with pytest.raises(ModelUnavailable, match=r"broke off|redirect|status"):
            weights.pull(f"{url}/loop.gguf", tmp_path / "models")
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("first", "then", "sha256"),
    [
        ("0.0.0.0", "0.0.0.0", None),
        ("127.0.0.1", "2130706433", "0" * 64),
        ("127.0.0.1", "[::ffff:127.0.0.1]", "0" * 64),
    ],
)
def test_models_pull_is_sent_to_no_other_port_of_this_machine(
    tmp_path: Path, first: str, then: str, sha256: str | None
) -> None:
    server = PointingServer(("127.0.0.1", 0), Pulling)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.setblocking(False)
        server.target = f"https://{then}:{other.getsockname()[1]}/tiny.gguf"
        url = f"http://{first}:{server.server_address[1]}/tiny.gguf"
        with pytest.raises(ModelUnavailable, match="points elsewhere"):
            weights.pull(url, tmp_path / "models", sha256=sha256)
        with pytest.raises(BlockingIOError):
            other.accept()
    server.shutdown()
    server.server_close()


class Pulling(Pointer):
    def do_GET(self) -> None:
        self.send_response(302)
        self.send_header("Location", cast("PointingServer", self.server).target)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.mark.parametrize(
    ("source", "target", "plain", "checked"),
    [
        ("https://huggingface.co/a/b", "https://cdn-lfs-us-1.hf.co/x", True, True),
        ("https://huggingface.co/a/b", "https://cas-bridge.xethub.hf.co/x", True, True),
        ("https://github.com/a/b", "https://objects.githubusercontent.com/x", True, True),
        ("https://huggingface.co/a/b", "https://evilhf.co/x", False, True),
        ("https://huggingface.co/a/b", "https://hf.co.evil.example/x", False, True),
        ("https://huggingface.co/a/b", "http://cdn-lfs.hf.co/x", False, False),
        ("https://one.example/a", "https://one.example/b", True, True),
        ("https://one.example/a", "https://two.example/b", False, True),
        ("https://one.example/a", "http://one.example/b", False, False),
        ("http://one.example/a", "https://one.example/b", True, True),
        ("http://one.example:80/a", "https://one.example:443/b", True, True),
        ("https://one.example/a", "https://one.example:443/b", True, True),
        ("https://one.example/a", "https://one.example:8443/b", False, True),
        ("http://one.example:8080/a", "https://one.example/b", False, True),
        ("https://huggingface.co/a/b", "https://cdn-lfs.hf.co:8443/x", False, True),
        ("https://one.example/a", "https://127.0.0.1/b", False, False),
        ("https://one.example/a", "https://2130706433/b", False, False),
        ("https://one.example/a", "https://[::ffff:127.0.0.1]/b", False, False),
        ("http://0.0.0.0:1/a", "https://0.0.0.0:2/b", False, False),
        ("https://one.example/a", "ftp://one.example/b", False, False),
    ],
)
def test_where_models_pull_may_be_sent(
    source: str, target: str, plain: bool, checked: bool
) -> None:
    from urllib.parse import urlsplit

    assert _Redirects(source, checked=False)._allowed(urlsplit(target)) is plain
    assert _Redirects(source, checked=True)._allowed(urlsplit(target)) is checked
