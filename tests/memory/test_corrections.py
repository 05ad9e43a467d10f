"""F7 for corrections: with a marker, in a few words, of one part of a fact."""

from __future__ import annotations

from datetime import timedelta

import pytest

from assistant.embedding.base import Embedder
from assistant.memory.base import Add, Ask, Supersede
from assistant.records import Fact
from tests.memory.facts import fact
from tests.memory.planned import planned


def told(first: str, embedder: Embedder) -> list[Fact]:
    actions = planned(first, [], embedder)
    return [action.fact for action in actions if isinstance(action, (Add, Ask))]


@pytest.mark.parametrize(
    ("first", "message", "kept"),
    [
        ("Trabajo en fintech, equipo de 5", "En realidad ahora el equipo es de 7 personas", "7"),
        ("Trabajo en fintech, equipo de 5", "Corrección: el equipo es de 7 personas", "7"),
        ("Trabajo en fintech, equipo de 5", "Ahora mi equipo es de 7 personas", "7"),
        ("Trabajo en fintech, equipo de 5", "me equivoqué, somos 7", "7"),
        ("Trabajo en fintech, equipo de 5", "perdón, 7 no 5", "7"),
        ("La cámara de frío está a 4 grados", "perdón, a 3 grados", "3"),
        ("our cellar is kept at 12 degrees", "sorry, at 13 degrees", "13"),
        ("I work in fintech, team of 5", "actually the team is 7 now", "7"),
        ("I work in fintech, team of 5", "we're 7 in the team now", "7"),
        ("I work in fintech, team of 5", "my bad, we're 7", "7"),
        ("our standup is at 9", "my mistake, the standup is at 10", "10"),
        (
            "recordá que la impresora 7 está en el piso 2",
            "la impresora 7 ahora está en el piso 3",
            "3",
        ),
    ],
)
def test_F7_a_correction_takes_the_place_of_what_it_corrects(
    first: str, message: str, kept: str, embedder: Embedder
) -> None:
    known = told(first, embedder)
    action, *others = planned(message, known, embedder)
    assert isinstance(action, Supersede)
    assert action.old_ids == (known[0].id,)
    rest = [other.fact.fact for other in others if isinstance(other, Add)]
    assert len(rest) == len(others)
    assert not any({"5", "9"} & set(text.split()) for text in rest)
    assert kept in action.fact.fact.split()
    assert not {"5", "9"} & set(action.fact.fact.split())
    assert not action.fact.fact.lower().startswith(("correc", "me equi", "perd", "my "))


def test_F7_a_change_of_what_elaborates_keeps_the_first_part(embedder: Embedder) -> None:
    known = told("Trabajo en fintech, equipo de 5", embedder)
    [action] = planned("Corrección: el equipo es de 7 personas", known, embedder)
    assert isinstance(action, Supersede)
    assert action.fact.fact == "trabaja en fintech, equipo de 7"


def test_F7_a_change_of_the_first_part_takes_what_elaborates_along(embedder: Embedder) -> None:
    known = told("Vivo en Ávila, cerca del parque", embedder)
    [action] = planned("me mudé a Soria", known, embedder)
    assert isinstance(action, Supersede)
    assert "parque" not in action.fact.fact


def test_F7_one_of_several_facts_of_a_message_changes_alone(embedder: Embedder) -> None:
    known = told("Hola, soy vegetariano y trabajo en fintech, equipo de 5", embedder)
    assert [one.fact for one in known] == ["es vegetariano", "trabaja en fintech, equipo de 5"]
    [action] = planned("ya no somos 5, ahora somos 7", known, embedder)
    assert isinstance(action, Supersede)
    assert action.old_ids == (known[1].id,)


@pytest.mark.parametrize(
    "message",
    [
        "perdón, me quedan 7 minutos",
        "el equipo de fútbol de mi hijo tiene 11 jugadores",
        "sorry, I need 3 more examples",
        "me equivoqué de archivo",
    ],
)
def test_F7_numbers_of_other_things_correct_nothing(message: str, embedder: Embedder) -> None:
    known = told("Trabajo en fintech, equipo de 5", embedder)
    assert not any(isinstance(a, Supersede) for a in planned(message, known, embedder))


