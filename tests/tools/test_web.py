"""Only public pages are fetched: by name, by number, by redirect; within bounds."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest

from assistant.tools.base import ToolFailure
from assistant.tools.calls import Call
from assistant.tools.web.addresses import is_public, literal, reachable
from assistant.tools.web.fetching import LARGEST, Fetcher, request_of, site_of
from assistant.tools.web.html import as_text
from tests.bounds import PATIENCE
from tests.tools.support import Bench, code

PUBLIC = "93.184.216.34"
REFUSED = [
    "127.0.0.1", "127.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1",
    "017700000001", "0x7f.0x0.0x0.0x1", "0", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255",
    "192.168.1.1", "3232235777", "169.254.169.254", "0xa9fea9fe", "2852039166", "100.64.0.1",
    "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1",
    "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1", "2002:7f00:1::", "2002:a00:1::1", "2001:db8::1", "::ffff:169.254.169.254",
    "fec0::1", "feff::1", "fe80::a9fe:a9fe", "fd00:ec2::254", "100.100.100.200", "168.63.129.16",
    "192.0.0.192", "0xa83f8110", "::ffff:168.63.129.16", "64:ff9b::a9fe:a9fe", "64:ff9b::a83f:8110",
    "64:ff9b:1::a00:1", "2002:a9fe:a9fe::", "2002:a83f:8110::1", "2001:0:a00:1::1",
    "2001:470:1f0b::5efe:10.0.0.1", "2001:470:1f0b::200:5efe:169.254.169.254", "::ffff:0:10.0.0.1",
    "5f00::1", "100::1", "4000::1", "fe00::1", "3fff::1", "3fff:fff:ffff::1",
]  # fmt: skip


@pytest.mark.parametrize("host", REFUSED)
def test_private_addresses_are_refused_in_every_spelling(host: str) -> None:
    def never(*_: object) -> Sequence[str]:
        raise AssertionError("a number needs no resolver")

    with pytest.raises(ToolFailure, match="not a public address"):
        reachable(host, 80, never)
    written = f"[{host}]" if ":" in host else host
    with pytest.raises(ToolFailure):
        Fetcher(never).fetch(f"http://{written}/", 1)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946",
                                     "::ffff:8.8.8.8", "64:ff9b::808:808"])  # fmt: skip
def test_public_addresses_are_allowed(address: str) -> None:
    assert is_public(address)


def test_a_name_that_resolves_to_a_private_address_is_refused() -> None:
    for found in (["127.0.0.1"], ["::1"], [PUBLIC, "10.0.0.1"], ["::ffff:192.168.0.1"], []):
        with pytest.raises(ToolFailure, match="not a public address"):
            reachable("intranet.example.com", 80, lambda *_, f=found: f)
    with pytest.raises(ToolFailure, match="not a public address"):
        reachable("localhost", 80)
    assert reachable("example.com", 80, lambda *_: [PUBLIC]) == PUBLIC


@pytest.mark.parametrize(
    "name",
    ["metadata.google.internal", "metadata.google.internal.", "METADATA.GOOGLE.INTERNAL", "metadata",
     "router", "printer.local", "nas.home.arpa", "app.localhost", "localhost."],
)  # fmt: skip
def test_names_of_this_network_are_not_even_looked_up(name: str) -> None:
    def never(*_: object) -> Sequence[str]:
        raise AssertionError(name)

    with pytest.raises(ToolFailure, match="not a public address"):
        reachable(name, 80, never)


def test_a_name_is_not_taken_for_a_number() -> None:
    for name in ("example.com", "a1", "face.b00c.com", "xn--nandu-pta.ar"):
        assert literal(name) is None


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://example.com/",
        "example.com",
        "http://",
        "http:///etc/passwd",
        "javascript:alert(1)",
        "http://user:pass@example.com/",
        "http://example.com:99999/",
        "http://exa\r\nmple.com/",
        "http://[::1",
        "http://example.com:0/",
    ],
)
def test_only_plain_web_addresses_are_fetched(url: str) -> None:
    def never(*_: object) -> Sequence[str]:
        raise AssertionError(url)

    with pytest.raises((ToolFailure, AssertionError)) as refusal:
        Fetcher(never).fetch(url, 1)
    assert isinstance(refusal.value, ToolFailure) or "mple" in url


class Site(BaseHTTPRequestHandler):
    """Pages of a test."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        seen.append(f"{self.headers['Host']}{self.path}")
        kind = "text/html; charset=utf-8"
        body = b"<title>A page</title><h1>Hi</h1><script>bad()</script><p>One <b>two</b></p>"
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", unquote(self.path.removeprefix("/to/")))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if self.path == "/loop":
            self.send_response(301)
            self.send_header("Location", "/loop")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if self.path == "/large":
            body = b"x" * (LARGEST + 500_000)
            kind = "text/plain"
        if self.path == "/image":
            kind = "image/png"
        if self.path == "/latin":
            body, kind = "ñandú".encode("latin-1"), "text/plain; charset=latin-1"
        if self.path == "/missing":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.path == "/drip":
            with contextlib.suppress(OSError):  # the reader hung up
                for byte in body:
                    time.sleep(1)
                    self.wfile.write(bytes([byte]))
            return
        self.wfile.write(body)


