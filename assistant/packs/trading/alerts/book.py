"""The alerts of a home, as whoever watches uses them.

Each fires once: that it fired is written, durably and at the revision that was read, before it is
given to anybody, so that of two programs one has it. That it was told is written after the telling.
A program that ends between the two has it told again, a minute later: an alert heard twice costs
less than one that is never heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from assistant.errors import TryAgainLater
from assistant.packs.documents import Documents
from assistant.packs.trading.alerts.base import Alert, AlertRequest, Created, Fired
from assistant.packs.trading.alerts.documents import from_content, to_content
from assistant.packs.trading.market.base import MarketData, MarketFailure
from assistant.packs.trading.paper.base import Refused

UNTOLD_FOR = timedelta(minutes=1)
"""After it, whoever recorded a firing is taken to have ended before telling it."""
MOST = 1_000
_TRIES = 20


class AlertBook:
    """``documents`` is the collection "alerts". Not shared between threads."""

    def __init__(
        self, documents: Documents, market: MarketData, clock: Callable[[], datetime]
    ) -> None:
        self._documents = documents
        self.market = market
        self.clock = clock
        self.notes: tuple[str, ...] = ()
        """What the last look could not see, in English."""

    def create(self, request: AlertRequest) -> Created:
        """Keep an alert. Raises Refused for one that makes no sense or holds already, and
        MarketFailure for a symbol that the market does not know."""
        raise NotImplementedError

    def all(self) -> list[Alert]:
        """Those that are kept, as they were created; fired ones too, until they are deleted."""
        raise NotImplementedError

    def delete(self, id: int) -> Alert:
        """Take one away. Raises Refused where there is none of that number."""
        raise NotImplementedError

    def look(self, now: datetime | None = None) -> list[Alert]:
        """Those that have fired and are to be told now; after telling, ``mark_told`` them."""
        raise NotImplementedError

    def mark_told(self, alerts: Iterable[Alert]) -> None:
        """The person has seen them."""
        raise NotImplementedError
