"""What goes on in a conversation with an admin: the product that is open, and its draft. Pure."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from assistant.packs import Moment, Values, spoken

ADMIN = ("admin",)
_TOLD = {
    "product": {
        "en": "product: {id}, {name}, price {price}, stock {stock}",
        "es": "producto: {id}, {name}, precio {price}, existencias {stock}",
    },
    "draft": {
        "en": "draft, which no client sees: {changes}",
        "es": "borrador, que ningún cliente ve: {changes}",
    },
    "name": {"en": "name {value}", "es": "nombre {value}"},
    "price": {"en": "price {value}", "es": "precio {value}"},
    "stock": {"en": "stock {value}", "es": "existencias {value}"},
}


def after(state: Values, tool: str, _: Values, data: Any) -> Values:
    """The state after a result. A draft holds what differs from the product, and nothing else."""
    match tool:
        case "shop.open":
            return _state(data, state.get("draft", {}))
        case "shop.draft":
            return _state(state["product"], {**state.get("draft", {}), **data["changes"]})
        case "shop.publish":
            return _state(data, {})
        case "shop.discard":
            return _state(state["product"], {})
    return state


def told(moment: Moment) -> list[str]:
    state, language = moment.state, moment.language
    lines = []
    if product := state.get("product"):
        lines.append(spoken(_TOLD["product"], language).format(**product))
    if draft := state.get("draft"):
        changes = changes_told(draft, language)
        lines.append(spoken(_TOLD["draft"], language).format(changes=changes))
    return lines


def changes_told(changes: Values, language: str) -> str:
    """Changes of a product in plain words."""
    return ", ".join(
        spoken(_TOLD[name], language).format(value=value) for name, value in changes.items()
    )


def changes_of(arguments: Values) -> dict[str, Any]:
    """What arguments or a draft would change, and nothing that they leave out."""
    given = {name: arguments.get(name) for name in ("name", "price", "stock")}
    found = {name: value for name, value in given.items() if value is not None}
    if "price" in found:
        found["price"] = Decimal(found["price"])
    return found


def _state(product: Values, changes: Values) -> Values:
    draft = {name: value for name, value in changes.items() if value != product[name]}
    return {"product": product, "draft": draft} if draft else {"product": product}