seen: list[str] = []


@pytest.fixture
def port() -> Iterator[int]:
    seen.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def everyone(host: str, port: int) -> Sequence[str]:
    """Every name leads to the test's site."""
    return ["127.0.0.1"]


def local_site(address: str) -> bool:
    """What a test allows beside the public internet."""
    return address == "127.0.0.1"


def fetcher() -> Fetcher:
    return Fetcher(everyone, local_site)


def test_a_page_comes_as_text(port: int) -> None:
    page = fetcher().fetch(f"http://example.com:{port}/ok", 5)
    assert (page.title, page.text) == ("A page", "# Hi\n\nOne two")
    assert seen == [f"example.com:{port}/ok"], "the name is asked for, the address connected to"


def test_the_address_that_was_checked_is_the_one_connected_to(port: int) -> None:
    """A name that changes its mind after the check (DNS rebinding) is not asked again."""
    answers = [["127.0.0.1"], ["10.0.0.1"]]
    page = Fetcher(lambda *_: answers.pop(0), local_site).fetch(f"http://a.example:{port}/", 5)
    assert page.text
    assert len(answers) == 1


@pytest.mark.parametrize("target", ["http://10.0.0.1/", "http://[::1]/", "http://0x7f.2/",
                                    "//192.168.0.1/x", "http://2130706434/"])  # fmt: skip
def test_a_redirect_to_a_private_address_is_refused(port: int, target: str) -> None:
    with pytest.raises(ToolFailure, match="not a public address"):
        fetcher().fetch(f"http://example.com:{port}/to/{target}", 5)
    assert len(seen) == 1


def test_a_redirect_by_name_is_resolved_and_checked_too(port: int) -> None:
    def resolver(host: str, _: int) -> Sequence[str]:
        return ["127.0.0.1"] if host == "example.com" else ["10.1.2.3"]

    with pytest.raises(ToolFailure, match=r"inside\.example"):
        Fetcher(resolver, local_site).fetch(
            f"http://example.com:{port}/to/http://inside.example/", 5
        )


def test_a_redirect_to_another_scheme_is_refused(port: int) -> None:
    with pytest.raises(ToolFailure, match="http and https"):
        fetcher().fetch(f"http://example.com:{port}/to/file:///etc/passwd", 5)


def test_redirects_end(port: int) -> None:
    assert fetcher().fetch(f"http://example.com:{port}/to//ok", 5).title == "A page"
    with pytest.raises(ToolFailure, match="redirects"):
        fetcher().fetch(f"http://example.com:{port}/loop", 5)


def test_size_and_time_are_bounded(port: int) -> None:
    assert len(fetcher().fetch(f"http://example.com:{port}/large", 5).text) == LARGEST
    started = time.monotonic()
    with pytest.raises(ToolFailure):
        fetcher().fetch(f"http://example.com:{port}/drip", 0.3)
    assert time.monotonic() - started < PATIENCE, "the page takes more than a minute"


def test_what_is_no_text_or_not_there_is_refused(port: int) -> None:
    with pytest.raises(ToolFailure, match="image/png"):
        fetcher().fetch(f"http://example.com:{port}/image", 5)
    with pytest.raises(ToolFailure, match="404"):
        fetcher().fetch(f"http://example.com:{port}/missing", 5)
    assert fetcher().fetch(f"http://example.com:{port}/latin", 5).text == "ñandú"


