"""What the model may call for an admin. Only ``shop.publish`` changes what clients see."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from assistant.packs import spoken
from assistant.tools.base import Arguments, Context, failed, tool

from .catalogue import Catalogue, Product
from .draft import ADMIN, changes_of, changes_told
from .money import Price

Name = Annotated[str, Field(min_length=1, max_length=80)]
Stock = Annotated[int, Field(ge=0, le=99_999)]
_PUBLISH = {
    "en": "publish for all clients: {product}, {changes}",
    "es": "publicar para todos los clientes: {product}, {changes}",
}


@tool("shop.open", kept=0, roles=ADMIN, examples=("open NB2", "abrí el producto PN4"))
def open_product(context: Context, product: str) -> Product:
    """Open a product of the catalogue, to look at it or change it.

    Args:
        product: Its id.
    """
    found = Catalogue(context.folder()).product(product)
    if "draft" in context.state and context.state["product"]["id"] != found.id:
        raise failed(f"{context.state['product']['id']} has a draft: publish or discard it first")
    return found


@tool(
    "shop.draft",
    kept=0,
    roles=ADMIN,
    examples=("make it 4.50", "the stock is 40 now", "bajá el precio a 3"),
)
def draft(
    context: Context,
    name: Name | None = None,
    price: Price | None = None,
    stock: Stock | None = None,
) -> dict[str, Any]:
    """Draft a change of the open product. Clients see nothing of it.

    Args:
        name: The new name.
        price: The new price.
        stock: How many there are now.
    """
    if "product" not in context.state:
        raise failed("no product is open")
    changes = changes_of({"name": name, "price": price, "stock": stock})
    if not changes:
        raise failed("nothing to change: give a name, a price or a stock")
    return {"product": context.state["product"]["id"], "changes": changes}


def _is_the_draft(arguments: Arguments, context: Context) -> str:
    if "draft" not in context.state:
        return "there is no draft"
    made = context.state["draft"]
    product = context.state["product"]["id"]
    if arguments["product"] != product or changes_of(arguments) != changes_of(made):
        return f"the draft is of {product}: {changes_told(made, 'en')}"
    return ""


def _tell_publish(arguments: Arguments, language: str) -> str:
    changes = changes_told(changes_of(arguments), language)
    return spoken(_PUBLISH, language).format(product=arguments["product"], changes=changes)


@tool(
    "shop.publish",
    roles=ADMIN,
    tell=_tell_publish,
    validator=_is_the_draft,
    examples=("publish the draft", "publicá el borrador"),
)
def publish(
    context: Context,
    product: str,
    name: Name | None = None,
    price: Price | None = None,
    stock: Stock | None = None,
) -> Product:
    """Publish the draft as it is: the catalogue changes for all clients.

    Args:
        product: The id of the open product.
        name: That of the draft.
        price: That of the draft.
        stock: That of the draft.
    """
    changes = changes_of({"name": name, "price": price, "stock": stock})
    revision = context.state["product"]["revision"]
    return Catalogue(context.folder()).publish(product, changes, revision)


@tool("shop.discard", kept=0, roles=ADMIN, examples=("forget the change", "descartá el borrador"))
def discard(context: Context) -> dict[str, Any]:
    """Throw the draft away: the product stays as it is."""
    if "draft" not in context.state:
        raise failed("there is no draft")
    return {"product": context.state["product"]["id"], "discarded": context.state["draft"]}


TOOLS = (open_product, draft, publish, discard)
