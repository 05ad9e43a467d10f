"""Feeds as they come, and a server on loopback that gives them in every way that servers do."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

NOW = datetime(2026, 1, 30, 9, 0, tzinfo=UTC)
DATE = "Fri, 02 Jan 2026 08:00:00 GMT"


def rss(*items: str, title: str = "Wire") -> bytes:
    return (
        f'<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>{title}</title>'
        f"{''.join(items)}</channel></rss>"
    ).encode()


def item(title: str, summary: str = "", link: str = "", date: str = DATE) -> str:
    dated = f"<pubDate>{date}</pubDate>" if date else ""
    linked = f"<link>{link}</link>" if link else ""
    told = f"<description>{summary}</description>" if summary else ""
    return f"<item><title>{title}</title>{linked}{told}{dated}</item>"


ATOM = b"""<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Bolsa</title>
<entry><title type="html">YPF &lt;b&gt;sube&lt;/b&gt; 4%</title><link href="http://news.test/ypf"/>
<updated>2026-01-29T12:00:00-03:00</updated><summary>Las acciones de YPF treparon.</summary></entry>
</feed>"""


class Answer(NamedTuple):
    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = {}
    seconds: float = 0


class FeedServer:
    """Gives each path its answer; ``asked`` has what it was asked, with the headers."""

    def __init__(self, **answers: Answer) -> None:
        self.answers = dict(answers)
        self.asked: list[tuple[str, Mapping[str, str]]] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._http.handle_error = lambda *_: None  # type: ignore[method-assign]
        threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        ).start()

    def __enter__(self) -> FeedServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def url(self, name: str) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/{name}"

    def urls(self, *names: str) -> Sequence[str]:
        return [self.url(name) for name in names]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                server.asked.append((self.path, dict(self.headers)))
                answer = server.answers[self.path.lstrip("/")]
                etag = answer.headers.get("ETag")
                same = etag is not None and self.headers.get("If-None-Match") == etag
                self.send_response(304 if same else answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                time.sleep(answer.seconds)
                if not same:
                    self.wfile.write(answer.body)

        return Handler
