"""Alerts in words, and as plain values."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from assistant.packs.trading.alerts.base import Alert, AlertRequest, Created
from assistant.packs.trading.alerts.book import AlertBook
from assistant.packs.trading.numbers import quantity
from assistant.packs.trading.paper.amounts import plain
from assistant.packs.trading.paper.words import instant, say


def alert_in_words(request: AlertRequest, language: str) -> str:
    """ "AAPL at 120.00 or more"."""
    kind = str(request.kind)
    if kind == "change":
        kind = "change_up" if request.value > 0 else "change_down"
    value: Decimal | str = abs(request.value)
    if kind not in ("above", "below"):  # a share or an RSI, and no price
        value = quantity(abs(request.value), language)
    values = {"value": value, "span": request.span}
    return say(f"alerts.{kind}", language, symbol=request.symbol, **values)


def created_in_words(created: Created, language: str) -> str:
    """What a person is asked before an alert is kept."""
    told = say("alerts.create", language, told=alert_in_words(created.alert.request, language))
    origin = created.origin
    now = say(
        "alerts.now",
        language,
        price=created.price,
        currency=created.currency,
        source=origin.source,
        at=instant(origin.at),
    )
    return "\n".join([told, " ".join([now, *_doubts(origin.simulated, origin.delayed, language)])])


def fired_in_words(alert: Alert, language: str) -> str:
    """What a person is told of an alert that fired: what it was for, the price and the time."""
    fired = alert.fired
    assert fired is not None
    kind = alert.request.kind.partition("_")[0]
    key = f"alerts.fired_{kind}" if kind in ("change", "rsi") else "alerts.fired"
    said = say(
        key,
        language,
        id=alert.id,
        told=alert_in_words(alert.request, language),
        price=fired.price,
        measured=fired.value,
        at=instant(fired.at),
        source=fired.source,
    )
    return " ".join([said, *_doubts(fired.simulated, fired.delayed, language)])


def _doubts(simulated: bool, delayed: bool, language: str) -> list[str]:
    said = [say("alerts.simulated", language)] if simulated else []
    return said + ([say("alerts.delayed", language)] if delayed else [])


def tell_fired(book: AlertBook, language: str, tell: Callable[[str], None]) -> int:
    """Look, and tell of each alert that fired, once; returns how many. For the start of a
    conversation and for `assistant trading alerts check`. Each is noted as told after it was."""
    fired = book.look()
    for alert in fired:
        tell(fired_in_words(alert, language))
        book.mark_told([alert])
    return len(fired)


def alert_values(alert: Alert) -> dict[str, Any]:
    """An alert as plain values; amounts are texts, exact."""
    request, fired = alert.request, alert.fired
    values: dict[str, Any] = {
        "alert": alert.id,
        "symbol": request.symbol,
        "kind": request.kind,
        "value": plain(request.value),
        **({"span": request.span} if request.span else {}),
        "created_at": alert.created_at.isoformat(),
        "fired": fired is not None,
    }
    if fired is not None:
        values |= {
            "fired_at": fired.at.isoformat(),
            "fired_price": plain(fired.price),
            "fired_value": plain(fired.value),
            "fired_source": fired.source,
            "fired_simulated": fired.simulated,
        }
    return values
