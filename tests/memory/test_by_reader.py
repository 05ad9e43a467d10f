"""Requests to forget that their words alone do not decide, read beside the facts (F7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import Assistant

FACTS = (
    "peso 96 kilos y me da bronca",
    "cobro 1.850.000 por mes en la ferretería",
    "my cousin Olga is getting divorced in May",
    "the tractor reg is SJ57 PLV",
    "la heladera pesa 80 kilos",
    "I play the oboe on Tuesdays",
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
    ("message", "meant"),
    [
        ("forget my salary", FACTS[1]),
        ("borrá lo de mi sueldo", FACTS[1]),
        ("olvidate de mi instrumento", FACTS[5]),
        ("the split-up in my family. wipe it", FACTS[2]),
    ],
)
def test_F7_what_is_named_in_other_words_goes_or_is_asked_about_alone(
    told: Assistant, message: str, meant: str
) -> None:
    answer = told.observe(message, "ok")
    [change] = answer.memory_changes
    assert change.kind in ("forgotten", "to_forget")
    assert set(FACTS) - live(told) == ({meant} if change.kind == "forgotten" else set())
    assert len(change.fact_ids) == 1


def test_F7_a_code_that_is_one_letter_off_is_another(told: Assistant) -> None:
    told.observe("delete the tractor reg SJ57 PVL", "ok")
    assert live(told) == set(FACTS)


@pytest.mark.parametrize(
    "message", ["forget it, I'll weigh the boxes myself", "no te olvides de la heladera"]
)
def test_F7_what_asks_for_nothing_takes_nothing(told: Assistant, message: str) -> None:
    told.observe(message, "ok")
    assert live(told) == set(FACTS)


@pytest.mark.parametrize(
    "message",
    [
        "strike what I just said, the oboe stays",
        "eso último no vale, era una frase de mi cuaderno",
        "take that last one back, I go on playing the oboe",
    ],
)
def test_F7_who_takes_back_what_was_said_last_loses_nothing_that_is_named_beside_it(
    told: Assistant, message: str
) -> None:
    told.remember("my neighbour drinks in secret")
    told.observe(message, "ok")
    assert set(FACTS) <= live(told)


def test_F7_take_that_last_one_back_is_heard_whatever_follows(told: Assistant) -> None:
    told.remember("my neighbour drinks in secret")
    told.observe("take that last one back, I go on playing the oboe", "ok")
    assert live(told) == set(FACTS)


def test_F7_what_only_looks_like_the_last_thing_said_is_not_taken_back(told: Assistant) -> None:
    told.observe("borra la última línea del archivo lista.txt", "ok")
    assert live(told) == set(FACTS)


def test_F7_a_request_that_means_another_fact_does_not_take_the_last_one(told: Assistant) -> None:
    told.observe(
        "I was uncharitable about my cousin, I should be glad if you would strike it out", "ok"
    )
    assert set(FACTS) - live(told) <= {FACTS[2]}


def test_F7_one_word_that_is_nearly_told_loses_nothing(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        facts = ("soy bajito, 1.61", "I learn to weld on Mondays", "vivo en Pando")
        for fact in facts:
            assistant.remember(fact)
        assistant.observe("borra mi peso", "ok")
        assert live(assistant) == set(facts)


def test_F7_the_code_of_one_thing_is_put_into_no_other(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        facts = ("tengo un turno con el dermatólogo el 13 de febrero", "desayuno a las 7")
        for fact in facts:
            assistant.remember(fact)
        assistant.observe("5-0-7 es el candado, me equivoqué de número", "ok")
        assert set(facts) <= live(assistant)


def test_F7_where_all_of_a_thing_is_to_go_it_is_asked_about(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        facts = ("el fanzine es de fachadas", "Juli dibuja el fanzine", "el fanzine sale en marzo")
        for fact in facts:
            assistant.remember(fact)
        assistant.observe("el fanzine se canceló, olvida todo lo del fanzine", "ok")
        assert live(assistant) == set(facts)


def test_F7_one_fact_that_is_far_likelier_than_the_others_is_meant(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        facts = ("le debo 300 euros a Maialen", "toco la trikitixa", "vivo en Tolosa")
        for fact in facts:
            assistant.remember(fact)
        assistant.observe("haz como que no sabes lo que le debo a Maialen", "ok")
        assert live(assistant) == set(facts[1:])


def after(home: Path, facts: tuple[str, ...], message: str) -> tuple[set[str], set[str]]:
    """Of these facts those that went, and those that the person is asked about."""
    with Assistant.open(home=home) as assistant:
        told = {assistant.remember(fact).id: fact for fact in facts}
        answer = assistant.observe(message, "ok")
        asked = {
            told[id] for c in answer.memory_changes if c.kind == "to_forget" for id in c.fact_ids
        }
        return set(facts) - live(assistant), asked


def test_F7_a_word_that_was_cut_short_is_asked_about(tmp_path: Path) -> None:
    facts = ("estoy preparando la oposición a justicia", "vivo en Sevilla", "tengo un perro")
    assert after(tmp_path, facts, "que no conste lo de la opo") == (set(), {facts[0]})


def test_F7_nothing_names_nothing(tmp_path: Path) -> None:
    facts = ("I weigh 94 kilos", "I live in Ohio", "my wife is Jean")
    gone, _ = after(tmp_path, facts, "I'd rather you kept nothing about my weight")
    assert gone == {facts[0]}


def test_F7_what_is_mine_is_not_what_something_else_of_mine_has(tmp_path: Path) -> None:
    facts = ("mi interno es el 3372", "my supervisor is on extension 3327", "mi bondi es el 600")
    gone, _ = after(tmp_path, facts, "sry, gave you my extension wrong: its 3732")
    assert gone <= {facts[0]}


def test_F7_who_is_called_otherwise_is_asked_about(tmp_path: Path) -> None:
    facts = ("lucía's dad vicent lost the workshop to the bank", "pilar's a nurse", "prefer lists")
    message = "lo del taller del suegro y el banco bórralo, que se va a enterar lucía"
    assert after(tmp_path, facts, message) == (set(), {facts[0]})


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("debo 300 mil pesos en el banco", "eso de la plata que debo no lo quiero ahí guardado"),
        ("the scope is priced at £389", "that scope price, bin it"),
        ("I failed pharmacology", "strike the bit about me failing pharmacology"),
        ("me operan de la rodilla", "haga usted como si nunca le hubiera dicho lo de la rodilla"),
        ("Raghav is getting divorced", "I overshared about Raghav's divorce, I never said it, ok"),
    ],
)
def test_F7_a_request_is_heard_in_many_words(fact: str, message: str, tmp_path: Path) -> None:
    gone, asked = after(tmp_path, (fact, "I live in Bristol", "tengo dos nietos"), message)
    assert gone | asked == {fact}


def test_F7_what_is_named_in_one_sentence_is_deleted_in_the_next(tmp_path: Path) -> None:
    facts = ("peso 96 kilos", "trabajo en una ferretería")
    assert after(tmp_path, facts, "mi peso. bórralo.") == ({facts[0]}, set())


def test_F7_a_correction_that_begins_as_taking_back_loses_nothing(tmp_path: Path) -> None:
    facts = ("I like tea with milk", "I live in Porto")
    assert after(tmp_path, facts, "scratch that, I still live in Porto") == (set(), set())


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (
            ("la charo m debe 50 euros", "la charo vive en teruel", "la lourdes m debe 80 euros"),
            "borra la deuda d la charo, ya esta",
        ),
        (
            ("dad takes metformin", "mum takes amlodipine", "i use a blue inhaler"),
            "you don't need to keep my father's medication",
        ),
        (
            ("I'm planning to sell my half of the practice to a chain from Mar del Plata",),
            "please drop what I told you about selling my part of the practice",
        ),
        (
            ("Yamila la recepcionista está embarazada de tres meses", "Norma es la contadora"),
            "eso que te conté de Yamila sacalo de ahí",
        ),
    ],
)
def test_F7_what_two_readings_mean_alone_goes_without_a_question(
    facts: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    assert after(tmp_path, facts, message) == ({facts[0]}, set())


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (("the meeting with Finance is on Friday", "we use Jira"), "drop the meeting with Legal"),
        (("I'm allergic to walnuts", "I like tea"), "forget that I'm allergic to hazelnuts"),
        (("tomo hierro por la anemia, una pastilla",), "sacame de ahí la pastilla de la tiroides"),
        (("my flight to Paris leaves at 9", "I hate flying"), "erase my flight to Rome"),
        (("el cumpleaños de Luis es en mayo",), "olvida el cumpleaños de Marta"),
        (("the loan for the car ends in 2027",), "delete what I told you about the mortgage"),
    ],
)
def test_F7_what_was_never_told_takes_nothing_near_to_it(
    facts: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    assert after(tmp_path, facts, message)[0] == set()


def test_F7_all_of_a_thing_is_more_than_the_one_fact_that_is_likeliest(tmp_path: Path) -> None:
    facts = ("la furgo es una Caddy del 2016", "el seguro de la furgo son 410 al año")
    gone, _ = after(tmp_path, facts, "vendida la Caddy. fuera todo lo de la furgo")
    assert gone in (set(), set(facts))


def test_F7_what_tells_that_a_thing_is_over_and_what_is_instead_is_a_change(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        assistant.remember("tengo el despacho en Pamplona")
        assistant.observe("cerré el despacho de allí, atiendo en bilbao", "ok")
        assert any("bilbao" in fact for fact in live(assistant))


def test_F7_what_is_to_be_remembered_takes_the_place_of_what_was_and_forgets_nothing(
    tmp_path: Path,
) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        for fact in (
            "las copias de las historias van a un disco que está en casa de Nacho",
            "la base es Postgres",
            "el servidor es una PC con Debian abajo del mostrador",
            "el que nos da soporte es Tomás",
            "las cámaras son Hikvision",
            "la impresora es una Brother",
        ):
            assistant.remember(fact)
        said = "ojo que el disco con las copias no está en lo de Nacho lo tiene guardado Mirta la contadora"
        changes = assistant.observe(said, "ok").memory_changes or ()
        assert "forgotten" not in [change.kind for change in changes]


MANY = (
    *(
        "my sister Vera lives in Turin",
        "the car is a blue Polo from 2014",
        "we deploy on Thursdays",
    ),
    *("I work nights at the bakery on Mill Street", "the dentist sees me on 4 June"),
    *(
        "my locker code is on a card in the drawer",
        "the cat is called Miso",
        "I am learning Danish",
    ),
    *("rent goes out on the 5th", "my boss is Tove", "I take the 6:40 train", "I drink oat milk"),
    *("the choir meets on Mondays", "my father had a stroke in 2019", "our router is a Fritzbox"),
    *("the bike was stolen in March", "I fly to Bergen on 9 July", "Nils has a peanut allergy"),
    *("I put 200 aside every month for the boat", "the printer jams on thick paper"),
)


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("drop what you know about my savings", "I put 200 aside every month for the boat"),
        ("forget which animal I keep", "the cat is called Miso"),
        ("don't keep what happened to dad's health", "my father had a stroke in 2019"),
    ],
)
def test_F7_among_many_facts_one_is_found_in_other_words(
    message: str, meant: str, tmp_path: Path
) -> None:
    gone, asked = after(tmp_path, MANY, message)
    assert gone | asked == {meant}


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("forget who runs my team", "my boss is Tove"),
        ("forget where my sibling is", "my sister Vera lives in Turin"),
    ],
)
def test_F7_what_may_be_meant_is_asked_about_rather_than_nothing_found(
    message: str, meant: str, tmp_path: Path
) -> None:
    assert after(tmp_path, MANY, message) == (set(), {meant})


@pytest.mark.parametrize("message", ["forget my brother's wedding", "erase my flight to Rome"])
def test_F7_among_many_facts_what_was_never_told_means_none(message: str, tmp_path: Path) -> None:
    assert after(tmp_path, MANY, message) == (set(), set())


@pytest.mark.parametrize(
    "message", ["nah that last one isn't true, bin it", "no, lo que te acabo de decir no corre"]
)
def test_F7_what_was_told_last_is_taken_back_among_many_facts(message: str, tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        for told in MANY:
            assistant.remember(told)
        assistant.observe("the van is parked in Elm Lane", "ok")
        assistant.observe(message, "ok")
        assert live(assistant) == set(MANY)