def test_F7_a_few_words_correct_only_what_was_just_said(embedder: Embedder) -> None:
    known = [fact("our rent is 900")]
    [soon] = planned("oops, I meant 950", known, embedder)
    assert isinstance(soon, Supersede)
    assert soon.fact.fact == "our rent is 950"
    assert planned("oops, I meant 950", known, embedder, timedelta(days=2)) == []


def test_F7_a_correction_planned_again_only_confirms(embedder: Embedder) -> None:
    [action] = planned("sorry, 950 not 900", [fact("our rent is 900")], embedder)
    assert isinstance(action, Supersede)
    again = planned("sorry, 950 not 900", [action.fact], embedder)
    assert not any(isinstance(one, (Add, Supersede, Ask)) for one in again)


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ("Trabajo en fintech, equipo de 5", "ya no somos 5, ahora somos 7 en el equipo"),
        ("our staging server runs Postgres 15", "our staging server runs Postgres 16 now"),
    ],
)
def test_F1_another_value_stays_in_its_domain(first: str, message: str, embedder: Embedder) -> None:
    known = told(first, embedder)
    (action,) = planned(message, known, embedder)
    assert isinstance(action, Supersede)
    assert action.fact.domain == known[0].domain


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ("remember that our staging server runs Postgres 16", "we moved everything to OVH"),
        ("we went with Hetzner for the shop site", "our staging server runs Postgres 17 now"),
        ("soy vegetariano desde 2019", "Compré carne para el sábado"),
        ("remember that server 2 runs Debian", "remember that server 3 runs Ubuntu"),
        ("recordá que la impresora 7 es de Laura", "recordá que la impresora 9 es de Hernán"),
        ("recordá que la impresora 31 está en el piso 31", "la impresora 37 está en el piso 37"),
    ],
)
def test_F7_only_what_is_surely_replaced_is_retired(
    first: str, message: str, embedder: Embedder
) -> None:
    known = told(first, embedder)
    assert known
    assert not any(isinstance(a, Supersede) for a in planned(message, known, embedder))


@pytest.mark.parametrize(
    ("first", "message", "text"),
    [
        ("La leche llega los lunes", "no, es el sábado", "sábado"),
        ("The fair starts on May 8th", "no, it's the 9th, sorry", "The fair starts on May 9th"),
        ("My flight is on June 3rd at 07:15", "it's at 07:50, not 07:15", "07:50"),
    ],
)
def test_F7_a_bare_value_corrects_the_fact_just_stated(
    first: str, message: str, text: str, embedder: Embedder
) -> None:
    known = told(first, embedder)
    [action] = planned(message, known, embedder)
    assert isinstance(action, Supersede)
    assert text in action.fact.fact


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("Nahuel ya no pinta más, ahora pinta Brisa", "El kilo ya no sale 900, ahora sale 950"),
        (
            "Nunca uses la palabra gourmet en los textos para socios",
            "A partir de ahora los textos a socios van sin emojis",
        ),
    ],
)
def test_F7_neither_a_now_nor_two_prohibitions_make_one_matter(
    known: str, message: str, embedder: Embedder
) -> None:
    actions = planned(message, [fact(known, language="es")], embedder)
    assert not any(isinstance(action, Supersede) for action in actions)


def test_F7_a_correction_that_tells_another_figure_says_nothing_again(embedder: Embedder) -> None:
    known = [
        fact("mi hija se llama Abril", language="es"),
        fact("mi hija cumple el 4 de mayo", id="birthday", language="es"),
    ]
    (action,) = planned("no, perdón: Abril cumple el 14 de mayo", known, embedder)
    assert isinstance(action, Supersede)
    assert action.old_ids == ("birthday",)
    assert "14 de mayo" in action.fact.fact
