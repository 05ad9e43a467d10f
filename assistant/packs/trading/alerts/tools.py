"""The tools of alerts."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from assistant.languages import FALLBACK
from assistant.packs.trading.alerts.base import AlertKind, AlertRequest, Span
from assistant.packs.trading.alerts.book import AlertBook, open_alerts
from assistant.packs.trading.alerts.telling import (
    alert_in_words,
    alert_values,
    created_in_words,
)
from assistant.packs.trading.market.symbols import canonical
from assistant.packs.trading.paper.base import Refused
from assistant.packs.trading.paper.tools import refusals
from assistant.packs.trading.paper.words import say
from assistant.tools.base import Context, RateLimit, tool

SOURCE = "alerts"


def _request(arguments: Mapping[str, Any]) -> AlertRequest:
    value = Decimal(repr(arguments["value"]))
    symbol = canonical(arguments["symbol"])
    return AlertRequest(symbol, arguments["kind"], value, arguments["span"])


def _tell_create(arguments: Mapping[str, Any], language: str, context: Context) -> str:
    with refusals(language):
        return created_in_words(_book(context).checked(_request(arguments)), language)


@tool(
    "alerts.create_alert",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=20),
    tell=_tell_create,
    examples=("tell me when AAPL is above 200", "avisame si Bitcoin baja un 5 %"),
)
def create_alert(
    context: Context, symbol: str, kind: AlertKind, value: float, span: Span | None = None
) -> dict[str, Any]:
    """Alert the person once, when they ask to be told of a price.

    Args:
        symbol: Such as AAPL or BTC/USD.
        kind: above or below a price, change in per cent, or rsi_above or rsi_below.
        value: The price, the per cent (negative: down) or the RSI.
        span: Of a change or the RSI: 1h, 4h, 1d or 1w.
    """
    arguments = {"symbol": symbol, "kind": kind, "value": value, "span": span}
    with refusals():
        created = _book(context).create(_request(arguments))
    origin = created.origin
    return {
        **alert_values(created.alert),
        "told": alert_in_words(created.alert.request, FALLBACK),
        "price_now": f"{created.price} {created.currency}",
        "source": origin.source,
        "at": origin.at.isoformat(),
        "simulated": origin.simulated,
        "delayed": origin.delayed,
    }


@tool(
    "alerts.list_alerts",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=30),
    kept=0,
    examples=("which alerts do I have?", "¿qué alertas tengo?"),
)
def list_alerts(context: Context) -> dict[str, Any]:
    """The alerts that are kept, those that fired with the price and the time of it."""
    alerts = [alert_values(alert) for alert in _book(context).all()]
    simulated = any(alert.get("fired_simulated") for alert in alerts)
    return {"alerts": alerts, "of": len(alerts), **_label(context, simulated=simulated)}


def _tell_delete(arguments: Mapping[str, Any], language: str, context: Context) -> str:
    id = arguments["alert"]
    with refusals(language):
        alert = _book(context).get(id)
        if alert is None:
            raise Refused("alerts.unknown", id=id)
    return say("alerts.delete", language, id=id, told=alert_in_words(alert.request, language))


@tool(
    "alerts.delete_alert",
    required_plan="pro",
    rate_limit=RateLimit(per_minute=20),
    tell=_tell_delete,
    examples=("delete alert 3", "borrá la alerta 3"),
)
def delete_alert(context: Context, alert: int) -> dict[str, Any]:
    """Delete an alert.

    Args:
        alert: Its number.
    """
    with refusals():
        gone = _book(context).delete(alert)
    return {**alert_values(gone), "deleted": True, **_label(context, simulated=False)}


def _label(context: Context, *, simulated: bool) -> Mapping[str, Any]:
    at = context.now.isoformat()
    return {"source": SOURCE, "at": at, "simulated": simulated, "delayed": False}


def _book(context: Context) -> AlertBook:
    return open_alerts(context, lambda: context.now)


TOOLS = (create_alert, list_alerts, delete_alert)
