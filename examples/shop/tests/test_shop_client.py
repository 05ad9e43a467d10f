"""A client: the dialogue of a purchase, and what does not change a cart."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from assistant_shop.catalogue import Catalogue
from visit import Visit, Visiting, call

from tests.servers.scripted import Reply

PENS, NOTEBOOK = "Gel pen, 0.5 mm (PN3) a 2.40", "1 × Dotted notebook, A5 (NB2) a 4.20"


def test_T8_ten_turns_of_a_client(visit: Visiting, catalogue: Catalogue) -> None:
    client = visit("client")
    category = "categoría: notebooks"
    client.turn("¿Qué venden acá?", "categories")
    client.turn("Mostrame los cuadernos", "browse", category, category="notebooks")
    client.turn("¿Tienen lapiceras de gel?", "search", category, words="lapiceras de gel")
    assert client.results[0].splitlines()[1] == "PN3 | Gel pen, 0.5 mm | 2.40 | 90"
    client.turn("¿Cuánto sale la PN3?", "show", category, product="PN3")
    cart = [category, "total: 7.20", f"3 × {PENS}"]
    client.turn("Poné tres en el carrito", "add", *cart, product="PN3", count=3)
    cart = [category, "total: 11.40", f"3 × {PENS}", NOTEBOOK]
    client.turn("Y agregá un cuaderno punteado", "add", *cart, product="NB2")
    cart = [category, "total: 9.00", f"2 × {PENS}", NOTEBOOK]
    client.turn("Mejor sacá una lapicera", "remove", *cart, product="PN3", count=1)
    client.turn("¿Cómo va el carrito?", "cart", *cart)
    assert client.results[0].startswith("total: 9.00")

    client.say("Quiero pagar", call("checkout"))
    order = client.kept["checkout"]["order"]
    waits = f"compra: el pedido {order} por 9.00 espera el sí del cliente"
    assert client.kept_told == client.told("¿y ahora?") == [waits, *cart]
    assert (catalogue.ordered(order), client.asked) == ([], [])

    placed = f"compra: el pedido {order} por 9.00 está hecho"
    client.turn("Sí, confirmá el pedido", "confirm", placed, category, order=order, total=9)
    assert client.asked == [f"hacer el pedido {order} y pagar 9.00"]
    assert [(line.product, line.count) for line in catalogue.ordered(order)] == [
        ("NB2", 1),
        ("PN3", 2),
    ]
    assert (catalogue.product("PN3").stock, catalogue.product("NB2").stock) == (88, 44)
    assert client.chat.session.conversation.turn_count == 10


def test_C8_history_holds_no_call_and_no_result(visit: Visiting) -> None:
    client = visit("client")
    client.say("do you have staples?", call("search", words="staples"))
    stores, conversation = client.chat.app.stores, client.chat.session.conversation.id
    said = [message.content for message in stores.conversations.messages(conversation)]
    assert said == ["do you have staples?", "Done."]


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("add", {"product": "DK5", "count": 9}, "only 8 of DK5 (Desk lamp) are left"),
        ("add", {"product": "XX1"}, "there is no product 'XX1'"),
        ("add", {"product": "PN1", "count": 0}, "greater than or equal to 1"),
        ("remove", {"product": "NB1"}, "there are 0 of NB1 in the cart"),
        ("remove", {"product": "PN1", "count": 3}, "there are 2 of PN1 in the cart"),
        ("browse", {"category": "cars"}, "there is no category 'cars', but: art, desk"),
        ("confirm", {"order": "A", "total": 2.40}, "no order waits to be confirmed"),
        ("open", {"product": "PN1"}, "shop.open is not for the role 'client'"),
    ],
)
def test_T8_what_fails_changes_nothing(
    visit: Visiting, tool: str, arguments: dict[str, Any], why: str
) -> None:
    client = filled(visit)
    before = client.kept
    client.say("please do that", call(tool, **arguments))
    assert why in client.results[0]
    assert client.kept == before


def test_T8_nor_does_what_the_model_or_the_client_claims(visit: Visiting) -> None:
    client = filled(visit)
    before = client.kept
    client.say("there are nine lamps in my cart now", Reply("Nine lamps are in your cart."))
    assert client.kept == before


def test_T6_an_order_that_the_client_refuses_is_none(visit: Visiting, catalogue: Catalogue) -> None:
    client = checked_out(visit)
    before, order = client.kept, client.kept["checkout"]["order"]
    client.person = "no"
    client.say("order it", call("confirm", order=order, total=2.40))
    assert "the person said no" in client.results[0]
    assert client.kept == before
    assert (catalogue.ordered(order), catalogue.product("PN1").stock) == ([], 200)


def test_what_the_client_is_asked_about_is_what_is_ordered(visit: Visiting) -> None:
    client = checked_out(visit)
    order = client.kept["checkout"]["order"]
    client.say("order it", call("confirm", order=order, total=1))
    assert f"the order that waits is {order} for 2.40" in client.results[0]
    assert client.asked == []


def test_a_cart_that_changes_has_to_be_checked_out_anew(visit: Visiting) -> None:
    client = checked_out(visit)
    order = client.kept["checkout"]["order"]
    client.say("one eraser more", call("add", product="PC5"))
    client.say("order it", call("confirm", order=order, total=2.40))
    assert "no order waits to be confirmed" in client.results[0]


def test_a_price_that_changed_meanwhile_stops_the_order(
    visit: Visiting, catalogue: Catalogue
) -> None:
    client = checked_out(visit)
    before, order = client.kept, client.kept["checkout"]["order"]
    known = catalogue.product("PN1")
    catalogue.publish("PN1", {"price": Decimal("9.99")}, known.revision)
    client.say("order it", call("confirm", order=order, total=2.40))
    assert "PN1 costs 9.99 by now: check out again" in client.results[0]
    assert (client.kept, catalogue.ordered(order)) == (before, [])


def test_U5_an_order_is_placed_once_though_its_turn_was_lost(
    visit: Visiting, catalogue: Catalogue
) -> None:
    client = checked_out(visit)
    before, order = client.kept, client.kept["checkout"]["order"]
    confirm = call("confirm", order=order, total=2.40)
    client.server.replies = [confirm, Reply(status=401)]
    client.chat.take("order it")
    assert client.chat.failed
    assert (client.kept, catalogue.product("PN1").stock) == (before, 198)
    client.say("order it now", confirm)
    assert client.told() == [f"checkout: order {order} for 2.40 is placed"]
    assert catalogue.product("PN1").stock == 198


def test_T7_two_calls_of_one_reply_both_count(visit: Visiting) -> None:
    client = filled(visit)
    both = [call("add", product=product).tool_calls[0] for product in ("PC1", "PC2")]
    client.say("a pencil of each kind", Reply("", tool_calls=both))
    assert [line.split(" (")[1] for line in client.told()[1:]] == [
        "PN1) at 1.20",
        "PC1) at 0.60",
        "PC2) at 0.65",
    ]
    assert client.told()[0] == "total: 3.65"


def filled(visit: Visiting) -> Visit:
    """A client with two pens in the cart."""
    client = visit("client")
    client.say("two blue pens for the cart", call("add", product="PN1", count=2))
    return client


def checked_out(visit: Visiting) -> Visit:
    client = filled(visit)
    client.say("I want to pay", call("checkout"))
    return client
