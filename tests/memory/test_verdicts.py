"""F7 where one sign settles what a message is to a fact, whatever the weights believe."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.embedding.base import Embedder
from assistant.memory.base import Action, Add, Ask, Confirm, Supersede
from assistant.memory.signals.language import detect_language
from assistant.records import Fact
from tests.memory.facts import NOW, fact, stated
from tests.memory.planned import planned
from tests.memory.test_plan import planned as planned_of


def of(text: str) -> Fact:
    return fact(text, language=detect_language(text))


def actions(known: Fact, message: str, embedder: Embedder) -> list[Action]:
    """What is planned of a message whose every word is worth keeping."""
    return planned_of(stated(message, detect_language(message)), [known], embedder)


REPLACED = {
    "what somebody changes of the speaker's": (
        ("takes 5 mg of the pills", "the doctor upped my pills to 10 mg"),
        ("el alquiler es de 200 mil", "el dueño me subió el alquiler a 260 mil"),
        ("my desk is on floor 1", "the manager moved my desk to floor 4"),
    ),
    "its beginning names what is over": (
        ("está haciendo un máster en datos", "ya no estoy haciendo el máster"),
        ("tengo un puesto de flores en la terminal", "ya no tengo el puesto"),
        ("i mentor two interns in the data team", "i no longer mentor the interns"),
        ("vivo con mi novio", "my boyfriend moved out"),
    ),
    "what it is, another figure": (
        ("the staging port is 5433", "the staging port is 6000"),
        ("el puerto de staging es 5433", "el puerto de staging es 6000"),
        ("the wifi channel is 6", "the wifi channel is 11"),
    ),
    "left for another": (
        ("i use vim", "i switched from vim to helix"),
        ("our quorum is 10", "quorum was raised to 14"),
        ("estudia arquitectura", "me pasé de arquitectura a diseño industrial"),
        ("cobra 25 dólares la hora", "subí mi tarifa, cobro 30 la hora"),
        ("i'm a teacher", "i quit teaching, i'm a florist these days"),
        ("tiene el consultorio en Palermo", "mudé el consultorio a Villa Crespo"),
        ("i'm training for a 10k", "i'm training for a half marathon now"),
    ),
}


@pytest.mark.parametrize(
    ("why", "known", "message"), [(why, *case) for why, cases in REPLACED.items() for case in cases]
)
def test_F7_a_fact_is_replaced_by_one_sign(
    why: str, known: str, message: str, embedder: Embedder
) -> None:
    (action,) = actions(of(known), message, embedder)
    assert isinstance(action, Supersede), why


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("my desk is on floor 1", "my sister moved her desk to floor 4"),
        ("my desk is on floor 1", "her desk is on floor 4"),
        ("el alquiler es de 200 mil", "mi primo subió el alquiler de su local a 300 mil"),
        ("we deploy on Wednesdays", "we had a bad deploy last Friday"),
        ("entrena los martes", "el jueves pasado entrené con mi primo"),
        ("tiene una bici playera", "vendí el auto"),
        ("toca el violín", "dejé el piano"),
        ("my cat is called Biscuit", "i got a second cat, Waffles"),
        ("no trabajo los lunes", "los miércoles no laburo"),
        ("los domingos almuerzo con mis viejos", "el domingo que viene no almuerzo con mis viejos"),
        ("mi abuela vive en Tandil", "mudé el consultorio a Villa Crespo"),
        ("tengo una perra, Uva", "compramos una perra, Higo"),
        ("tengo una tortuga", "adopté un conejo"),
    ],
)
def test_F7_what_is_anothers_or_once_or_another_thing_retires_nothing(
    known: str, message: str, embedder: Embedder
) -> None:
    (action,) = actions(of(known), message, embedder)
    assert isinstance(action, Add | Ask)


@pytest.mark.parametrize(
    ("known", "message", "replaced"),
    [
        ("prefiere las reuniones a la mañana", "prefiero las reuniones después de comer", True),
        ("i prefer the aisle seat", "i prefer the window seat", True),
        ("prefers tea to coffee", "i prefer my tea with milk", False),
        ("i prefer the aisle seat", "i also prefer the seat to recline", False),
        ("prefiero viajar en ventanilla", "prefiero pagar de contado", False),
    ],
)
def test_F7_one_thing_is_liked_most_in_one_way(
    known: str, message: str, replaced: bool, embedder: Embedder
) -> None:
    (action,) = actions(of(known), message, embedder)
    assert isinstance(action, Supersede) == replaced


@pytest.mark.parametrize(
    ("known", "message", "kept"),
    [
        ("la hogaza sale 3200", "mejor a 3400", "la hogaza sale 3400"),
        ("la entrega es el viernes", "que sea el lunes", "la entrega es el lunes"),
        ("the demo is on Thursday", "make it Friday", "the demo is on Friday"),
        ("the meeting is at 3pm", "let's make it 4pm", "the meeting is at 4pm"),
        ("the meeting is at 3", "make it 3:30", "the meeting is at 3:30"),
        (
            "my flight is on June 3rd at 07:15",
            "mejor a las 08:30",
            "my flight is on June 3rd at 08:30",
        ),
    ],
)
def test_F7_a_better_value_takes_the_place_of_the_one_just_said(
    known: str, message: str, kept: str, embedder: Embedder
) -> None:
    (action,) = planned(message, [of(known)], embedder)
    assert isinstance(action, Supersede)
    assert action.fact.fact == kept


@pytest.mark.parametrize("message", ["make it 5 lines shorter", "mejor no", "make it blue"])
def test_F7_a_better_value_of_another_kind_corrects_nothing(
    message: str, embedder: Embedder
) -> None:
    assert not planned(message, [of("the demo is on Thursday")], embedder)


def test_F7_a_better_value_is_one_of_what_was_stated_last(embedder: Embedder) -> None:
    rule = replace(of("answer in one line"), last_confirmed_at=NOW - timedelta(minutes=5))
    assert not planned("mejor a 3400", [rule, of("me llamo Bruna")], embedder)


@pytest.mark.parametrize(
    "known", ["answer in one line", "el equipo es de 5", "we are 7 in the band"]
)
def test_F7_an_hour_takes_the_place_of_no_other_number(known: str, embedder: Embedder) -> None:
    assert not planned("mejor a las 08:30", [of(known)], embedder)


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("is lactose intolerant", "i can't have lactose"),
        ("es alérgica al maní", "no puedo comer maní"),
    ],
)
def test_F7_what_cannot_be_had_is_the_same_said_again(
    known: str, message: str, embedder: Embedder
) -> None:
    (action,) = actions(of(known), message, embedder)
    assert isinstance(action, Confirm)
