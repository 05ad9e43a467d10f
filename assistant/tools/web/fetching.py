"""GET over http or https: each hop checked, the checked address connected to, all of it bounded."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from assistant.limits import PAGE, PAGE_HOPS
from assistant.tools.base import ToolFailure, failed
from assistant.tools.web.addresses import (
    Resolve,
    is_local_name,
    is_public,
    literal,
    reachable,
    resolve,
)
from assistant.tools.web.html import as_text

LARGEST = PAGE.value
"""Bytes of a page that are read."""
MOST_HOPS = PAGE_HOPS.value
_TEXTS = ("text/", "application/json", "application/xml", "application/xhtml+xml", "+json", "+xml")
_REDIRECTS = (301, 302, 303, 307, 308)
_HEADERS = {
    "User-Agent": "local-assistant (a person's terminal)",
    "Accept": "text/html, text/plain, application/json;q=0.9, */*;q=0.1",
    "Accept-Encoding": "identity",
    "Connection": "close",
}


class Page(NamedTuple):
    """What was fetched: ``url`` is where it came from in the end."""

    url: str
    title: str
    text: str


class Fetcher:
    """Fetches pages. ``allowed`` and ``resolver`` say which addresses may be reached."""

    def __init__(
        self, resolver: Resolve = resolve, allowed: Callable[[str], bool] = is_public
    ) -> None:
        self._resolver = resolver
        self._allowed = allowed

    def fetch(self, url: str, seconds: float, cancelled: threading.Event | None = None) -> Page:
        """The page as text. Raises ToolFailure; ``seconds`` bound all hops together."""
        where, answer = self._follow(url, seconds, cancelled, _Wanted())
        return _page(where, answer)

    def download(
        self,
        url: str,
        seconds: float,
        *,
        largest: int,
        headers: Mapping[str, str],
        cancelled: threading.Event | None = None,
    ) -> Download:
        """What an address holds, as it is, or that it has not changed since what ``headers`` tell
        of (304). Raises ToolFailure, also for more than ``largest`` bytes."""
        wanted = _Wanted(headers, largest + 1, raw=True)
        _, answer = self._follow(url, seconds, cancelled, wanted)
        if len(answer.body) > largest:
            raise failed(f"it is larger than {largest:,} bytes")
        return Download(answer.status == 304, answer.body, answer.kind, answer.etag, answer.changed)

    def _follow(
        self, url: str, seconds: float, cancelled: threading.Event | None, wanted: _Wanted
    ) -> tuple[str, _Answer]:
        """The answer, and the address that it came from in the end."""
        deadline = time.monotonic() + seconds
        stop = cancelled or threading.Event()
        try:
            site = site_of(url)
            for _ in range(MOST_HOPS + 1):
                parts = _checked(url)
                if site_of(url) != site:
                    self._elsewhere(parts, url)
                answer = self._get(parts, deadline, stop, wanted)
                if answer.location is None:
                    break
                url = urljoin(url, answer.location)
            else:
                raise failed(f"more than {MOST_HOPS} redirects")
        except (OSError, http.client.HTTPException, ssl.SSLError) as error:
            raise failed(f"{parts.hostname} could not be reached: {_why(error)}") from None
        return url, answer

    def _elsewhere(self, parts: SplitResult, url: str) -> None:
        """Raises ToolFailure: the person agreed to one site, and what the address holds would go
        to another."""
        if literal(parts.hostname or "") or is_local_name(parts.hostname or ""):
            reachable(parts.hostname or "", parts.port or 443, self._resolver, self._allowed)
        raise failed(f"the page moved to another site: {url[:500]} (fetch that to ask for it)")

    def _get(
        self, parts: SplitResult, deadline: float, stop: threading.Event, wanted: _Wanted
    ) -> _Answer:
        secure = parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        host = parts.hostname or ""
        address = reachable(host, port, self._resolver, self._allowed)
        connection = _Pinned(host, port, address, _left(deadline), secure=secure)
        try:
            connection.request("GET", _target(parts), headers={**_HEADERS, **wanted.headers})
            response = connection.getresponse()
            if response.status in _REDIRECTS and response.getheader("Location"):
                return _Answer(b"", "", response.getheader("Location"))
            if response.status != 200 and not (wanted.raw and response.status == 304):
                raise failed(f"{host} answered {response.status} {response.reason[:60]}")
            kind = response.getheader("Content-Type") or "text/plain"
            if not wanted.raw and not any(text in kind.lower() for text in _TEXTS):
                raise failed(f"the page is no text but {kind[:60]}")
            body = _read(connection, response, deadline, stop, wanted.largest)
            etag, changed = (response.getheader(name, "") for name in ("ETag", "Last-Modified"))
            return _Answer(body, kind, None, response.status, etag, changed)
        finally:
            connection.close()


class Download(NamedTuple):
    """What was asked for: ``unchanged`` is an answer without a body. ``etag`` and ``changed`` are
    what the next request may tell of it."""

    unchanged: bool
    body: bytes
    kind: str
    etag: str
    changed: str


class _Wanted(NamedTuple):
    """``raw``: whatever kind it is of, and 304 is an answer too."""

    headers: Mapping[str, str] = {}
    largest: int = LARGEST
    raw: bool = False


class _Answer(NamedTuple):
    body: bytes
    kind: str
    location: str | None
    status: int = 200
    etag: str = ""
    changed: str = ""


class _Pinned(http.client.HTTPConnection):
    """Connects to the address that was checked, whatever the name resolves to by now."""

    def __init__(self, host: str, port: int, address: str, timeout: float, *, secure: bool) -> None:
        super().__init__(host, port, timeout=timeout)
        self._address = address
        self._secure = secure

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)


class Sent(NamedTuple):
    """What a fetch sends: to whom, and its first line. The rest says nothing of the person."""

    host: str
    line: str


def request_of(url: str) -> Sent:
    """What asking for an address sends. Raises ToolFailure for what is not fetched."""
    parts = _checked(url)
    host = parts.netloc
    if not host.isascii():  # what is asked for is its other spelling: both are told
        with suppress(UnicodeError):
            host = f"{host.encode('idna').decode()} ({host})"
    return Sent(host, f"GET {parts.scheme}://{parts.netloc}{_target(parts)}")


def site_of(url: str) -> str:
    """The site of an address: its host, without ``www.``, and its port where it is a special one.

    Raises ToolFailure for what is not fetched.
    """
    parts = _checked(url)
    host = (parts.hostname or "").rstrip(".").removeprefix("www.")
    return host if parts.port in (None, 80, 443) else f"{host}:{parts.port}"


def _target(parts: SplitResult) -> str:
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~?")
    return f"{path}?{query}" if query else path


def _checked(url: str) -> SplitResult:
    """The parts of an address that may be asked for. Raises ToolFailure."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        raise ToolFailure("VALIDATION_ERROR", "that is no web address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ToolFailure("VALIDATION_ERROR", "only http and https addresses are fetched")
    if parts.username is not None or parts.password is not None:
        raise ToolFailure("VALIDATION_ERROR", "an address with a user name or password is refused")
    if port == 0 or any(c in url for c in "\r\n\0"):
        raise ToolFailure("VALIDATION_ERROR", "that is no web address")
    return parts


def _read(
    connection: http.client.HTTPConnection,
    response: http.client.HTTPResponse,
    deadline: float,
    stop: threading.Event,
    largest: int,
) -> bytes:
    """As much as is allowed. A server that drips bytes is cut off at the deadline."""
    pieces: list[bytes] = []
    size = 0
    while size < largest and not stop.is_set():
        if connection.sock is not None:
            connection.sock.settimeout(_left(deadline))
        piece = response.read1(min(65_536, largest - size))
        if not piece:
            break
        pieces.append(piece)
        size += len(piece)
        _left(deadline)
    return b"".join(pieces)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time was up")
    return left


def _page(url: str, answer: _Answer) -> Page:
    charset = "utf-8"
    for part in answer.kind.split(";")[1:]:
        name, _, value = part.strip().partition("=")
        if name.lower() == "charset":
            charset = value.strip("\"' ")
    try:
        text = answer.body.decode(charset, "replace")
    except LookupError:
        text = answer.body.decode("utf-8", "replace")
    if "html" not in answer.kind.lower():
        return Page(url, "", text)
    title, body = as_text(text)
    return Page(url, title, body)


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
