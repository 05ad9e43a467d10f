"""``news.get_news`` and ``news.get_sentiment``: what the person's feeds say, and how it reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge, Le, MaxLen

from assistant.errors import ConfigurationError
from assistant.tools.base import Arguments, Context, RateLimit, Surroundings, failed, tool

if TYPE_CHECKING:
    from assistant.packs.trading.news.feeds import Feed
    from assistant.packs.trading.news.items import Item

KEPT = 300
"""Seconds (T5)."""
SHARE = 0.8
"""Of a call's time, what fetching may take."""
LONGEST_TOLD = 90
"""Characters of a title as the model is told it: five of them in 300 tokens."""
SHOWN = 3
SETTING = "NYSE shares: "
"""What a feed is about, said before each headline: "Apple" in it is no fruit."""
NO_FEEDS = (
    "no news feeds are configured, so there is no news to tell. Add addresses or files of RSS or "
    'Atom to config.toml: under [packs.trading], feeds = ["https://example.com/markets.rss", '
    '"/home/me/news"]'
)


def _needs(_: Surroundings) -> str:
    from importlib.util import find_spec

    missing = find_spec("feedparser") is None
    return "reading feeds needs: pip install 'local-assistant[trading]'" if missing else ""


def _addresses(context: Context) -> tuple[str, ...]:
    """The feeds of the configuration. Raises ToolFailure."""
    from assistant.packs.trading.settings import settings

    try:
        return settings(context.settings).feeds
    except ConfigurationError as error:
        raise failed(str(error)) from None


def _feeds(_: Arguments, context: Context) -> str:
    """Another list of feeds, other news."""
    return "\n".join(_addresses(context))


@tool(
    "news.get_news",
    rate_limit=RateLimit(per_minute=10),
    kept=KEPT,
    fingerprint=_feeds,
    needs=_needs,
    examples=("any news about Apple?", "¿qué noticias hay de YPF?", "latest market headlines"),
)
def get_news(
    context: Context,
    symbol: Annotated[str, MaxLen(40)] = "",
    limit: Annotated[int, Ge(1), Le(20)] = 5,
) -> dict[str, Any]:
    """Get the latest news of the person's feeds, of all or about one symbol.

    Args:
        symbol: Such as AAPL or BTC/USD; empty for all.
        limit: How many.
    """
    feeds = _read(context)
    found = _about(symbol, feeds)
    return {
        "symbol": symbol,
        "found": len(found),
        "news": [_told(item) for item in found[:limit]],
        **_labels(context, feeds),
    }


@tool(
    "news.get_sentiment",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=20),
    kept=KEPT,
    fingerprint=_feeds,
    needs=_needs,
    examples=("is the news about Tesla good or bad?", "¿qué tono tienen las noticias de GGAL?"),
)
def get_sentiment(
    context: Context,
    symbol: Annotated[str, MaxLen(40)] = "",
    limit: Annotated[int, Ge(1), Le(50)] = 20,
) -> dict[str, Any]:
    """Tell whether the latest news are good or bad for who holds a symbol: counts, the mean from -1
    to 1, and the strongest headlines.

    Args:
        symbol: Such as AAPL or BTC/USD; empty for all news.
        limit: How many of the latest are read.
    """
    from assistant.packs.trading.news.sentiment import LABELS, sentiments

    feeds = _read(context)
    found = _about(symbol, feeds)[:limit]
    read = sentiments([(item.title, item.summary) for item in found])
    strongest = sorted(zip(read, found, strict=True), key=lambda one: -abs(one[0].score))[:SHOWN]
    return {
        "symbol": symbol,
        "read": len(read),
        **{label: sum(one.label == label for one in read) for label in LABELS},
        "mean": round(sum(one.score for one in read) / len(read), 2) if read else None,
        "strongest": [
            {"score": judged.score, "title": _cut(item.title)} for judged, item in strongest
        ],
        "method": "own model of words and meaning: it reads headlines, not their truth",
        **_labels(context, feeds),
    }


def _read(context: Context) -> list[Feed]:
    """Every feed. Raises ToolFailure where there is none, or none could be read."""
    addresses = _addresses(context)
    if not addresses:
        raise failed(NO_FEEDS)
    from assistant.packs.trading.news.feeds import read_feeds

    seconds = context.seconds * SHARE
    feeds = read_feeds(addresses, context.folder, context.now, seconds, context.cancelled)
    if not any(feed.items for feed in feeds) and any(feed.problem for feed in feeds):
        raise failed(f"no feed could be read: {_problems(feeds)}")
    return feeds


def _about(symbol: str, feeds: Sequence[Feed]) -> list[Item]:
    """The news that name a symbol, newest first; all for none."""
    from assistant.packs.trading import mentioned_symbols
    from assistant.packs.trading.news.items import together

    items = together([item for feed in feeds for item in feed.items])
    if not symbol.strip():
        return list(items)
    wanted = set(mentioned_symbols(symbol)) or {symbol.strip().upper()}
    return [
        item
        for item in items
        if wanted.intersection(mentioned_symbols(f"{SETTING}{item.title}. {item.summary}"))
    ]


def _told(item: Item) -> dict[str, str]:
    at = f"{item.at:%Y-%m-%d %H:%MZ}" if item.at else "no date"
    return {"at": at, "title": _cut(item.title), "source": ", ".join(item.sources)[:40]}


def _cut(title: str) -> str:
    return title if len(title) <= LONGEST_TOLD else f"{title[: LONGEST_TOLD - 1].rstrip()}…"


def _labels(context: Context, feeds: Sequence[Feed]) -> dict[str, Any]:
    """Source, time, and whether any is old (K6)."""
    used = [feed for feed in feeds if feed.items]
    oldest = min((feed.at for feed in used), default=context.now)
    labels: dict[str, Any] = {
        "source": f"{len(used)} of {len(feeds)} feeds",
        "as_of": f"{oldest:%Y-%m-%dT%H:%MZ}",
        "simulated": False,
        "delayed": any(feed.delayed for feed in used),
    }
    return {**labels, "problems": _problems(feeds)} if _problems(feeds) else labels


def _problems(feeds: Sequence[Feed]) -> str:
    return "; ".join(f"{feed.name}: {feed.problem[:100]}" for feed in feeds if feed.problem)[:400]


TOOLS = (get_news, get_sentiment)
