"""Alerts as documents: one each, so that forgetting one takes no other along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.clock import read_instant
from assistant.packs.trading.alerts.base import Alert, AlertRequest, Fired
from assistant.packs.trading.paper.amounts import from_units, to_units


def to_content(alert: Alert) -> dict[str, Any]:
    """Amounts are whole numbers of the smallest unit: no redactor takes them for something else."""
    request, fired = alert.request, alert.fired
    return {
        "symbol": request.symbol,
        "kind": request.kind,
        "value": to_units(request.value),
        "span": request.span,
        "created_at": alert.created_at.isoformat(),
        "told": alert.told,
        "fired": fired
        and {
            "at": fired.at.isoformat(),
            "price": to_units(fired.price),
            "value": to_units(fired.value),
            "recorded_at": fired.recorded_at.isoformat(),
            "source": fired.source,
            "simulated": fired.simulated,
            "delayed": fired.delayed,
        },
    }


def from_content(id: str, content: Mapping[str, Any], revision: int) -> Alert:
    fired = content["fired"]
    return Alert(
        int(id),
        AlertRequest(
            content["symbol"], content["kind"], from_units(content["value"]), content["span"]
        ),
        read_instant(content["created_at"]),
        fired
        and Fired(
            read_instant(fired["at"]),
            from_units(fired["price"]),
            from_units(fired["value"]),
            read_instant(fired["recorded_at"]),
            fired["source"],
            fired["simulated"],
            fired["delayed"],
        ),
        content["told"],
        revision,
    )
