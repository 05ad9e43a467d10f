"""The feeds of the configuration: addresses, asked only for what is new, and files of the person's.

What an address gave is kept in the pack's folder with its ETag and date: a feed that has not
changed costs no transfer, and one that cannot be reached is told from what was kept, as delayed.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from assistant.files import Unreadable, read_bytes
from assistant.limits import FEED
from assistant.packs.trading.news.items import Item, NotAFeed, items_of
from assistant.paths import make_private
from assistant.tools.base import ToolFailure

if TYPE_CHECKING:
    from assistant.tools.web.fetching import Fetcher

AT_ONCE = 6
ENDINGS = (".xml", ".rss", ".atom")
"""Files of a folder that are taken for feeds."""


class Feed(NamedTuple):
    """What came of one feed: its news, of when they are, and what went wrong, or "". ``delayed``:
    they are those that were kept, since it cannot be reached."""

    name: str
    items: tuple[Item, ...]
    at: datetime
    problem: str = ""
    delayed: bool = False


class Kept(NamedTuple):
    """A feed as it was fetched last."""

    at: datetime
    etag: str
    changed: str
    content: bytes


def read_feeds(
    addresses: Sequence[str],
    folder: Callable[[], Path],
    now: datetime,
    seconds: float,
    cancelled: threading.Event | None = None,
) -> list[Feed]:
    """Every feed, in their order; those of the web at once. None keeps another from being read."""
    with ThreadPoolExecutor(AT_ONCE, "feed") as pool:
        read = pool.map(lambda one: list(_read(one, folder, now, seconds, cancelled)), addresses)
        return [feed for feeds in read for feed in feeds]


def _read(
    address: str,
    folder: Callable[[], Path],
    now: datetime,
    seconds: float,
    cancelled: threading.Event | None,
) -> Iterator[Feed]:
    if urlsplit(address).scheme in ("http", "https"):
        yield _of_web(address, folder, now, seconds, cancelled)
    else:
        yield from _of_files(Path(address.removeprefix("file://")).expanduser(), now)


# -- files ------------------------------------------------------------------------------------


def _of_files(path: Path, now: datetime) -> Iterator[Feed]:
    if not path.is_absolute():
        yield Feed(path.name, (), now, "a feed is an http address, or a file by its whole path")
    elif path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in ENDINGS)
        if not files:
            yield Feed(path.name, (), now, f"the folder holds no {', '.join(ENDINGS)}")
        for file in files:
            yield _of_file(file, now)
    else:
        yield _of_file(path, now)


def _of_file(file: Path, now: datetime) -> Feed:
    try:
        content = read_bytes(file, FEED)
        at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError as error:
        return Feed(file.name, (), now, error.strerror or "it cannot be read")
    except Unreadable as error:
        return Feed(file.name, (), now, f"it {error}")
    return _parsed(file.name, content, min(at, now), now)


# -- the web ----------------------------------------------------------------------------------


def _of_web(
    address: str,
    folder: Callable[[], Path],
    now: datetime,
    seconds: float,
    cancelled: threading.Event | None,
) -> Feed:
    """The person wrote the address down: one in numbers may be of their own network. Where it leads
    to another site that is told, and not followed."""
    from assistant.tools.web.fetching import Fetcher

    name = urlsplit(address).hostname or address
    place = _place(folder(), address)
    kept = _kept(place)
    try:
        got = _fetched(Fetcher(allowed=lambda _: True), address, kept, seconds, cancelled, now)
    except ToolFailure as failure:
        return _stale(name, kept, failure.message, now)
    feed = _parsed(name, got.content, got.at, now)
    if feed.problem:  # what is no feed does not take the place of one
        return _stale(name, kept, feed.problem, now)
    with suppress(OSError):
        _keep(place, got)
    return feed


def _fetched(
    fetcher: Fetcher,
    address: str,
    kept: Kept | None,
    seconds: float,
    cancelled: threading.Event | None,
    now: datetime,
) -> Kept:
    headers = {"Accept": "application/rss+xml, application/atom+xml, application/xml;q=0.9"}
    told = {"If-None-Match": kept.etag, "If-Modified-Since": kept.changed} if kept else {}
    headers |= {name: value for name, value in told.items() if value and value.isprintable()}
    got = fetcher.download(
        address, seconds, largest=FEED.value, headers=headers, cancelled=cancelled
    )
    if got.unchanged:
        if kept is None:
            raise ToolFailure("EXECUTION_ERROR", "it says that nothing has changed since never")
        return kept._replace(at=now)
    return Kept(now, got.etag, got.changed, got.body)


def _stale(name: str, kept: Kept | None, problem: str, now: datetime) -> Feed:
    if kept is None:
        return Feed(name, (), now, problem)
    return _parsed(name, kept.content, kept.at, now)._replace(problem=problem, delayed=True)


def _parsed(name: str, content: bytes, at: datetime, now: datetime) -> Feed:
    try:
        return Feed(name, items_of(content, name, now), at)
    except NotAFeed as why:
        return Feed(name, (), at, str(why))


# -- what is kept -----------------------------------------------------------------------------


def _place(folder: Path, address: str) -> Path:
    return make_private(folder / "feeds") / hashlib.sha256(address.encode()).hexdigest()[:32]


def _kept(place: Path) -> Kept | None:
    """A line about it, then the feed as it came; None where that cannot be read."""
    try:
        head, _, content = read_bytes(place, FEED).partition(b"\n")
        told = json.loads(head)
        at = datetime.fromisoformat(told["at"])
        return Kept(at, str(told["etag"]), str(told["changed"]), content)
    except (OSError, Unreadable, ValueError, KeyError, TypeError):
        return None


def _keep(place: Path, got: Kept) -> None:
    """Whole or not at all."""
    head = json.dumps({"at": got.at.isoformat(), "etag": got.etag, "changed": got.changed})
    fresh = place.with_suffix(f".{threading.get_ident()}")
    fresh.write_bytes(head.encode() + b"\n" + got.content)
    fresh.replace(place)
