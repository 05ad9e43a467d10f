"""Requests to forget that only what is known can tell from work to be done (F7)."""

from __future__ import annotations

import pytest

from assistant.embedding.base import Embedder
from assistant.memory.base import Action, AskForget, Forget, ForgetRequest
from assistant.memory.matching import Meaning
from assistant.memory.plan.holding import MOST_WEIGHED, Known
from assistant.memory.plan.meant import meant
from assistant.records import Fact
from tests.memory.facts import fact
from tests.memory.planned import planned

HOME = [
    fact("my employee id is 4471", id="id"),
    fact("keeps the spare key at Jo's", id="key"),
    fact("the choir meets on Tuesdays", id="choir"),
    fact("the choir has a bus number, 9", id="bus"),
    fact("mi abogada es Carla Ponce", id="lawyer", language="es"),
    fact("my thesis draft is 80 pages long", id="draft"),
    fact("se encarga de la caja chica", id="caja", language="es"),
    fact("prefiere que lo llames Doc", id="doc", language="es"),
    fact("my aunt's email is on fastmail", id="email"),
    fact("the garage is in Kilburn Lane", id="garage"),
]


def forgotten(actions: list[Action]) -> set[str]:
    return {id for action in actions if isinstance(action, Forget) for id in action.fact_ids}


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("please delete my employee id", {"id"}),
        ("erase the spare key thing", {"key"}),
        ("you don't need to keep my employee id", {"id"}),
        ("purge the choir number", {"bus"}),
        ("please remove my lawyer", {"lawyer"}),
        ("que no conste lo de la caja chica", {"caja"}),
        ("no me llames más doc, borrá eso", {"doc"}),
        ("sacá la caja chica de la lista", {"caja"}),
        ("erase the garage", {"garage"}),
        ("remove my aunt's email", {"email"}),
        ("no quiero rastro de la caja chica", {"caja"}),
    ],
)
def test_F7_an_order_to_do_away_with_what_is_known_forgets_it(
    message: str, expected: set[str], embedder: Embedder
) -> None:
    actions = planned(message, HOME, embedder)
    assert forgotten(actions) == expected
    assert len(actions) == 1, "an order states nothing"


def test_F7_of_several_facts_none_goes_before_the_person_says_so(embedder: Embedder) -> None:
    (action,) = planned("nothing about the choir should stay in memory", HOME, embedder)
    assert isinstance(action, AskForget)
    assert set(action.fact_ids) == {"choir", "bus"}


@pytest.mark.parametrize(
    "message",
    [
        "delete my thesis draft",  # work on a text
        "clear the garage",  # nothing says that the memory or a thing of the user's is meant
        "delete my spare choir key",  # no fact holds all of it
        "don't delete my employee id",
        "i deleted my employee id",
        "did you delete my employee id?",
        "she told me to delete my employee id",
        "no borres lo de la caja chica",
        "saqué la caja chica la semana pasada",  # told, and no "saque"
    ],
)
def test_F7_work_to_be_done_forgets_nothing(message: str, embedder: Embedder) -> None:
    assert not forgotten(planned(message, HOME, embedder))


def test_F7_of_very_many_facts_only_those_that_bear_on_a_request_are_weighed(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = [fact(f"shelf {n} holds the box {n}", id=f"box{n}") for n in range(2_000)]
    facts.insert(900, fact("the oboe is rented from Hale", id="oboe"))
    weighed: list[str] = []
    of = Known.of

    def weigh(known: Fact) -> Known:
        weighed.append(known.id)
        return of(known)

    monkeypatch.setattr(Known, "of", weigh)
    request = ForgetRequest((0, 10), "the oboe from Hale")
    assert meant(request, facts, "en", Meaning()).plain == ("oboe",)
    assert len(weighed) <= MOST_WEIGHED
