"""A feed's bytes as news: RSS and Atom, cleaned of markup and of what could drive a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from assistant.characters import one_line
from assistant.limits import FEED_ITEMS
from assistant.text.folding import fold
from assistant.tools.plain import clean
from assistant.tools.web.html import as_text

LONGEST_TITLE, LONGEST_SUMMARY, LONGEST_LINK = 300, 600, 500
AHEAD = timedelta(hours=1)
"""How far clocks of feeds may be ahead: a date beyond is none."""
EARLIEST = datetime(1995, 1, 1, tzinfo=UTC)
"""No feed is older; a date before it is none."""
_UNPACKED = 3
"""How often markup may be packed into markup."""


class Item(NamedTuple):
    """A piece of news; ``at`` is None where it has no date, or none to be believed. ``sources`` are
    the feeds that have it."""

    title: str
    summary: str
    link: str
    at: datetime | None
    sources: tuple[str, ...]


class NotAFeed(Exception):
    """Bytes that are no RSS nor Atom; says why."""


def items_of(content: bytes, name: str, now: datetime) -> tuple[Item, ...]:
    """The news of a feed, in its order; those without a title are left out. ``name`` is the feed's
    where it does not tell its own. Raises NotAFeed."""
    import feedparser

    if b"<!ENTITY" in content.replace(b"\0", b""):
        raise NotAFeed("it declares entities, which no feed needs")
    try:  # a stream: text would be taken for an address or a file
        parsed = feedparser.parse(io.BytesIO(content), resolve_relative_uris=False)
    except Exception as error:
        raise NotAFeed(f"it cannot be read ({type(error).__name__})") from None
    if not parsed.get("version"):
        raise NotAFeed("it is no RSS nor Atom")
    source = _text(parsed.feed.get("title"), 60) or name
    found = (_item(entry, source, now) for entry in parsed.entries[: FEED_ITEMS.value])
    return tuple(item for item in found if item is not None)


def together(items: Sequence[Item]) -> tuple[Item, ...]:
    """News of several feeds as one list, the newest first and what has no date last; what is there
    twice (by its link, or by its words) once, with every source."""
    kept: dict[str, Item] = {}
    known: dict[str, str] = {}
    for item in items:
        keys = [key for key in (_link_key(item.link), _title_key(item.title)) if key]
        first = next((known[key] for key in keys if key in known), keys[-1] if keys else "")
        known.update(dict.fromkeys(keys, first))
        kept[first] = _merged(kept[first], item) if first in kept else item
    dated = [item for item in kept.values() if item.at is not None]
    dated.sort(key=lambda item: item.at or EARLIEST, reverse=True)
    return (*dated, *(item for item in kept.values() if item.at is None))


def _merged(one: Item, other: Item) -> Item:
    dates = [at for at in (one.at, other.at) if at is not None]
    return one._replace(
        summary=one.summary or other.summary,
        at=min(dates, default=None),
        sources=tuple(dict.fromkeys((*one.sources, *other.sources))),
    )


def _item(entry: dict[str, Any], source: str, now: datetime) -> Item | None:
    title = _text(entry.get("title"), LONGEST_TITLE)
    if not title:
        return None
    summary = _text(entry.get("summary"), LONGEST_SUMMARY)
    return Item(
        title,
        "" if summary == title else summary,
        _link(entry.get("link")),
        _date(entry, now),
        (source,),
    )


def _text(value: object, longest: int) -> str:
    """What a reader sees of a text with markup in it, on one line."""
    text = clean(value) if isinstance(value, str) else ""
    for _ in range(_UNPACKED):
        before, (_, text) = text, as_text(text)
        if text == before:
            break
    text = one_line(clean(text))
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _link(value: object) -> str:
    link = one_line(clean(value)) if isinstance(value, str) else ""
    try:
        plain = urlsplit(link).scheme in ("http", "https") and len(link) <= LONGEST_LINK
    except ValueError:
        plain = False
    return link if plain else ""


def _date(entry: dict[str, Any], now: datetime) -> datetime | None:
    for at in _dates(entry):
        if EARLIEST <= at <= now + AHEAD:
            return at
    return None


def _dates(entry: dict[str, Any]) -> Iterator[datetime]:
    for name in ("published_parsed", "updated_parsed"):
        parts = dict.get(entry, name)  # the feed's own: its ``get`` takes one for the other
        if parts is not None:
            try:
                year, month, day, hour, minute, second = parts[:6]
                yield datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC)
            except (ValueError, OverflowError):
                continue


def _link_key(link: str) -> str:
    """Without what tells where the reader came from."""
    parts = urlsplit(link)
    query = "&".join(p for p in parts.query.split("&") if p and not p.startswith("utm_"))
    return f"{parts.netloc.lower()}{parts.path.rstrip('/')}?{query}" if parts.netloc else ""


def _title_key(title: str) -> str:
    return "".join(filter(str.isalnum, fold(title)))
