from __future__ import annotations

import pytest

from assistant.memory.signals import read
from assistant.text.folding import fold
from tests.memory.signals.conftest import Embed


@pytest.mark.parametrize(
    ("message", "about"),
    [
        ("olvidate de la moto", "moto"),
        ("olvida lo de Irma", "irma"),
        ("olvídese de mi dirección", "direccion"),
        ("borrá lo de la mudanza, ya no va", "mudanza"),
        ("lo del gimnasio sacalo", "gimnasio"),
        ("dejá de guardar lo de profe", "profe"),
        ("que no quede nada sobre mi operación", "operacion"),
        ("forget my address", "address"),
        ("scrub the boat from your notes", "boat"),
        ("get rid of the telescope info", "telescope"),
        ("please delete what i told you about the wedding", "wedding"),
        ("take the wedding off your notes", "wedding"),
        ("get the landlord out of your memory", "landlord"),
        ("remove anything on insulin", "insulin"),
        ("no need to remember ansible", "ansible"),
        ("stop keeping our staff numbers", "staff"),
        ("you don't need to know about Tilda anymore", "tilda"),
        ("ya no hace falta que recuerdes el turno del dentista", "dentista"),
        ("no hace falta que sepas lo de mi moto", "moto"),
        ("que desaparezca zafiro de tus apuntes", "zafiro"),
        ("sacame a Pirata de tus registros", "pirata"),
        # something of the person's that one can only know, whatever the verb
        ("bin what Priya lent me", "priya"),
        ("ditch where I parked", "parked"),
        ("wipe who lives with me", "lives"),
        ("could you strike where we met?", "met"),
        ("borrá cuánto gano", "gano"),
        ("tirá quién vive conmigo", "vive"),
        ("I don't want you to know my salary", "salary"),
        ("you needn't keep my shoe size", "shoe"),
    ],
)
def test_F7_a_request_to_forget_names_what(message: str, about: str) -> None:
    [request] = read(message).forgets
    assert about in fold(request.about).split()
    assert not request.everything


@pytest.mark.parametrize(
    "message",
    [
        "We don't keep the archives on tape anymore, we keep them on disk",
        "they no longer store the grain on the farm",
    ],
)
def test_F7_what_somebody_no_longer_keeps_is_no_request(message: str) -> None:
    assert not read(message).forgets


@pytest.mark.parametrize(
    "message",
    [
        "olvidate de todo",
        "forget everything you know about me",
        "wipe your memory",
        "forget it all and let's do the CSV",
        "olvídalo todo y empecemos con el CSV",
    ],
)
def test_F7_everything_may_be_meant(message: str) -> None:
    [request] = read(message).forgets
    assert request.everything


@pytest.mark.parametrize(
    "message",
    [
        "forget about it, how do I exit vim",
        "delete the file",
        "borrá la carpeta tmp",
        "olvidé mi contraseña",
        "don't forget that i'm vegan",
        "no te olvides de que soy zurda",
        "i always forget names",
        "remove the duplicates from the list",
    ],
)
def test_F7_orders_about_files_and_idioms_forget_nothing(message: str) -> None:
    assert read(message).forgets == ()


def test_F7_what_is_to_be_forgotten_is_not_written() -> None:
    assert read("olvidate de que trabajo en el puerto").findings == ()


@pytest.mark.parametrize(
    ("message", "about"),
    [
        ("no guardes lo del coro", "coro"),
        ("eso de mi suegra, olvidalo", "suegra"),
        ("ya no hace falta que recuerdes lo del dentista", "dentista"),
        ("dejá de acordarte del crédito", "credito"),
        ("olvidate de todo lo que te dije de mi ex", "ex"),
        ("the regatta: forget it", "regatta"),
        ("scratch what I said about Daniel", "daniel"),
        ("pretend I never mentioned my brother", "brother"),
        ("hacé de cuenta que nunca te dije lo del préstamo", "prestamo"),
        ("I don't want you to keep the asthma info", "asthma"),
        ("wipe what I told you about my record", "my record"),
        ("please don't keep the thing about the loan", "loan"),
    ],
)
def test_F7_what_is_named_may_stand_before_or_after_the_request(message: str, about: str) -> None:
    [request] = read(message).forgets
    assert set(about.split()) <= set(fold(request.about).split())
    assert not request.everything


@pytest.mark.parametrize("message", ["don't store files there", "no guardes esto"])
def test_F7_what_names_no_matter_of_memory_is_no_request(message: str) -> None:
    assert read(message).forgets == ()


@pytest.mark.parametrize(
    "message", ["olvidate de la partición", "olvida el disco", "forget about the cache"]
)
def test_F7_an_ordinary_thing_is_forgotten_only_where_a_fact_holds_it(message: str) -> None:
    [request] = read(message).forgets
    assert request.loose


@pytest.mark.parametrize("message", ["olvidate, era otra cosa", "forget it", "clear the cache"])
def test_F7_an_idiom_or_an_order_asks_to_forget_nothing(message: str) -> None:
    assert read(message).forgets == ()


@pytest.mark.parametrize(
    "message",
    [
        "supongamos que te dijera: olvidate del taller",
        "imaginate que te pidiera que olvides el taller",
        "let's say I told you: forget the workshop",
        "assume somebody typed; say I asked you to forget the workshop",
    ],
)
def test_F7_what_is_only_supposed_asks_nothing_of_the_memory(message: str) -> None:
    assert read(message).forgets == ()


@pytest.mark.parametrize(
    "message",
    [
        "drop the table users",
        "lose the warnings folder",
        "drop how much I spend from the query",
        "cut who pays what from the minutes",
        "take my salary out of the form",
        "strip where I live off the label",
        "quita cuánto gasto de la consulta",
    ],
)
def test_F3_what_is_to_go_from_a_text_or_a_table_is_work(message: str, embed: Embed) -> None:
    reading = read(message, embed)
    assert not reading.findings
    assert not reading.forgets


@pytest.mark.parametrize(
    "message",
    ["drop the tables when a list will do", "lose the emojis", "no more exclamation marks"],
)
def test_F2_what_is_to_go_from_the_answers_is_a_rule(message: str, embed: Embed) -> None:
    assert [finding.kind for finding in read(message, embed).findings] == ["rule"]


@pytest.mark.parametrize(
    "message",
    [
        "no, espera, era a las nueve",
        "sorry, it's Thursday, not Tuesday",
        "I got that wrong, the rent is 940",
        "me confundí, la moto es de mi primo",
        "lo del perro ya no te hace falta",
        "olvidate de la moto",
    ],
)
def test_F7_what_may_put_right_or_take_away_what_is_known_is_read_beside_it(
    message: str, embed: Embed
) -> None:
    assert read(message, embed).concerns


@pytest.mark.parametrize(
    "message",
    [
        "my landlord won't fix the boiler",
        "a square of milk chocolate, he's 30 kilos",
        "compare postgres and mysql for a small shop",
        "it's been a month already",
        "the parent has no height",
        "set up a cron job that runs every weekday at 7",
    ],
)
def test_F7_what_puts_nothing_right_waits_for_no_reader(message: str, embed: Embed) -> None:
    assert not read(message, embed).concerns
