"""Fetching a web page as text: public addresses only, asked about once a site, off by default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from annotated_types import MaxLen

from assistant.messages import say
from assistant.records import Language
from assistant.tools.base import Arguments, Context, RateLimit, ToolFailure, tool


def _tell(arguments: Arguments, language: Language) -> str:
    """The whole of what leaves: method, host, path and query as they will be sent."""
    from assistant.tools.web.fetching import request_of

    sent = request_of(str(arguments["url"]))
    return say("tools.fetch_page", language, host=sent.host, request=sent.line)


def _site(arguments: Arguments) -> str:
    from assistant.tools.web.fetching import site_of

    return site_of(str(arguments["url"]))


def _wrong(arguments: Arguments, _: Context) -> str:
    """Nobody is asked about what would not be fetched anyway."""
    from assistant.tools.web.fetching import request_of

    try:
        request_of(str(arguments["url"]))
    except ToolFailure as failure:
        return failure.message
    return ""


@tool(
    "web.fetch",
    tell=_tell,
    reads=True,
    scope=_site,
    validator=_wrong,
    on=False,
    rate_limit=RateLimit(per_minute=20, per_hour=200, per_day=1000),
)
def fetch(context: Context, url: Annotated[str, MaxLen(2000)]) -> Mapping[str, str]:
    """Fetch a public web page and give its text.

    Args:
        url: An http or https address.
    """
    from assistant.tools.web.fetching import Fetcher

    page = Fetcher().fetch(url, context.seconds, context.cancelled)
    return {"url": page.url, "title": page.title, "text": page.text}


TOOLS = (fetch,)
