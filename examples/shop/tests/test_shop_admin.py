"""An admin: the dialogue of a change to the catalogue, and what does not make one."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from assistant_shop.cart import Line
from assistant_shop.catalogue import Catalogue
from visit import Visit, Visiting, call

from tests.clock import Clock
from tests.servers.scripted import Reply

NB2 = "product: NB2, Dotted notebook, A5, price 4.20, stock 45"


def test_T8_ten_turns_of_an_admin(visit: Visiting, catalogue: Catalogue) -> None:
    admin = visit("admin")
    admin.turn("which notebooks do we have?", "search", words="dotted notebook")
    admin.turn("open the dotted one, NB2", "open", NB2, product="NB2")
    draft = "draft, which no client sees: price 4.50"
    admin.turn("draft a price of 4.50", "draft", NB2, draft, price=4.5)
    draft = "draft, which no client sees: price 4.50, stock 40"
    admin.turn("and draft a stock of 40", "draft", NB2, draft, stock=40)
    admin.person = "no"
    change = {"product": "NB2", "price": 4.5, "stock": 40}
    admin.turn("publish the draft", "publish", NB2, draft, **change)
    assert catalogue.product("NB2").price == Decimal("4.20")
    admin.person = "once"
    now = "product: NB2, Dotted notebook, A5, price 4.50, stock 40"
    admin.turn("publish the draft after all", "publish", now, **change)
    told = "publish for all clients: NB2, price 4.50, stock 40"
    assert admin.asked == [told, told]
    assert catalogue.product("NB2")[3:5] == (Decimal("4.50"), 40)
    pen = "product: PN4, Fountain pen, medium nib, price 24.50, stock 12"
    admin.turn("open product PN4", "open", pen, product="PN4")
    draft = "draft, which no client sees: name Fountain pen, fine nib"
    admin.turn("draft another name", "draft", pen, draft, name="Fountain pen, fine nib")
    admin.turn("discard the draft", "discard", pen)
    lamp = "product: DK5, Desk lamp, price 32.00, stock 8"
    admin.turn("open the lamp, DK5", "open", lamp, product="DK5")
    assert catalogue.product("PN4").name == "Fountain pen, medium nib"
    assert admin.chat.session.conversation.turn_count == 10


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("open", {"product": "PN4"}, "NB2 has a draft: publish or discard it first"),
        ("draft", {}, "nothing to change"),
        ("draft", {"price": -1}, "greater than 0"),
        ("draft", {"price": 1.999}, "no more than 2 decimal places"),
        ("draft", {"stock": -1}, "greater than or equal to 0"),
        ("publish", {"product": "NB2", "price": 1}, "the draft is of NB2: price 4.50"),
        ("publish", {"product": "PN4", "price": 4.5}, "the draft is of NB2: price 4.50"),
        ("add", {"product": "NB2"}, "shop.add is not for the role 'admin'"),
    ],
)
def test_T8_what_fails_changes_nothing(
    visit: Visiting, catalogue: Catalogue, tool: str, arguments: dict[str, Any], why: str
) -> None:
    admin = drafting(visit)
    before = admin.kept
    admin.say("please do that", call(tool, **arguments))
    assert why in admin.results[0]
    assert (admin.kept, admin.asked) == (before, [])
    assert catalogue.product("NB2").revision == 1


def test_a_draft_holds_what_differs_and_nothing_else(visit: Visiting) -> None:
    admin = drafting(visit)
    admin.say("back to what it was", call("draft", price=4.2))
    assert admin.told() == [NB2]


def test_a_sale_meanwhile_is_not_undone(visit: Visiting, catalogue: Catalogue) -> None:
    admin = drafting(visit)
    admin.say("and there are 45", call("draft", stock=46))
    catalogue.place("N1", [Line("NB2", "", 5, Decimal("4.20"))], Clock().now)
    change = call("publish", product="NB2", price=4.5, stock=46)
    admin.say("publish it", change)
    assert "NB2 has changed since it was opened: open it again" in admin.results[0]
    admin.say("open it again", call("open", product="NB2"))
    assert admin.told()[0].endswith("price 4.20, stock 40")
    assert admin.told()[1].endswith("price 4.50, stock 46")
    admin.say("publish it now", change)
    assert admin.told() == ["product: NB2, Dotted notebook, A5, price 4.50, stock 46"]


def test_U5_what_was_published_in_a_lost_turn_can_be_published_again(
    visit: Visiting, catalogue: Catalogue
) -> None:
    admin = drafting(visit)
    change = call("publish", product="NB2", price=4.5)
    admin.server.replies = [change, Reply(status=401)]
    admin.chat.take("publish it")
    assert admin.chat.failed
    assert len(admin.told()) == 2
    admin.say("publish it again", change)
    assert admin.told() == ["product: NB2, Dotted notebook, A5, price 4.50, stock 45"]
    assert catalogue.product("NB2").revision == 2


def drafting(visit: Visiting) -> Visit:
    """An admin with a draft of NB2: price 4.50."""
    admin = visit("admin")
    admin.say("open NB2", call("open", product="NB2"))
    admin.say("draft a price of 4.50", call("draft", price=4.5))
    return admin
