"""A loopback server of one file that knows ranges, and how to fail at them."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler
from typing import Any, cast

from tests.servers.scripted import _Listener


class FileServer:
    """Serves ``content`` at any path; ``cut`` breaks that many answers off half-way."""

    def __init__(
        self,
        content: bytes,
        *,
        etag: str = '"1"',
        cut: int = 0,
        status: int = 0,
        stated: str = "",
        redirect: bool = False,
    ) -> None:
        """``stated`` is the file's hash as Hugging Face gives it; with ``redirect`` the answer that
        gives it only points to the file."""
        self.content, self.etag, self.cut, self.status = content, etag, cut, status
        self.stated, self.redirect = stated, redirect
        self.paths: list[str] = []
        self.ranges: list[str] = []  # the Range header of each request, empty when absent
        self._http = _FileListener(("127.0.0.1", 0), _Handler)
        self._http.files = self
        threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        ).start()

    def url(self, name: str = "tiny.gguf") -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/{name}"

    def __enter__(self) -> FileServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()


class _FileListener(_Listener):
    files: FileServer


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        files = cast(_FileListener, self.server).files
        asked = self.headers.get("Range", "")
        files.ranges.append(asked)
        files.paths.append(self.path)
        if files.redirect and not self.path.startswith("/stored/"):
            self.send_response(302)
            self.send_header("Location", f"/stored{self.path}")
            self.send_header("X-Linked-ETag", f'"{files.stated}"')
            self.end_headers()
            return
        if files.status:
            self.send_error(files.status)
            return
        start = 0
        match = re.match(r"bytes=(\d+)-", asked)
        same = self.headers.get("If-Range") in (None, files.etag)
        if match and same:
            start = int(match[1])
            self.send_response(206)
            size = len(files.content)
            self.send_header("Content-Range", f"bytes {start}-{size - 1}/{size}")
        else:
            self.send_response(200)
        body = files.content[start:]
        if files.etag:
            self.send_header("ETag", files.etag)
        if files.stated and not files.redirect:
            self.send_header("X-Linked-ETag", f'"{files.stated}"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if files.cut:
            files.cut -= 1
            body = body[: len(body) // 2]
        self.wfile.write(body)
