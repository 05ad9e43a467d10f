"""What the account leaves in a conversation: the last order as its state, and an order that waits
for a yes. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from assistant.packs import Moment, Pending
from assistant.packs.base import Values
from assistant.packs.names import LANGUAGES

CREATE, CANCEL, WAITING = (
    "trading.create_paper_order",
    "trading.cancel_paper_order",
    "trading.get_pending_orders",
)
_KEPT = ("order", "status", "symbol", "side", "kind", "quantity", "limit", "stop")


def after(state: Values, tool: str, _arguments: Values, data: Any) -> Values:
    """The state after a result: the last order that was placed, with what became of it."""
    if tool == CREATE:
        return {**state, "last_order": {name: data[name] for name in _KEPT if name in data}}
    last = state.get("last_order")
    if not last:
        return state
    if tool == CANCEL and data["order"] == last["order"]:
        return {**state, "last_order": {**last, "status": "cancelled"}}
    if tool == WAITING:
        filled = any(fill.get("order") == last["order"] for fill in data["filled_now"])
        rejected = any(order["order"] == last["order"] for order in data["rejected_now"])
        status = "filled" if filled else "rejected" if rejected else last["status"]
        return {**state, "last_order": {**last, "status": status}}
    return state


def told(moment: Moment) -> list[str]:
    """The state as the prompt has it."""
    last = moment.state.get("last_order")
    if not last:
        return []
    from assistant.packs.trading.paper.words import say

    status = say(f"paper.{last['status']}", moment.language)
    words = _in_words(last, moment.language)
    return [
        say("paper.last_order", moment.language, order=last["order"], told=words, status=status)
    ]


def pending(_tool: str, _arguments: Values, data: Any) -> Pending | None:
    """The order that a result of the pack's tools proposes: its ``proposal`` holds the arguments of
    ``create_paper_order``. On a yes it is shown with its cost and asked about, as every order."""
    proposal = data.get("proposal") if isinstance(data, dict) else None
    if not isinstance(proposal, dict) or not {"symbol", "side", "quantity"} <= proposal.keys():
        return None
    words = {language: _in_words(proposal, language) for language in LANGUAGES}
    numbers = {
        name: float(proposal[name]) for name in ("quantity", "limit", "stop") if name in proposal
    }
    return Pending(words, CREATE, {**proposal, **numbers})


def _in_words(order: Mapping[str, Any], language: str) -> str:
    from assistant.packs.trading.paper.base import OrderRequest
    from assistant.packs.trading.paper.telling import order_in_words

    limit, stop = (
        None if order.get(name) is None else Decimal(str(order[name])) for name in ("limit", "stop")
    )
    request = OrderRequest(
        str(order["symbol"]),
        order["side"],
        Decimal(str(order["quantity"])),
        order.get("kind", "market"),
        limit,
        stop,
    )
    return order_in_words(request, "", language).replace("  ", " ")
