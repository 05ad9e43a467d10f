"""What is asked for is not what is known: the facts are listed, and none goes (F7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.errors import AssistantError

FACTS = (
    "tomo hierro por la anemia, una pastilla en ayunas",
    "el diésel lo cargo en la gasolinera de ojo laguna",
    "el flaco gana dos mil a la semana",
    "Mayreni me cubre el sabado",
    "el euskaltegi, nivel C1, lunes y miércoles",
    "examen de C1 el 6 de junio",
    "the boiler service is on 3 March",
    "we stay at the Harbour Hotel in June",
    "la sociedad de Egia, 20 € al mes",
)


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Assistant]:
    with Assistant.open(home=tmp_path) as assistant:
        for fact in FACTS:
            assistant.remember(fact)
        yield assistant


def live(assistant: Assistant) -> set[str]:
    return {fact.fact for fact in assistant.facts() if fact.state == "active"}


@pytest.mark.parametrize(
    "message",
    [
        "sacame de ahí la pastilla de la tiroides",
        "quita cuánto gasto de diésel a la semana",
        "borra lo que me debe Mayreni",
        "dejo el euskaltegi, limpia clases y examen",
        "scrap the boiler warranty",
    ],
)
def test_F7_a_fact_with_half_of_what_is_named_is_asked_about(told: Assistant, message: str) -> None:
    [change] = told.observe(message, "ok").memory_changes
    assert change.kind == "to_forget"
    assert live(told) == set(FACTS)


@pytest.mark.parametrize(
    ("message", "gone"),
    [
        ("olvidate de la pastilla del hierro", FACTS[0]),
        ("borra lo de Mayreni", FACTS[3]),
        ("delete what I told you about the boiler service", FACTS[6]),
        ("please forget about the Harbour Hotel", FACTS[7]),
    ],
)
def test_F7_what_is_plainly_meant_goes_without_a_question(
    told: Assistant, message: str, gone: str
) -> None:
    told.observe(message, "ok")
    assert live(told) == set(FACTS) - {gone}


@pytest.mark.parametrize("slip", ["uy no, 0427", "sorry, 0427", "perdón, quise decir 0427"])
def test_F7_a_slip_after_a_refused_secret_changes_no_other_fact(told: Assistant, slip: str) -> None:
    with pytest.raises(AssistantError):
        told.remember("mi pin de la taquilla del gym es 0472")
    told.observe(slip, "ok")
    assert live(told) == set(FACTS)


def test_F7_a_slip_after_a_secret_in_the_talk_changes_no_other_fact(told: Assistant) -> None:
    told.observe("mi pin es 1234", "ok")
    told.observe("uy no, 0427", "ok")
    assert live(told) == set(FACTS)


@pytest.mark.parametrize(
    "message",
    ["forget the table db_use", "olvidate del commit 7e31ad", "get rid of the cabin's address"],
)
def test_F7_a_request_that_means_no_fact_is_told_so(told: Assistant, message: str) -> None:
    assert [change.kind for change in told.observe(message, "ok").memory_changes] == ["unmeant"]
    assert live(told) == set(FACTS)


@pytest.mark.parametrize(
    "message", ["forget that function, use the other", "forget about the table, use a list instead"]
)
def test_F7_work_that_is_told_is_not_answered(told: Assistant, message: str) -> None:
    assert not told.observe(message, "ok").memory_changes


@pytest.mark.parametrize(
    "message",
    [
        "Forget it all, let's begin again with the spreadsheet",
        "Forget all of it, we begin afresh with the report",
        "olvidate de todo, empecemos otra vez con la planilla",
    ],
)
def test_F7_all_of_it_is_listed_before_anything_goes(told: Assistant, message: str) -> None:
    [change] = told.observe(message, "ok").memory_changes
    assert (change.kind, len(change.fact_ids)) == ("to_forget", len(FACTS))
    assert live(told) == set(FACTS)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (
            (
                "the house sale closes on 3 May",
                "the buyers offered 212,000",
                "my cat is deaf",
            ),
            "drop whatever you have on the house sale",
        ),
        (
            (
                "el viaje a Oban es en julio",
                "en Oban paramos en la cabaña de Greta",
                "mi DNI vence en 2031",
            ),
            "se cayó lo de oban, borrá todo lo de ese viaje",
        ),
    ],
)
def test_F7_where_all_of_a_thing_is_to_go_what_may_belong_to_it_is_asked_about(
    tmp_path: Path, facts: tuple[str, ...], message: str
) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        for fact in facts:
            assistant.remember(fact)
        turn = assistant.observe(message, "ok")
        assert live(assistant) == set(facts)
        (asked,) = turn.memory_changes
        assert asked.kind == "to_forget"
        assert set(asked.text.split("\n")) == set(facts[:2])