def test_the_tool_is_off_by_default_and_refuses_this_machine(tmp_path: Path, port: int) -> None:
    from assistant.config import ToolsConfig
    from assistant.tools.builtin.web import TOOLS

    assert code(Bench(tmp_path, TOOLS).run("web.fetch", url="http://x.y")) == "TOOL_NOT_FOUND"
    bench = Bench(tmp_path, TOOLS, ToolsConfig(on=("web",), allow=("web.fetch",)))
    for host in ("localhost", "127.0.0.1", "[::1]", "2130706433"):
        result = bench.run("web.fetch", url=f"http://{host}:{port}/ok")
        assert code(result) == "EXECUTION_ERROR"
    assert not seen


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a<p>b", "a\n\nb"),
        ("<ul><li>one<li>two</ul>", "- one\n- two"),
        ("<nav>menu<div>x</div></nav><p>real</p>", "real"),
        ("<table><tr><td>a<td>b</table>", "| a | b"),
        ("a &amp; b &lt;c&gt;", "a & b <c>"),
        ("<style>p{}</style><!-- no --><p>yes", "yes"),
        ("<head><title>t</title><body><p>open head", "open head"),
        ("<" * 1000, "<" * 1000),
        ("</nav></p>fine", "fine"),
    ],
)
def test_html_becomes_text(html: str, text: str) -> None:
    assert as_text(html)[1].replace("\n\n", "\n") == text.replace("\n\n", "\n")


def test_a_redirect_stays_on_the_site_that_was_agreed_to(port: int) -> None:
    """What stands in the address would go along to whoever the site names."""
    for target in (f"http://other.example:{port}/ok?taken=along", "//other.example/x"):
        with pytest.raises(ToolFailure, match=r"another site: http://other\.example"):
            fetcher().fetch(f"http://example.com:{port}/to/{target}", 5)
    same = fetcher().fetch(f"http://example.com:{port}/to/http://www.example.com:{port}/ok", 5)
    assert same.title == "A page"
    assert not any("other" in where.split("/")[0] for where in seen)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://example.com/a", "https://example.com:443/b", True),
        ("https://EXAMPLE.com./", "https://www.example.com/", True),
        ("https://example.com/", "https://example.com:8443/", False),
        ("https://example.com/", "https://evil.example.com/", False),
        ("https://example.com/", "https://example.com.evil.org/", False),
    ],
)
def test_what_one_site_is(one: str, other: str, same: bool) -> None:
    assert (site_of(one) == site_of(other)) is same


def test_T6_a_fetch_shows_all_that_leaves_and_asks_once_a_site(tmp_path: Path) -> None:
    from assistant.config import ToolsConfig
    from assistant.tools.builtin.web import TOOLS

    bench = Bench(tmp_path, TOOLS, ToolsConfig(on=("web",)), says="no")
    url = "https://example.com/find?q=my%20address&" + "x" * 500
    bench.run("web.fetch", url=url)
    (question,) = bench.asked
    assert f"GET {url}" in question.words
    assert "example.com" in question.words
    assert (question.scope, question.may_always) == ("example.com", False)

    fetched: list[str] = []

    def handler(url: str) -> str:
        """Fetch."""
        fetched.append(url)
        return "page"

    tool = replace(TOOLS[0], handler=handler, validator=None)
    bench = Bench(tmp_path, [tool], ToolsConfig(on=("web",)), says="once")

    def run(url: str, conversation: str) -> None:
        bench.pipeline.execute(Call("web.fetch", {"url": url}, "en", conversation))

    run("https://example.com/1", "a")
    run("https://www.example.com/2", "a")
    assert len(bench.asked) == 1, "the same site, the same conversation"
    run("https://example.org/1", "a")
    run("https://example.com/3", "b")
    assert [q.scope for q in bench.asked] == ["example.com", "example.org", "example.com"]
    assert len(fetched) == 4
    assert bench.kept == []


def test_T6_nobody_there_nothing_is_fetched_unless_the_configuration_says_so(
    tmp_path: Path,
) -> None:
    from assistant.config import ToolsConfig
    from assistant.tools.builtin.web import TOOLS

    def handler(url: str) -> str:
        """Fetch."""
        return "page"

    tool = replace(TOOLS[0], handler=handler, validator=None)
    alone = Bench(tmp_path, [tool], ToolsConfig(on=("web",)))
    refused = alone.run("web.fetch", url="https://example.com/")
    assert refused.error is not None
    assert "nobody is there" in refused.error.message
    told = Bench(tmp_path, [tool], ToolsConfig(on=("web",), allow=("web.fetch",)))
    assert told.run("web.fetch", url="https://example.com/").success


def test_a_name_in_other_letters_is_shown_as_it_is_asked_for() -> None:
    sent = request_of("https://ex\u0430mple.com/x y?z=\u00e9")
    assert "xn--exmple-4nf.com" in sent.host
    assert sent.line.endswith("/x%20y?z=%C3%A9")
