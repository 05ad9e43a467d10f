"""Corrections whose fact the reader knows, and what they leave as it was (F7)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from assistant import Assistant


def after(home: Path, facts: Sequence[str], message: str) -> list[str]:
    """The live facts once a message was said after the others."""
    with Assistant.open(home=home) as assistant:
        for fact in facts:
            assistant.remember(fact)
        assistant.observe(message, "ok")
        return [fact.fact for fact in assistant.facts() if fact.state == "active"]


@pytest.mark.parametrize(
    ("facts", "message", "left"),
    [
        (
            ("mi perro se llama Gradle", "mi gata es sorda"),
            "uy, quise decir Orteguita, no Gradle",
            {"mi perro se llama Orteguita", "mi gata es sorda"},
        ),
        (
            ("el DJ es Kike, cobra 2 millones la noche", "mi gata es sorda"),
            "Kike ya no cobra 2 millones, ahora son 2.400.000",
            {
                "el DJ es Kike",
                "Kike ya no cobra 2 millones, ahora son 2.400.000",
                "mi gata es sorda",
            },
        ),
        (
            ("is 31", "my comfort film is Rififi, I saw it 4 times"),
            "hang on, I counted and it's 6. wow",
            {"is 31", "my comfort film is Rififi, I saw it 6 times"},
        ),
        (
            ("la copia de la llave la tiene la Obdulia", "mi gata es sorda"),
            "que no, la copia de la llave la tiene la Nati, no la Obdulia",
            {"la copia de la llave la tiene la Nati", "mi gata es sorda"},
        ),
        (
            ("Biel tiene clase de remo los martes a las seis", "mi gata es sorda"),
            "Biel ya no rema los martes, ahora rema los jueves a las seis y media",
            {"Biel ahora rema los jueves a las seis y media", "mi gata es sorda"},
        ),
        (
            ("mi vino favorito es el Pago Verde", "mi gata es sorda"),
            "cambié de opinión, mi vino favorito es el Lanzaga",
            {"cambié de opinión, mi vino favorito es el Lanzaga", "mi gata es sorda"},
        ),
        (
            ("mi hija se llama Lucía y cumple el 4 de mayo", "tengo una gata, Pancha"),
            "no, perdón: Lucía cumple el 14 de mayo",
            {"mi hija se llama Lucía y cumple el 14 de mayo", "tengo una gata, Pancha"},
        ),
        (
            ("my sister Ruth lives in Galway and she's allergic to walnuts", "I play the oboe"),
            "sorry, Ruth lives in Cork",
            {"my sister Ruth lives in Cork and she's allergic to walnuts", "I play the oboe"},
        ),
        (
            ("I study Greek on Monday and Wednesday with Miss Hale",),
            "The classes with Miss Hale are on Tuesday and Friday, the school changed the days.",
            {"I study Greek on Tuesday and Friday with Miss Hale"},
        ),
        (
            ("my son Max turns 7 on June 4", "the van seats 7"),
            "no wait, Max turns 7 on June 14",
            {"my son Max turns 7 on June 14", "the van seats 7"},
        ),
        (
            ("mum turns 60 on 9 august", "dad turns 67 on 2 march"),
            "mum would kill me. she turns 58 this august, on the 9th",
            {"mum turns 58 on 9 august", "dad turns 67 on 2 march"},
        ),
    ],
)
def test_F7_of_a_fact_that_tells_two_things_the_other_stays(
    tmp_path: Path, facts: Sequence[str], message: str, left: set[str]
) -> None:
    assert set(after(tmp_path, facts, message)) == left


@pytest.mark.parametrize(
    ("facts", "message", "left"),
    [
        (
            ("el ensayo es de 14 a 16", "son 10 páginas como mínimo"),
            "ah no, el ensayo va de 17 a 19",
            {"el ensayo es de 17 a 19", "son 10 páginas como mínimo"},
        ),
        (
            ("the physio gave me 10 sessions", "the physio charges 80"),
            "no sorry, 12 sessions",
            {"the physio gave me 12 sessions", "the physio charges 80"},
        ),
    ],
)
def test_F7_the_reader_knows_which_of_two_is_put_right(
    tmp_path: Path, facts: Sequence[str], message: str, left: set[str]
) -> None:
    assert set(after(tmp_path, facts, message)) == left


@pytest.mark.parametrize(
    ("fact", "message", "gone", "has"),
    [
        (
            "los martes y jueves tengo laboratorio a las 10",
            "cambiaron el laboratorio: ahora es los miércoles a las 8",
            "martes",
            ("miércoles", "8"),
        ),
        (
            "the choir meets on Tuesday at 10",
            "sorry, the choir meets on Wednesday at 8",
            "Tuesday",
            ("Wednesday", "8"),
        ),
    ],
)
def test_F7_no_value_that_is_told_is_left_out(
    tmp_path: Path, fact: str, message: str, gone: str, has: tuple[str, ...]
) -> None:
    [left] = after(tmp_path, [fact], message)
    assert gone not in left
    assert all(value in left for value in has)


@pytest.mark.parametrize(
    "message", ["my tablet is a Pixel8", "Bob said my phone is a Pixel9", "is my phone a Pixel6?"]
)
def test_F7_what_puts_nothing_right_changes_nothing(tmp_path: Path, message: str) -> None:
    assert "my phone is a Pixel7" in after(tmp_path, ["my phone is a Pixel7"], message)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (
            ["the surveyor gets the keys on 12 December"],
            "Actually, the regatta is on 19 October, not 12 October.",
        ),
        (
            ["don't ring the man till he's had his porridge, any note to him goes after 9"],
            "It's oat bran for me now, strong enough to float a bolt. Eggs gave me the flutters.",
        ),
        (
            ["keep it short, I am usually at the edge of a field with one bar of network"],
            "Akinyi is the one with the soil samples, so if it is about pH it goes to her first",
        ),
        (
            ["kit my nephew is in Leeds, 3rd yr of his plumbing apprenticeship"],
            "writing this in the van. which reminds me the MOT's up 9 Jan, never again 3 weeks late",
        ),
    ],
)
def test_F7_what_only_looks_like_a_correction_puts_nothing_right(
    tmp_path: Path, facts: list[str], message: str
) -> None:
    assert set(facts) <= set(after(tmp_path, facts, message))


def test_F7_a_figure_with_its_comma_is_one(tmp_path: Path) -> None:
    facts = ["we pay 26,400 for the van", "we pay 26,900 for the lorry"]
    assert after(tmp_path, facts, "delete that we pay 26,400 for the van") == facts[1:]


@pytest.mark.parametrize(
    ("fact", "message", "left"),
    [
        (
            "la copia de la llave la tiene Rosario",
            "q no, la copia de la llave la tiene Nati, no Rosario",
            "la copia de la llave la tiene Nati",
        ),
        (
            "the spare key is with the porter",
            "nope, the spare key is with my neighbour, not the porter",
            "the spare key is with the neighbour",
        ),
    ],
)
def test_F7_what_is_not_so_is_no_part_of_what_is(
    tmp_path: Path, fact: str, message: str, left: str
) -> None:
    assert after(tmp_path, (fact,), message) == [left]


@pytest.mark.parametrize(
    ("fact", "message", "left"),
    [
        ("the shop closes at 6", "the shop closes at 7 now", 1),
        ("los sábados cerramos a las 13", "ahora los sábados cerramos a las 14", 1),
        ("I sold the bike", "I sold the car", 2),
    ],
)
def test_F7_another_hour_of_closing_replaces_the_old_one_and_another_thing_sold_does_not(
    tmp_path: Path, fact: str, message: str, left: int
) -> None:
    assert len(after(tmp_path, (fact,), message)) == left


@pytest.mark.parametrize(
    "message",
    [
        "scratch what i just said",
        "forget what I just said",
        "never mind what I just told you",
        "scratch what I just told you I was looking at the wrong mail",
        "pretend I didn't say that",
        "olvidate lo que te dije recién",
        "tachá lo que te dije recién que me confundí de cliente",
        "no me hagas caso con lo último",
    ],
)
def test_F7_what_was_just_said_is_taken_back_whatever_reason_follows(
    tmp_path: Path, message: str
) -> None:
    facts = ("we template with kustomize", "no prod changes on Fridays", "traces go to Tempo")
    assert set(after(tmp_path, facts, message)) == set(facts[:2])


@pytest.mark.parametrize(
    "message",
    [
        "translate what I just said",
        "forget what my boss just said about me",
        "borrá lo último que hablamos del dentista",
    ],
)
def test_F7_what_speaks_of_other_words_takes_nothing_back(tmp_path: Path, message: str) -> None:
    facts = ("we template with kustomize", "traces go to Tempo")
    assert set(after(tmp_path, facts, message)) == set(facts)


@pytest.mark.parametrize(
    "message",
    [
        "I misled you about Jean, whose school was in fact Charleston Academy.",
        "te mentí sobre Jean, su colegio era el Charleston",
    ],
)
def test_F7_that_something_was_told_wrong_is_nothing_told(tmp_path: Path, message: str) -> None:
    facts = ("My friend Jean taught at Culloden Academy", "Jean has a spaniel called Bess")
    left = after(tmp_path, facts, message)
    assert facts[1] in left
    assert not any("misled" in fact or "mentí" in fact for fact in left)


def test_F7_a_fact_told_again_in_a_telegram_is_confirmed_and_no_question(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        told = assistant.remember("the inverter at home is a 5kva Felicity unit")
        [change] = assistant.observe("home inverter: Felicity, 5kva", "ok").memory_changes
        assert (change.kind, change.fact_ids) == ("confirmed", (told.id,))


def test_F7_what_differs_in_number_and_name_is_another_thing(tmp_path: Path) -> None:
    told = (
        "la sala E1010 lo cuida Nipak",
        "el servidor 6.0.7936 es de Caulau",
        "el servidor 6.0.494 está en Plorpleix",
        "la rama 1013-K corre Dondal 32",
        "el servidor 6.0.794 lo hizo Genjon",
    )
    later = "el servidor 6.0.793 lo hizo Reivian"
    assert set(after(tmp_path, told, later)) == {*told, later}


@pytest.mark.parametrize(
    ("message", "left"),
    [
        (
            "My van is a 2019 Transit, 191-C-4471, NCT due in May. Actually no, it's a 2018 Transit.",
            ["My van is a 2018 Transit, 191-C-4471, NCT due in May"],
        ),
        ("the standup is at 9. hang on, at 10", ["the standup is at 10"]),
        ("mi jefe es Juan. perdón, quise decir Julián", ["mi jefe es Julián"]),
        ("I live in Leeds. No, I don't drive.", ["lives in Leeds", "I don't drive"]),
    ],
)
def test_F7_a_message_may_put_right_the_sentence_before(
    tmp_path: Path, message: str, left: list[str]
) -> None:
    assert after(tmp_path, [], message) == left


@pytest.mark.parametrize(
    ("known", "said", "kept"),
    [
        (
            "Garza is written in Go 1.22, with Postgres 15 behind it",
            "I told you Go 1.22, my bad, it's 1.23",
            "Garza is written in Go 1.23, with Postgres 15 behind it",
        ),
        (
            "my swim is on sundays from now on, saturday doesn't suit anymore",
            "i meant thursday for the swim, not sunday, sorry",
            "my swim is on thursday from now on, saturday doesn't suit anymore",
        ),
        (
            "en febrero nos vamos de vacaciones a Chiloé, 10 dias en auto",
            "al final no vamos a Chiloé, nos vamos a Pucón mejor",
            "en febrero nos vamos de vacaciones a Pucón, 10 dias en auto",
        ),
        (
            "we're going to Wales in August, ten days by car",
            "we're not going to Wales, we're going to Kerry instead",
            "we're going to Kerry in August, ten days by car",
        ),
    ],
)
def test_F7_the_value_that_is_wrong_or_no_longer_so_is_the_only_one_that_changes(
    tmp_path: Path, known: str, said: str, kept: str
) -> None:
    assert after(tmp_path, [known], said) == [kept]


def test_F7_a_day_takes_the_place_of_no_amount(tmp_path: Path) -> None:
    said = (
        "Our insurance is with Erie; the premium runs $1,480 a year and it's due on February 1st."
    )
    assert "the premium runs $1,480 a year" in after(tmp_path, [], said)
