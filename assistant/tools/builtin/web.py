"""Fetching a web page as text: public addresses only, bounded, off by default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from annotated_types import MaxLen

from assistant.tools.base import Context, RateLimit, tool


@tool("web.fetch", on=False, rate_limit=RateLimit(per_minute=20, per_hour=200, per_day=1000))
def fetch(context: Context, url: Annotated[str, MaxLen(2000)]) -> Mapping[str, str]:
    """Fetch a public web page and give its text.

    Args:
        url: An http or https address.
    """
    from assistant.tools.web.fetching import Fetcher

    page = Fetcher().fetch(url, context.seconds, context.cancelled)
    return {"url": page.url, "title": page.title, "text": page.text}


TOOLS = (fetch,)
