"""What a later statement is to a known fact, in words that no list holds (F7)."""

from __future__ import annotations

import pytest

from assistant.embedding.base import Embedder
from assistant.memory.base import Ask, Confirm, Supersede
from tests.memory.facts import fact
from tests.memory.planned import planned


@pytest.mark.parametrize(
    ("known", "later"),
    [
        ("I can't have gluten", "gluten is off the table for me, you know that"),
        ("mi hermano toca el bajo en una banda", "el bajo, eso toca mi hermano en la banda"),
        ("the boiler is serviced every October", "every October the boiler gets its service"),
        ("trabajo en un vivero de Escobar", "en el vivero, el de Escobar, ahí trabajo"),
    ],
)
def test_a_restatement_in_other_words_confirms(known: str, later: str, embedder: Embedder) -> None:
    (action,) = planned(later, [fact(known, id="known")], embedder)
    assert isinstance(action, Confirm)


@pytest.mark.parametrize(
    ("known", "later"),
    [
        ("our invoices go out on the 1st", "invoices go out on the 15th"),
        ("my physio is on Tuesdays", "they moved my physio to Fridays"),
        ("el ensayo es a las 8", "el ensayo quedó para las 9"),
        ("uso un Nokia", "el Nokia se me rompió, uso un Samsung"),
    ],
)
def test_a_change_replaces_or_is_asked_about(known: str, later: str, embedder: Embedder) -> None:
    actions = planned(later, [fact(known, id="known")], embedder)
    assert any(isinstance(action, Supersede | Ask) for action in actions)


def test_F7_of_several_facts_those_that_may_be_changed_are_looked_at(embedder: Embedder) -> None:
    """Not those whose words are nearest: a wife's trade is no nearer to a new job than the old."""
    job = "trabaja de enfermero en el Hospital Italiano"
    others = ("mi mujer se llama Carla", "mi mujer Carla es arquitecta", "es celíaco desde 2015")
    known = [fact(text, id=text[:7], language="es") for text in (job, *others)]
    actions = planned("cambié de laburo: ahora estoy en la Clínica Bazterrica", known, embedder)
    assert [action.old_ids for action in actions if isinstance(action, Supersede)] == [("trabaja",)]


@pytest.mark.parametrize(
    ("known", "later"),
    [
        ("my physio is on Tuesdays", "my neighbour's choir sings on Tuesdays"),
        ("uso un Nokia", "la vecina vende un Nokia"),
        ("the boiler is serviced every October", "the roof was patched last October"),
        ("my sister lives in Cork", "my cousin moved to Cork"),
    ],
)
def test_another_matter_leaves_a_fact_as_it_is(known: str, later: str, embedder: Embedder) -> None:
    actions = planned(later, [fact(known, id="known")], embedder)
    assert not any(isinstance(action, Supersede) for action in actions)


def test_another_value_without_a_word_of_change_is_replaced_or_asked_about(
    embedder: Embedder,
) -> None:
    actions = planned("vivo en Quito", [fact("vivo en Lima", language="es")], embedder)
    assert [type(action) for action in actions] in ([Supersede], [Ask])


@pytest.mark.parametrize(
    ("known", "later"),
    [
        ("el puerto de staging es 5433", "el puerto de staging es 6000"),
        ("the staging port is 5433", "the staging port is 6000"),
        ("pago 420 de alquiler", "pago 460 de alquiler"),
    ],
)
def test_F7_what_is_the_fact_but_for_one_number_replaces_it(
    known: str, later: str, embedder: Embedder
) -> None:
    actions = planned(later, [fact(known, id="known")], embedder)
    assert [type(action) for action in actions] == [Supersede]


@pytest.mark.parametrize(
    ("known", "later"),
    [
        ("branch release-2025 is frozen", "branch release-2024 is closed"),
        ("sala 3 tiene proyector", "sala 5 tiene proyector"),
        ("invoice 1002 is unpaid", "invoice 1003 is unpaid"),
        ("el pedido 233 es para Luis", "el pedido 234 es para Luis"),
        ("the market is on Mondays", "there's no market on Wednesdays"),
        ("abrimos los lunes", "no abrimos los jueves"),
    ],
)
def test_F7_another_thing_of_the_kind_and_another_day_denied_change_nothing(
    known: str, later: str, embedder: Embedder
) -> None:
    actions = planned(later, [fact(known, id="known")], embedder)
    assert not any(isinstance(action, Supersede) for action in actions)


@pytest.mark.parametrize(
    ("known", "later"),
    [
        (
            "Declan, the shift lead, takes timestamps in UTC only, never in local time",
            "We fly to Prague on 31 July and come back on 5 August, the tickets are paid already",
        ),
        ("the project Falcon ships in May", "the project Falkon ships in June"),
    ],
)
def test_F7_no_word_alone_retires_what_the_networks_take_for_another_matter(
    known: str, later: str, embedder: Embedder
) -> None:
    told = [fact(known, id="known"), fact("the cat is old", id="cat")]
    assert not any(isinstance(action, Supersede) for action in planned(later, told, embedder))
