"""F7: of a fact that tells several things a request to forget means those that it names; where
that is not plain, the person is asked about just those."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant import Assistant
from assistant.api import MemoryChange

DISLIKES = "I can't abide coriander, and I am allergic to penicillin"
PAY = "lucía gana 38 mil y bruno 70 mil"
LANDLORDS = (
    "Mr Gilchrist is a landlord with three flats in Govan, and Mr Gilmour, confusingly, "
    "a landlord with two in Shawlands"
)
GEAR = "cuerda beal 9.2 de 70m comprada en 2023, pies de gato scarpa instinct talla 41"


def forgetting(home: Path, told: str, message: str) -> tuple[set[str], list[MemoryChange]]:
    """The facts after a message, and what it did."""
    with Assistant.open(home=home) as assistant:
        assistant.remember(told)
        result = assistant.observe(message, "ok")
        return {f.fact for f in assistant.facts() if f.state == "active"}, list(
            result.memory_changes
        )


def test_F7_what_is_spared_may_be_told_beside_what_goes(tmp_path: Path) -> None:
    message = "You may forget what I told you about the coriander, though not the penicillin."
    left, _ = forgetting(tmp_path, DISLIKES, message)
    assert left == {"I am allergic to penicillin"}


def test_F7_a_request_asks_about_the_part_that_it_names(tmp_path: Path) -> None:
    left, changes = forgetting(tmp_path, PAY, "borrá lo que te dije del sueldo de lucía")
    assert left == {PAY}, "nothing is gone before the yes"
    [asked] = [change for change in changes if change.kind == "to_forget"]
    assert asked.text == asked.replaced == "lucía gana 38 mil"


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (LANDLORDS, "Forget Mr Gilchrist, who has gone to another firm."),
        (GEAR, "olvídate de lo de la cuerda"),
    ],
)
def test_F7_what_tells_of_another_as_well_is_asked_about(
    tmp_path: Path, told: str, message: str
) -> None:
    left, changes = forgetting(tmp_path, told, message)
    assert left == {told}
    assert [change.kind for change in changes] == ["to_forget"]


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("Our Leontes is Crispin Vale, he lives at 14 Cotham Brow", "forget all of Crispin Vale"),
        ("mi prima Anna es médica y su marido es cocinero", "olvida lo de mi prima Anna"),
        ("My hat size is seven and three eighths.", "forget my hat size"),
    ],
)
def test_F7_what_is_told_of_whom_goes_goes_with_them(
    tmp_path: Path, told: str, message: str
) -> None:
    left, changes = forgetting(tmp_path, told, message)
    assert not left or [change.replaced for change in changes] == [""]


def test_F7_of_two_that_hold_all_that_is_named_neither_goes_unasked(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.remember("mi hermano Unai vive en Vitoria y el otro, Gorka, en Dublín")
        assistant.remember("Gorka se vuelve de Dublín, en enero se muda a Bilbao")
        assistant.observe("olvida lo de Gorka en Dublín", "ok")
        assert len(assistant.facts()) == 2


@pytest.mark.parametrize(
    ("told", "message", "stays"),
    [
        (
            "Jomon, one of my staff nurses, is back from leave on 14 December, and Joby, his cousin,"
            " starts his on the 21st",
            "forget about Jomon",
            "Joby, his cousin, starts his on the 21st",
        ),
        (
            "my cousin Orla runs a café in Howth and owes me 300",
            "forget that Orla owes me money",
            "my cousin Orla runs a café in Howth",
        ),
        (
            "The builder is Declan Roche, he's charging us 68,000 and he's starting on 11 January",
            "forget what Declan's charging us",
            "The builder is Declan Roche, he's starting on 11 January",
        ),
        (  # the verb is told once, and it is the name that says which
            "le presto la tabla roja al Coco y el wetsuit a la Mafe",
            "borra lo que le presto a la Mafe",
            "le presto la tabla roja al Coco",
        ),
    ],
)
def test_F7_what_is_told_of_another_stays(
    tmp_path: Path, told: str, message: str, stays: str
) -> None:
    left, _ = forgetting(tmp_path, told, message)
    assert left == {stays}


def test_F7_what_goes_with_a_name_is_all_that_is_told_of_them(tmp_path: Path) -> None:
    told = (
        "Our neighbour Deirdre has the spare key, and our neighbour Fintan puts the bins out"
        " and has the alarm code"
    )
    _, changes = forgetting(tmp_path, told, "forget about Fintan")
    [asked] = changes
    assert asked.text == "our neighbour Fintan puts the bins out and has the alarm code"
