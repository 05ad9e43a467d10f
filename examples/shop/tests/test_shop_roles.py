"""The two roles share the catalogue, and nothing else (U2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from assistant_shop import PACK
from visit import Visit, Visiting, call

from assistant.app import App
from assistant.packs.checking import problems
from tests.packs.test_seam import PACKS

SHARED = {"shop.search"}
OF_CLIENTS = {
    f"shop.{name}"
    for name in "categories browse show add remove cart checkout confirm".split()  # noqa: SIM905
}
OF_ADMINS = {"shop.open", "shop.draft", "shop.publish", "shop.discard"}


def test_the_pack_is_whole() -> None:
    assert problems(PACK) == []


def test_K1_it_is_among_those_that_nothing_may_name() -> None:
    assert PACKS["shop"] == Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("role", "tools"),
    [("client", OF_CLIENTS | SHARED), ("admin", OF_ADMINS | SHARED), ("default", set())],
)
def test_each_role_has_its_own_tools(app: App, role: str, tools: set[str]) -> None:
    assert {t.id for t in app.toolbox(role).usable if t.category == "shop"} == tools


def test_no_client_sees_a_draft_and_every_client_what_is_published(visit: Visiting) -> None:
    client, admin = visit("client"), visit("admin")
    client.say("how much is NB2?", call("show", product="NB2"))
    admin.say("open NB2", call("open", product="NB2"))
    change = {"name": "Zyxofante", "price": 77.77}
    admin.say("draft another name and price", call("draft", **change))
    for text, look in (
        ("show me NB2 once more", call("show", product="NB2")),
        ("and all notebooks", call("browse", category="notebooks")),
        ("do you have a Zyxofante?", call("search", words="Zyxofante")),
    ):
        client.say(text, look)
        assert "77.77" not in heard(client)
        assert "Zyxofante |" not in heard(client)
    admin.say("publish it", call("publish", product="NB2", **change))
    client.say("and what is NB2 now?", call("show", product="NB2"))
    assert "price: 77.77" in client.results[0]


def test_no_admin_sees_a_cart(visit: Visiting) -> None:
    client = visit("client")
    client.say("two fountain pens", call("add", product="PN4", count=2))
    admin = visit("admin")
    admin.say("what is there in the cart?", call("cart"))
    assert admin.results == ["error TOOL_NOT_FOUND: shop.cart is not for the role 'admin'"]
    assert "PN4" not in heard(admin)
    assert (admin.told(), admin.kept) == ([], {})


def test_C_what_is_said_to_one_role_is_not_known_to_the_other(visit: Visiting) -> None:
    client, admin = visit("client"), visit("admin")
    client.say("remember that my notebook has to be a Quaxil")
    admin.say("remember that our supplier is called Zyxofante")
    client.say("who supplies you, and which notebook do I need?")
    assert ("Quaxil" in heard(client), "Zyxofante" in heard(client)) == (True, False)
    admin.say("who is our supplier, and which notebook does the client need?")
    assert ("Quaxil" in heard(admin), "Zyxofante" in heard(admin)) == (False, True)


def test_C7_each_conversation_has_its_own_state_which_goes_with_it(visit: Visiting) -> None:
    client, admin = visit("client"), visit("admin")
    client.say("a ruler for the cart", call("add", product="DK4"))
    admin.say("open the ruler, DK4", call("open", product="DK4"))
    another = visit("client")
    assert another.told() == []
    client.chat.session.delete()
    assert (client.told(), client.kept) == ([], {})
    assert admin.told() == ["product: DK4, Ruler, 30 cm, price 1.30, stock 95"]


def test_in_another_role_there_is_nothing_to_show(visit: Visiting) -> None:
    assert visit("default").shown("/shop").startswith("nothing yet: /role client")


def heard(visit: Visit) -> str:
    """All that the model was sent in the last turn."""
    return json.dumps(visit.server.chats)
