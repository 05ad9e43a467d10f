"""The alerts of a home, as whoever watches uses them.

Each fires once: that it fired is written, durably and at the revision that was read, before it is
given to anybody, so that of two programs one has it. That it was told is written after the telling.
A program that ends between the two has it told again, a minute later: an alert heard twice costs
less than one that is never heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from assistant.errors import TryAgainLater
from assistant.packs.documents import Documents
from assistant.packs.trading.alerts.base import KINDS, Alert, AlertRequest, Created, Fired
from assistant.packs.trading.alerts.documents import from_content, to_content
from assistant.packs.trading.alerts.watching import Group, grouped, watch
from assistant.packs.trading.market.base import MarketData, MarketFailure
from assistant.packs.trading.paper.account import Place
from assistant.packs.trading.paper.amounts import HUNDRED, MOST, rounded
from assistant.packs.trading.paper.base import Refused
from assistant.packs.trading.paper.candles import Looks

UNTOLD_FOR = timedelta(minutes=1)
"""After it, whoever recorded a firing is taken to have ended before telling it."""
MOST_ALERTS = 1_000
_TRIES = 20


class AlertBook:
    """``documents`` is the collection "alerts", ``looks`` of "looks". Not shared between threads.
    Every method may raise TryAgainLater where the database is held."""

    def __init__(
        self,
        documents: Documents,
        market: MarketData,
        clock: Callable[[], datetime],
        looks: Looks | None = None,
    ) -> None:
        self._documents = documents
        self._looks = looks
        self.market = market
        self.clock = clock
        self.notes: tuple[str, ...] = ()
        """What the last look could not see, in English."""

    def checked(self, request: AlertRequest) -> Created:
        """What ``create`` would keep, under the number 0. Raises as it does."""
        request = _sensible(request)
        quote = self.market.price(request.symbol)
        above, below = request.kind == "above", request.kind == "below"
        if (above and quote.price >= request.value) or (below and quote.price <= request.value):
            raise Refused(
                f"alerts.holds_{request.kind}",
                symbol=request.symbol,
                price=quote.price,
                value=request.value,
            )
        return Created(Alert(0, request, self.clock()), quote.price, quote.currency, quote.origin)

    def create(self, request: AlertRequest) -> Created:
        """Keep an alert. Raises Refused for one that makes no sense or holds already, and
        MarketFailure for a symbol that the market does not know."""
        made = self.checked(request)
        for left in reversed(range(_TRIES)):
            kept = self.all()
            if len(kept) >= MOST_ALERTS:
                raise Refused("alerts.too_many", most=MOST_ALERTS)
            alert = replace(made.alert, id=max((one.id for one in kept), default=0) + 1)
            try:
                document = self._documents.put(_name(alert.id), to_content(alert))
            except TryAgainLater:
                if not left or self.get(alert.id) is None:
                    raise
                continue
            return made._replace(alert=replace(alert, revision=document.revision))
        raise AssertionError("the last try returns or raises")

    def all(self) -> list[Alert]:
        """Those that are kept, as they were created; fired ones too, until they are deleted."""
        found = self._documents.find().documents
        return [from_content(one.id, one.content, one.revision) for one in found]

    def get(self, id: int) -> Alert | None:
        found = self._documents.get(_name(id))
        return from_content(found.id, found.content, found.revision) if found else None

    def delete(self, id: int) -> Alert:
        """Take one away. Raises Refused where there is none of that number."""
        alert = self.get(id)
        if alert is None or not self._documents.delete(_name(id)):
            raise Refused("alerts.unknown", id=id)
        return alert

    def look(self, now: datetime | None = None) -> list[Alert]:
        """Those that have fired and are to be told now; after telling, ``mark_told`` them. A symbol
        whose market cannot tell is left for the next time, and named in ``notes``."""
        now = now or self.clock()
        kept, notes = self.all(), []
        fired = [a for a in kept if a.fired and not a.told and _is_left(a.fired, now)]
        for group, alerts in grouped(alert for alert in kept if not alert.fired):
            try:
                fired += self._look_at(group, alerts, now)
            except MarketFailure as failure:
                notes.append(f"{group.symbol}: {failure.why}")
        self.notes = tuple(notes)
        return fired

    def mark_told(self, alerts: Iterable[Alert]) -> None:
        """The person has seen them."""
        for alert in alerts:
            with suppress(TryAgainLater):  # deleted meanwhile
                self._put(replace(alert, told=True))

    def _look_at(self, group: Group, alerts: list[Alert], now: datetime) -> list[Alert]:
        begin = min(alert.created_at for alert in alerts)
        if self._looks:
            begin = self._looks.begin(group.purpose, begin, now)
        found = watch(group, alerts, begin, self.market, now)
        fired = [self._record(alert, what) for alert, what in found.fired]
        if self._looks:
            self._looks.note(group.purpose, found.until, now)
        return [alert for alert in fired if alert]

    def _record(self, alert: Alert, fired: Fired) -> Alert | None:
        """None where another program has recorded or deleted it."""
        try:
            return self._put(replace(alert, fired=fired))
        except TryAgainLater:
            there = self.get(alert.id)
            if there is not None and there.revision == alert.revision:
                raise  # nobody was faster: it is the database that is held
            return None

    def _put(self, alert: Alert) -> Alert:
        kept = self._documents.put(_name(alert.id), to_content(alert), revision=alert.revision)
        return replace(alert, revision=kept.revision)


def _is_left(fired: Fired, now: datetime) -> bool:
    return abs(now - fired.recorded_at) >= UNTOLD_FOR


def _name(id: int) -> str:
    return f"{id:06d}"


def _sensible(request: AlertRequest) -> AlertRequest:
    """In the places that are kept. Raises Refused."""
    value, kind = request.value, request.kind
    if kind not in KINDS:
        raise Refused("alerts.kind")
    if not value.is_finite() or abs(value) >= MOST:
        raise Refused("alerts.number")
    value = rounded(value)
    wrong = {
        "above": value <= 0,
        "below": value <= 0,
        "change": not value or value <= -HUNDRED,
    }
    if wrong.get(kind, not 0 < value < HUNDRED):
        raise Refused(f"alerts.value_{kind.partition('_')[0]}")
    timed = kind not in ("above", "below")
    if timed != (request.span is not None):
        raise Refused("alerts.no_span" if timed else "alerts.needless_span")
    return replace(request, value=value)


def open_alerts(place: Place, clock: Callable[[], datetime]) -> AlertBook:
    """The alerts of a home, with the market that its settings name. Raises ConfigurationError."""
    from assistant.packs.trading.market.open import open_market
    from assistant.packs.trading.settings import settings

    market = open_market(settings(place.settings), place.folder(), clock)
    return AlertBook(place.collection("alerts"), market, clock, Looks(place.collection("looks")))
