"""What goes on in a conversation with a client: the category, the cart, how far the checkout is.

Pure: results come in, the state after them and the lines that tell of it go out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from assistant.packs import Moment, Values, spoken

CLIENT = ("client",)
_TOLD = {
    "category": {"en": "category: {category}", "es": "categoría: {category}"},
    "line": {
        "en": "{count} × {name} ({product}) at {price}",
        "es": "{count} × {name} ({product}) a {price}",
    },
    "total": {"en": "total: {total}", "es": "total: {total}"},
    "review": {
        "en": "checkout: order {order} for {total} waits for the client's yes",
        "es": "compra: el pedido {order} por {total} espera el sí del cliente",
    },
    "placed": {
        "en": "checkout: order {order} for {total} is placed",
        "es": "compra: el pedido {order} por {total} está hecho",
    },
}


@dataclass(frozen=True, slots=True)
class Line:
    """So many of a product, each at that price."""

    product: str
    name: str
    count: int
    price: Decimal


def total_of(lines: Sequence[Line]) -> Decimal:
    return sum((line.price * line.count for line in lines), Decimal("0.00"))


def after(state: Values, tool: str, _: Values, data: Any) -> Values:
    """The state after a result. A cart that changes has to be checked out anew."""
    match tool:
        case "shop.browse":
            return {**state, "category": data["category"]}
        case "shop.add":
            return _with(state, data, data["count"])
        case "shop.remove":
            return _with(state, data, -data["count"])
        case "shop.checkout":
            return {**state, "checkout": {"step": "review", **data}}
        case "shop.confirm":
            for line in data["lines"]:
                state = _with(state, line, -line["count"])
            return {**state, "checkout": {"step": "placed", **data}}
    return state


def told(moment: Moment) -> list[str]:
    """The checkout first: it matters most where there is little room."""
    state = moment.state

    def say(key: str, **values: object) -> str:
        return spoken(_TOLD[key], moment.language).format(**values)

    lines = []
    if checkout := state.get("checkout"):
        lines.append(say(checkout["step"], **checkout))
    if category := state.get("category"):
        lines.append(say("category", category=category))
    if cart := cart_of(state):
        lines.append(say("total", total=total_of(cart)))
        lines += [say("line", **asdict(line)) for line in cart]
    return lines


def cart_of(state: Values) -> list[Line]:
    return lines_of(state.get("cart", {}).values())


def lines_of(rows: Iterable[Mapping[str, Any]]) -> list[Line]:
    """Lines as results and the state have them, which is plain JSON."""
    return [Line(r["product"], r["name"], r["count"], Decimal(r["price"])) for r in rows]


def count_of(state: Values, product: str) -> int:
    """How many of a product are in the cart."""
    return int(state.get("cart", {}).get(product, {}).get("count", 0))


def _with(state: Values, line: Mapping[str, Any], more: int) -> Values:
    """The state with so many more of a product in the cart."""
    cart = dict(state.get("cart", {}))
    count = count_of(state, line["product"]) + more
    if count > 0:
        cart[line["product"]] = {**line, "count": count}
    else:
        cart.pop(line["product"], None)
    return {name: value for name, value in state.items() if name != "checkout"} | {"cart": cart}
