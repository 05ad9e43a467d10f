"""Fetching one large file over HTTP: resumable, verified against its own length."""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from assistant.errors import AssistantError, ModelUnavailable, NotAuthorised
from assistant.files import Unreadable, read_bytes
from assistant.limits import ANSWER
from assistant.llm.address import Place, is_this_machine, same_server

Progress = Callable[[int, int | None], None]
"""Called with (bytes done, bytes in all or None) as a download advances."""

_STORES: Mapping[str, tuple[str, ...]] = {
    "huggingface.co": ("huggingface.co", "hf.co"),
    "github.com": ("githubusercontent.com",),
}
"""File hosts and the domains where they keep the files themselves."""
_BLOCK = 1024 * 1024
_TIMEOUT = 30.0
_ATTEMPTS = 4
"""Connections that break are taken up where they broke, so often without any progress."""


def download(url: str, part: Path, progress: Progress, *, checked: bool = False) -> str:
    """Complete ``part``, going on where an earlier run left it if the file is still the same.

    Returns the SHA-256 that the host states for the file; empty where it states none.

    ``checked``: the caller compares the file's hash, so that it may come from any https address
    that the given one points to. Raises ModelUnavailable or NotAuthorised, leaving what came for
    the next run; OSError for the disk's own failures.
    """
    failures, last = 0, -1
    while True:
        try:
            return _fetch(url, part, progress, checked=checked)
        except (_Broken, http.client.HTTPException, TimeoutError, ConnectionError) as error:
            size = _size(part)
            failures = 1 if size > last else failures + 1
            last = size
            if failures >= _ATTEMPTS:
                raise _interrupted(url, size) from error


class _Broken(Exception):
    """The connection ended before the file did."""


def _fetch(url: str, part: Path, progress: Progress, *, checked: bool) -> str:
    """One connection's worth, and the hash stated. Raises _Broken when it ends too early."""
    have = _size(part)
    redirects = _Redirects(url, checked=checked)
    with _open(url, part, have, redirects) as response:
        stated = _stated(response.headers) or redirects.stated
        resumed = response.status == 206 and _starts_at(response) == have
        total = _total(response, have if resumed else 0)
        _note(part, response)
        done = have if resumed else 0
        with part.open("ab" if resumed else "wb") as file:
            progress(done, total)
            for block in _blocks(response):
                file.write(block)
                done += len(block)
                progress(done, total)
    if total is not None and done != total:
        raise _Broken
    return stated


def _stated(headers: Any) -> str:
    """The SHA-256 of a file as Hugging Face gives it, beside the tag of the answer itself."""
    tag = str(headers.get("X-Linked-ETag", "")).strip('"').lower()
    return tag if re.fullmatch(r"[0-9a-f]{64}", tag) else ""


def _blocks(response: Any) -> Iterator[bytes]:
    """What comes. Raises _Broken for the network's failures: OSError is left to the disk."""
    while True:
        try:
            block = response.read(_BLOCK)
        except (OSError, http.client.HTTPException) as error:
            raise _Broken from error
        if not block:
            return
        yield block


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows what stays at the same address; elsewhere only over https, to where a known file
    host keeps its files, or where the hash of the file is checked afterwards.

    What goes along is what names the part of the file that is missing, nothing of the person.
    """

    def __init__(self, url: str, *, checked: bool) -> None:
        self._first = urlsplit(url)
        self._checked = checked
        self.stated = ""
        """The hash that an answer on the way stated."""

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Any:
        if not self._allowed(urlsplit(newurl)):
            raise ModelUnavailable(
                f"{Place(req.full_url, '').shown} points elsewhere, to {Place(newurl, '').shown}",
                "If you trust that address, pull from it, or give the file's hash with --sha256.",
            )
        self.stated = self.stated or _stated(headers)
        return super().redirect_request(req, fp, code, msg, headers, newurl)

    def _allowed(self, target: SplitResult) -> bool:
        first = self._first
        if (target.scheme, target.netloc) == (first.scheme, first.netloc):
            return True
        if target.scheme != "https" or is_this_machine(target.geturl()):
            return False
        if self._checked or same_server(first, target):
            return True
        host, usual = target.hostname or "", target.port in (None, 443)
        stores = _STORES.get(first.hostname or "", ())
        return usual and any(host == d or host.endswith(f".{d}") for d in stores)


def _open(url: str, part: Path, have: int, redirects: _Redirects) -> Any:
    """The answer. A proxy of the environment is used for https to another machine alone, which it
    passes on without reading it."""
    headers = {"User-Agent": "local-assistant", "Accept-Encoding": "identity"}
    version = _version(part)
    if have and version:
        headers |= {"Range": f"bytes={have}-", "If-Range": version}
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 (the caller allows http only)
    proxies = {} if is_this_machine(url) else urllib.request.getproxies()
    readable = url.lower().startswith("http:") and "http" in proxies
    only = {scheme: proxy for scheme, proxy in proxies.items() if scheme == "https"}
    opener = urllib.request.build_opener(redirects, urllib.request.ProxyHandler(only))
    try:
        return opener.open(request, timeout=_TIMEOUT)
    except urllib.error.HTTPError as error:
        if error.code == 416:  # what we have is longer than the file: start anew
            part.unlink(missing_ok=True)
            raise _Broken from error
        raise _refused(url, error.code) from error
    except urllib.error.URLError as error:
        raise ModelUnavailable(
            f"{Place(url, '').shown} cannot be reached",
            "Give an https address: plain http never goes through a proxy, which would read it."
            if readable
            else "Check the network and run the same again: it goes on where it stopped.",
        ) from error


def _note(part: Path, response: Any) -> None:
    """Remember which version this is; a weak tag cannot be resumed by."""
    tag = response.headers.get("ETag", "")
    version = tag if tag and not tag.startswith("W/") else response.headers.get("Last-Modified")
    if version:
        sidecar(part).write_text(json.dumps({"version": version}), "utf-8")
    else:
        sidecar(part).unlink(missing_ok=True)


def sidecar(part: Path) -> Path:
    """Where a partial download notes which version of the file it is part of."""
    return part.with_name(f"{part.name}.json")


def _version(part: Path) -> str:
    """What that note says; empty when there is none."""
    try:
        data = json.loads(read_bytes(sidecar(part), ANSWER))
    except (OSError, Unreadable, ValueError, RecursionError):
        return ""
    return str(data.get("version", "")) if isinstance(data, dict) else ""


def _starts_at(response: Any) -> int | None:
    match = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
    return int(match[1]) if match else None


def _total(response: Any, before: int) -> int | None:
    length = response.headers.get("Content-Length")
    return before + int(length) if length and length.isdigit() else None


def _size(part: Path) -> int:
    try:
        return part.stat().st_size
    except FileNotFoundError:
        return 0


def _refused(url: str, status: int) -> AssistantError:
    place = Place(url, "").shown
    if status in (401, 403):
        return NotAuthorised(
            f"{place} does not give the file without an account (status {status})",
            "Accept its licence there and download it by hand into the models folder.",
        )
    if status == 404:
        return ModelUnavailable(
            f"{place} does not exist (status 404)", "Check owner, repository and file name."
        )
    return ModelUnavailable(f"{place} answered with status {status}", "Try again later.")


def _interrupted(url: str, size: int) -> ModelUnavailable:
    return ModelUnavailable(
        f"The download of {Place(url, '').shown} broke off after {size / 1e6:.1f} MB",
        "Run the same again: it goes on where it stopped.",
    )
