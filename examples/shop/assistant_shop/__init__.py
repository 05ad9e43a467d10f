"""A shop with two roles: a client fills a cart, an admin edits the catalogue.

Each role has tools and a state of its own; the catalogue is all that they share.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.packs import Moment, Pack, SlashCommand, State, spoken

from . import cart, draft

if TYPE_CHECKING:
    from assistant.tools.base import Tool

_NOTHING = {
    "en": "nothing yet: /role client or /role admin, and ask",
    "es": "nada todavía: /role client o /role admin, y a preguntar",
}


def load_tools() -> Iterable[Tool]:
    from . import admin, client

    return (*client.TOOLS, *admin.TOOLS)


def shown(moment: Moment) -> list[str]:
    """``/shop``: the state of this conversation, as the prompt has it."""
    state = PACK.state_of(moment.role)
    lines = [*state.lines(moment)] if state else []
    return lines or [spoken(_NOTHING, moment.language)]


PACK = Pack(
    name="shop",
    summary={
        "en": "A shop: clients fill a cart, an admin edits the catalogue.",
        "es": "Una tienda: los clientes llenan un carrito, un admin edita el catálogo.",
    },
    guide=Path(__file__).parent,
    tools=load_tools,
    states=(
        State(cart.after, cart.told, cap=160, roles=cart.CLIENT),
        State(draft.after, draft.told, cap=100, roles=draft.ADMIN),
    ),
    slash=(
        SlashCommand(
            "shop",
            shown,
            help={
                "en": "the cart, or the product and its draft",
                "es": "el carrito, o el producto y su borrador",
            },
        ),
    ),
)
