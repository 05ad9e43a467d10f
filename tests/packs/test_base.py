"""What a pack declares is checked where it is declared, with the reason in words (K1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant.packs import (
    Collection,
    Domain,
    Moment,
    Pack,
    ProfileField,
    SlashCommand,
    Source,
    State,
)

BOTH = {"en": "one", "es": "uno"}
HERE = Path(__file__).parent


def no_lines(_: Moment) -> list[str]:
    return []


def source(name: str = "season", **fields: Any) -> Source:
    return Source(name, no_lines, **{"cap": 20, "title": BOTH, "reason": BOTH, **fields})


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Pack(name="My Pack", summary=BOTH, guide=HERE), "small letters"),
        (lambda: Pack(name="mine", summary={"en": "one"}, guide=HERE), "missing in: es"),
        (lambda: source("Season"), "context source"),
        (lambda: source("state"), "the pack's state"),
        (lambda: source(cap=0), "1 to 200"),
        (lambda: source(cap=4000), "1 to 200"),
        (lambda: source(title={"es": "uno"}), "missing in: en"),
        (lambda: source(reason={}), "missing in: en, es"),
        (lambda: State(lambda *_: {}, no_lines, cap=900), "1 to 200"),
        (lambda: Domain("garden", words={"en": ("plant",), "es": ()}), "missing in: es"),
        (lambda: ProfileField("soil", {"en": "soil"}), "missing in: es"),
        (lambda: Collection("two words"), "a collection"),
        (lambda: SlashCommand("be-ds", no_lines, help=BOTH), "small letters"),
        (lambda: SlashCommand("beds", no_lines, help={}), "help of /beds"),
        (
            lambda: Pack(name="mine", summary=BOTH, guide=HERE, sources=(source(), source())),
            "two sources",
        ),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_reason(
    make: Callable[[], object], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        make()


def test_the_first_state_that_serves_a_role_is_the_one_of_its_conversations() -> None:
    admin, others = (
        State(lambda *_: {}, no_lines, roles=("admin",)),
        State(lambda *_: {}, no_lines, roles=("client", "guest")),
    )
    pack = Pack(name="mine", summary=BOTH, guide=HERE, states=(admin, others))
    assert pack.state_of("admin") is admin
    assert pack.state_of("guest") is others
    assert pack.state_of("default") is None
