"""What the model may call for a client. Only ``shop.confirm`` changes anything but the cart."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from secrets import token_hex
from typing import Annotated, Any

from pydantic import Field

from assistant.packs import spoken
from assistant.tools.base import Arguments, Context, failed, tool

from .cart import CLIENT, Line, cart_of, count_of, lines_of, total_of
from .catalogue import Catalogue, Product, require
from .draft import ADMIN
from .money import Price

Count = Annotated[int, Field(ge=1, le=999)]
_PLACE = {
    "en": "place order {order} and pay {total:.2f}",
    "es": "hacer el pedido {order} y pagar {total:.2f}",
}


def catalogue(context: Context) -> Catalogue:
    return Catalogue(context.folder())


@tool("shop.categories", roles=CLIENT, examples=("what do you sell?", "¿qué venden?"))
def categories(context: Context) -> dict[str, int]:
    """Name the categories of the shop, and how many products each has."""
    return catalogue(context).categories()


@tool("shop.browse", roles=CLIENT, examples=("show me the notebooks", "mostrame los cuadernos"))
def browse(context: Context, category: str) -> dict[str, Any]:
    """Show the products of a category.

    Args:
        category: One that the shop has.
    """
    known = category.strip().lower()
    found = catalogue(context).of_category(known)
    if not found:
        names = ", ".join(catalogue(context).categories())
        raise failed(f"there is no category '{category}', but: {names}")
    return {"category": known, "products": _rows(found)}


@tool(
    "shop.search",
    roles=CLIENT + ADMIN,
    examples=("do you have blue pens?", "¿tienen lapiceras azules?"),
)
def search(context: Context, words: str) -> list[dict[str, Any]]:
    """Find products of the shop by words, in English or Spanish.

    Args:
        words: What is looked for.
    """
    return _rows(catalogue(context).search(words))


@tool("shop.show", roles=CLIENT, examples=("how much is PN4?", "contame más de NB2"))
def show(context: Context, product: str) -> Product:
    """Show one product: price and stock.

    Args:
        product: Its id.
    """
    return catalogue(context).product(product)


@tool("shop.add", kept=0, roles=CLIENT, examples=("I take two", "agregá un cuaderno al carrito"))
def add(context: Context, product: str, count: Count = 1) -> Line:
    """Put a product into the cart.

    Args:
        product: Its id.
        count: How many more.
    """
    found = catalogue(context).product(product)
    require(found, count_of(context.state, found.id) + count)
    return Line(found.id, found.name, count, found.price)


@tool("shop.remove", kept=0, roles=CLIENT, examples=("take the pen out", "sacá una lapicera"))
def remove(context: Context, product: str, count: Count | None = None) -> Line:
    """Take a product out of the cart.

    Args:
        product: Its id.
        count: How many; all of them where it is left out.
    """
    found = catalogue(context).product(product)
    there = count_of(context.state, found.id)
    if not there or (count or there) > there:
        raise failed(f"there are {there} of {found.id} in the cart")
    return Line(found.id, found.name, count or there, found.price)


@tool("shop.cart", kept=0, roles=CLIENT, examples=("what is in my cart?", "¿cómo va el carrito?"))
def cart(context: Context) -> dict[str, Any]:
    """Show the cart and its total."""
    lines = cart_of(context.state)
    return {"total": total_of(lines), "lines": lines}


@tool("shop.checkout", kept=0, roles=CLIENT, examples=("I want to pay", "quiero pagar"))
def checkout(context: Context) -> dict[str, Any]:
    """Make an order of the cart, at the prices of now, for the client to confirm."""
    known = catalogue(context)
    lines = [
        replace(line, price=require(known.product(line.product), line.count).price)
        for line in cart_of(context.state)
    ]
    if not lines:
        raise failed("the cart is empty")
    number = f"{context.now:%y%m%d}-{token_hex(3)}".upper()
    return {"order": number, "total": total_of(lines), "lines": lines}


def _is_checked_out(arguments: Arguments, context: Context) -> str:
    made = context.state.get("checkout", {})
    if made.get("step") != "review":
        return "no order waits to be confirmed: check out first"
    if (arguments["order"], arguments["total"]) != (made["order"], Decimal(made["total"])):
        return f"the order that waits is {made['order']} for {made['total']}"
    return ""


def _tell_order(arguments: Arguments, language: str) -> str:
    return spoken(_PLACE, language).format(**arguments)


@tool(
    "shop.confirm",
    roles=CLIENT,
    tell=_tell_order,
    always_ask=True,
    validator=_is_checked_out,
    examples=("yes, order it", "sí, confirmá el pedido"),
)
def confirm(context: Context, order: str, total: Price) -> dict[str, Any]:
    """Place the order that the client has checked out and agreed to.

    Args:
        order: Its number.
        total: What it comes to.
    """
    lines = lines_of(context.state["checkout"]["lines"])
    catalogue(context).place(order, lines, context.now)
    return {"order": order, "total": total, "lines": lines}


def _rows(products: list[Product]) -> list[dict[str, Any]]:
    return [{"product": p.id, "name": p.name, "price": p.price, "stock": p.stock} for p in products]


TOOLS = (categories, browse, search, show, add, remove, cart, checkout, confirm)
