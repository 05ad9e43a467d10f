"""What the memory answers by itself, and what is none of its business (A6, A7, A10)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.app import App, open_app
from assistant.errors import AssistantError, ModelUnavailable
from assistant.session.base import TurnInput

FACTS = (
    "I sold the van",
    "me gusta el mate amargo",
    "mi perra se llama Luna",
    "my sister moved to Cork last week",
)


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    home: Path = tmp_path_factory.mktemp("home")
    with Assistant.open(home=home, model=None) as opened:
        for fact in FACTS:
            opened.remember(fact)
        yield opened


@pytest.mark.parametrize(
    "favour",
    [
        "can you order parts for me?",
        "¿me podés pedir un remís?",
        "escribí dos versos sobre la lluvia",
        "could you book me a table?",
    ],
)
def test_A7_a_favour_is_not_answered_by_what_was_told(assistant: Assistant, favour: str) -> None:
    with pytest.raises(ModelUnavailable):
        assistant.respond(favour)


@pytest.mark.parametrize(
    "message",
    [
        "gracias, buenas noches",
        "ahorita traigo una gripa horrible, no he podido ni ir a trabajar",
    ],
)
def test_A6_what_asks_nothing_is_answered_by_no_fact(message: str, tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        assistant.remember("mi mamá se inyecta insulina todas las noches")
        assistant.remember("de chiquita me rompí el brazo y me duele cuando hace frío")
        assert not assistant.respond(message).facts_used


def test_A11_a_question_of_the_memory_goes_on_with_another(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        for fact in ("mi mamá Graciela vive en Puebla", "mis hermanos son Mateo, el mayor, y Leo"):
            assistant.remember(fact)
        assistant.respond("dame una lista de todo lo que sabes de mi mamá")
        assert "Mateo" in assistant.respond("¿y de mi hermano mayor?").text
        assistant.respond("no me acuerdo ni qué te dije de mi mamá, recuérdamelo")
        assert {fact.fact for fact in assistant.facts()} == {
            "mi mamá Graciela vive en Puebla",
            "mis hermanos son Mateo, el mayor, y Leo",
        }


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("¿mi perro se llama Pancha?", "No, tu perra se llama Luna."),
        ("¿mi perra se llama Luna?", "Sí, tu perra se llama Luna."),
        ("is my sister in Dublin?", "Your sister moved to Cork last week."),
        ("is my sister in Cork?", "Yes, your sister moved to Cork last week."),
        ("can you tell me where my sister lives?", "Your sister moved to Cork last week."),
    ],
)
def test_A6_a_yes_is_of_the_name_that_was_asked_for(
    assistant: Assistant, question: str, reply: str
) -> None:
    assert assistant.respond(question).text == reply


def test_A10_a_word_of_no_language_is_of_the_one_that_is_spoken(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path, model=None) as opened:
        opened.observe("mi perra se llama Luna y vive conmigo", "Qué lindo.")
        opened.observe("my sister moved to Cork last week", "Oh.")
        [notice] = opened.observe("remember: 48 pounds, no 45", "Fine.").notices[:1] or ["noted"]
    assert not notice.startswith("anotado")


@pytest.mark.parametrize(
    ("message", "noted"),
    [
        (
            "la contraseña no te la voy a decir, pero la red se llama Panaderia5G",
            "la red se llama Panaderia5G",
        ),
        (
            "I won't tell you the password, but the network is called Bakery5G",
            "the network is called Bakery5G",
        ),
    ],
)
def test_F5_what_is_not_told_is_no_part_of_the_fact(
    tmp_path: Path, message: str, noted: str
) -> None:
    with Assistant.open(home=tmp_path, model=None) as opened:
        opened.observe(message, "ok")
        assert [fact.fact for fact in opened.facts()] == [noted]


@pytest.mark.parametrize(
    ("told", "question", "reply"),
    [
        ("I'm allergic to penicillin", "am I allergic to nuts?", "You're allergic to penicillin."),
        ("I'm allergic to nuts", "am I allergic to nuts?", "Yes, you're allergic to nuts."),
    ],
)
def test_A6_a_yes_is_of_the_thing_that_was_asked_for(
    tmp_path: Path, told: str, question: str, reply: str
) -> None:
    with Assistant.open(home=tmp_path, model=None) as opened:
        opened.observe(told, "ok")
        assert opened.respond(question).text == reply


TOLD = (
    "mi hermana mayor, Caro, vive en Funes",
    "mi hermana menor, Luli, vive en Arroyito",
    "the blue van passed its ITV at 187,400 km",
    "la pastilla de la tensión de doña Amparo es enalapril",
    "batch 118 failed the listeria swab",
    "el café lo tomo solo y sin azúcar",
    "the Kestrel's VAT quarter ends in April",
    "mi portátil es un ThinkPad con Fedora",
)


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("mi hermana la mayor donde es que vive", "Funes"),
        ("What did the blue van pass its ITV with, mileage I mean", "187,400"),
        ("recordame que pastilla toma doña amparo para la tension", "enalapril"),
        ("batch 118 — did it pass the swab", "No"),
        ("como tomo el cafe", "solo"),
        ("kestrel VAT quarter end, which month", "April"),
        ("Would you kindly tell me which month the Kestrel VAT quarter ends?", "April"),
        ("que linux tiene mi portatil", "Fedora"),
        ("dnd vive mi hermana caro", "Funes"),
        ("mi hermana luli vive en arroyito cierto", "Arroyito"),
        ("tomo el cafe con azucar o no", "sin azúcar"),
    ],
)
def test_A6_a_question_without_its_mark_is_answered_and_changes_nothing(
    tmp_path: Path, message: str, value: str
) -> None:
    with Assistant.open(home=tmp_path, model=None) as opened:
        for fact in TOLD:
            opened.remember(fact)
        reply = opened.respond(message)
        assert value in reply.text
        assert sorted(fact.fact for fact in opened.facts()) == sorted(TOLD)


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("I work at Farfetch", "I work at Talkdesk"),
        ("Lautaro está soltero", "Lautaro está de novio"),
        ("the standup is at nine", "the standup is when Rosa arrives"),
    ],
)
def test_A6_a_statement_is_no_question_however_near_it_is(
    tmp_path: Path, known: str, message: str
) -> None:
    with Assistant.open(home=tmp_path, model=None) as opened:
        opened.remember(known)
        opened.observe(message, "ok")
        assert any(message.split()[-1] in fact.fact for fact in opened.facts())


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("los martes tengo yoga a las 7 y los jueves nado", "el martes tengo cita con el notario"),
        ("gano 2000 al mes", "quitá cuánto gano de la consulta"),
        ("I earn 2000 a month", "drop how much I earn from the query"),
    ],
)
def test_A7_neither_a_plan_nor_a_task_is_answered_by_what_was_told(
    tmp_path: Path, known: str, message: str
) -> None:
    with Assistant.open(home=tmp_path, model=None) as opened:
        opened.remember(known)
        try:
            reply = opened.respond(message).text
        except AssistantError as error:  # no model is there to do it
            reply = str(error)
        assert known not in reply
        assert "contaste" not in reply
        assert "told me" not in reply


def test_A6_an_answer_in_a_structure_is_the_models_alone(app: App) -> None:
    app.facts.add("mi perra se llama Luna")
    session = app.session(ephemeral=True)
    for question in ("¿mi perra se llama Luna?", "what is 2+2?", "¿qué sabés de mí?"):
        with pytest.raises(ModelUnavailable) as raised:
            session.respond(TurnInput(question), schema={"type": "object"})
        assert "memor" not in raised.value.message


def test_A7_incognito_does_not_say_what_a_memory_holds_that_it_did_not_read(home: Path) -> None:
    with open_app(home=home, answers=False) as app:
        app.facts.add("mi perra se llama Luna")
    with (
        open_app(home=home, answers=False, incognito=True) as app,
        pytest.raises(ModelUnavailable, match="--incognito"),
    ):
        app.session().respond(TurnInput("¿mi perra se llama Luna?"))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what have I told you?", "--incognito: nothing of the memory was read"),
        ("¿de qué hablamos ayer?", "--incognito: no se leyó nada de la memoria"),
    ],
)
def test_A11_incognito_tells_beside_nothing_that_it_did_not_look(
    home: Path, question: str, told: str
) -> None:
    for incognito, notices in ((True, (told,)), (False, ())):
        with open_app(home=home, answers=False, incognito=incognito) as app:
            result = app.session(ephemeral=True).respond(TurnInput(question))
            assert (result.source, result.notices) == ("memory", notices)


@pytest.mark.parametrize(
    ("question", "near"),
    [("What's Pat Twomey's number?", "0199"), ("Does Nuala drive?", "Nora")],
)
def test_A7_what_is_told_of_one_is_no_answer_about_another(
    tmp_path: Path, question: str, near: str
) -> None:
    with Assistant.open(home=tmp_path) as assistant:
        for fact in (
            *("Pat Twomey is the foreman in Leith", "Pat Toomey's number is 0199"),
            *("Nora can't drive any more so I collect her", "my mother Nuala lives in Cobh"),
        ):
            assistant.remember(fact)
        assert near not in assistant.respond(question).text


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        (
            "mañana viajo a Madrid con Inés, ¿cómo se llama mi perra?",
            "Tu perra se llama Luna.",
        ),
        ("My cousin Vera works at the harbour. Where does Vera work?", "harbour"),
    ],
)
def test_A6_a_question_beside_what_is_told_is_answered(
    tmp_path: Path, message: str, reply: str
) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        for fact in FACTS:
            assistant.remember(fact)
        assert reply in assistant.respond(message).text


NAMED = (
    "mx2 10.20.0.26, debian 12",
    "mx1 10.20.0.25, debian 11",
    "vpn psk is kept in the safe on floor 2",
    "leto runs the backups, 30 days retention",
)


@pytest.mark.parametrize(
    ("named", "reply"),
    [
        ("mx2 ip", "You told me: “mx2 10.20.0.26, debian 12”"),
        ("vpn psk", "You told me: “vpn psk is kept in the safe on floor 2”"),
        ("leto", "You told me: “leto runs the backups, 30 days retention”"),
    ],
)
def test_A6_what_is_only_named_gets_what_is_known_of_it(
    tmp_path: Path, named: str, reply: str
) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        for fact in NAMED:
            assistant.remember(fact)
        assistant.observe("I look after the mail servers", "ok")
        assert assistant.respond(named).text == reply


@pytest.mark.parametrize("named", ["mx3 ip", "docker compose", "white van reg"])
def test_A7_what_is_named_and_not_known_gets_nothing_else(tmp_path: Path, named: str) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        for fact in NAMED:
            assistant.remember(fact)
        assert "mx" not in assistant.respond(named).text


def test_A7_one_code_is_no_answer_to_another(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        assistant.remember("mx1 cert expires 3 march")
        assert "3 march" not in assistant.respond("when does the mx2 cert expire?").text
        assert "3 march" in assistant.respond("when does the mx1 cert expire?").text


FAMILY = (
    "tengo dos hijos, el Matias de 15 y la Antonia de 9",
    "la Paola esta casada con el Nelson, que es chofer de micro",
    "las verduras me las trae la señora Ines los martes y viernes",
    "la Antonia es alergica a los mariscos",
    "mi mama se llama Elena",
    "mi mami toma losartan y la ve el doctor Pizarro",
)


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("quien es el Nelson", ("chofer de micro",)),
        ("quien es la señora Ines", ("las verduras",)),
        ("quien es el doctor Pizarro", ("losartan",)),
        ("who is Antonia?", ("dos hijos", "mariscos")),
        ("que sabes del Matias", ("dos hijos",)),
        ("que sabes de la Antonia", ("dos hijos", "mariscos")),
        ("que sabes de mi mama", ("Elena", "losartan")),
    ],
)
def test_A6_who_somebody_is_tells_whatever_names_them(
    tmp_path: Path, question: str, held: tuple[str, ...]
) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        for fact in FAMILY:
            assistant.remember(fact)
        reply = assistant.respond(question).text
        assert all(words in reply for words in held)


def test_A7_somebody_who_was_never_told_of_is_not_known(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        for fact in FAMILY:
            assistant.remember(fact)
        assert "Nelson" not in assistant.respond("¿quién es Norberto?").text


@pytest.mark.parametrize(
    "question", ["¿Cómo prefiero que me contestes?", "how do I like you to answer?"]
)
def test_A6_how_to_answer_is_told_to_who_asks_for_it(tmp_path: Path, question: str) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        assistant.remember("Prefiero que me respondas corto y con el código primero")
        assistant.remember("me gusta el café sin azúcar")
        assert "el código primero" in assistant.respond(question).text


def test_A7_a_dog_is_no_answer_to_who_asks_for_cats(tmp_path: Path) -> None:
    with Assistant.open(home=tmp_path, model=None) as assistant:
        assistant.remember("the dog is a springer spaniel called Biscuit")
        assert "Biscuit" not in assistant.respond("do i have any cats?").text
        assert "Biscuit" in assistant.respond("do i have any pets?").text
