"""F2 and F3 as people write every day: without marks, with courtesy, in half sentences."""

from __future__ import annotations

import pytest

from assistant.memory.signals import read
from tests.memory.signals.conftest import Embed

NOTED = (
    ("Please make a note for me would you... the boiler code man is Ernie", "the boiler code man"),
    ("hold on to this... the spare key hangs behind the shed", "the spare key hangs"),
    ("Haga usted el favor de anotar que el taller cierra los jueves", "el taller cierra"),
    ("tenga la bondad de guardar que la farola nueva es la 14", "la farola nueva"),
    (
        "sos un sol gracias che anotame esto la llave del depósito está atrás del extintor",
        "la llave",
    ),
    ("thanks a lot oh and remember this the van takes diesel only", "the van takes diesel only"),
    ("Assistant, remember that the deploy is on Thursdays", "the deploy is on Thursdays"),
    ("asistente, recordá que el corte es los viernes", "el corte es los viernes"),
    (
        "mi prima está de novia con un tal Bruno, yo me enteré por la radio",
        "mi prima está de novia",
    ),
    ("debo 150 mil de la tarjeta que vence el 8", "debo 150 mil"),
    ("ok, oye, mi hermana vive en Quito", "mi hermana vive en Quito"),
    ("oye mira, el repo es core y el otro, payouts, corre en el 8091", "el repo es core y el otro"),
    ("tampoco me mandes novedades de fútbol", "tampoco me mandes"),
    ("tampoco quiero titulares de farándula", "tampoco quiero"),
    ("la docena de huevos me sale 2400", "la docena de huevos"),
    ("subject lines: no caps, no emojis. standing order", "subject lines"),
    ("From now on, when a recipe has nuts, warn me in the first line", "when a recipe has nuts"),
    (
        "De aquí en adelante, cuando copiemos un acta, respete los renglones",
        "respete los renglones",
    ),
    ("donde esté un buen lápiz que se quite el bolígrafo", "lápiz"),
)
IGNORED = (
    "anotame los pasos para cambiar una rueda en una listita",
    "write down the differences between wool and felt",
    "acordate de la receta de pan que me diste ayer, haceme la mitad",
    "remember the outline you gave me, make it shorter",
    "armemos el presupuesto del viaje",
    "hagamos la lista de invitados",
    "wait, the landlord said no",
    "espera, Marta dijo que no",
    "aquí amaneció con una helada tremenda",
    "de no haber perdido el tren, habría llegado a la boda",
    "never shows the ruler on the page how do I fix that",
)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("recuérdame que mi casera se llama Nieves", "mi casera se llama Nieves"),
        ("recordame que el gas vence el 8", "el gas vence el 8"),
        ("hazme acordar que Olga no come huevo", "Olga no come huevo"),
        ("please remind me that Noor's allergic to bees", "Noor's allergic to bees"),
        ("don't let me forget that the lease ends in May", "the lease ends in May"),
        ("Marina es celíaca que no se me olvide", "Marina es celíaca"),
        ("Omar runs the claims desk now", "Omar runs the claims desk now"),
        ("me llamo Encarna pero todo el mundo me dice Nani", "me dice Nani"),
    ],
)
def test_F2_what_one_wants_to_be_reminded_of_is_noted(
    message: str, text: str, embed: Embed
) -> None:
    (finding,) = read(message, embed).findings
    assert finding.text.endswith(text)


@pytest.mark.parametrize(
    "message",
    [
        "recuérdame comprar harina",
        "recuérdame qué jarabe toma la niña",
        "remind me to buy flour",
        "Omar claims the desk is his",
    ],
)
def test_F3_what_is_to_be_done_asked_or_claimed_is_not(message: str, embed: Embed) -> None:
    assert not read(message, embed).findings


@pytest.mark.parametrize(("message", "held"), NOTED, ids=[message for message, _ in NOTED])
def test_F2_what_is_meant_to_stay_is_noted(message: str, held: str, embed: Embed) -> None:
    found = [finding.text for finding in read(message, embed).findings]
    assert any(held in text for text in found), found
    assert not any(text.lower().startswith(("assistant", "asistente")) for text in found)


@pytest.mark.parametrize("message", IGNORED)
def test_F3_what_is_asked_done_or_said_by_others_is_not(message: str, embed: Embed) -> None:
    assert not read(message, embed).findings


def test_F3_a_nod_that_is_asked_for_makes_no_question_of_an_order(embed: Embed) -> None:
    (clause,) = read("nunca se apaga la cámara antes de las nueve, ¿vale?", embed).clauses[:1]
    assert clause.status == "assertion"
    assert read("is it always ok?", embed).clauses[0].status == "question"


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("I prefer rice to pasta, always have", "prefers rice to pasta"),
        ("from now on, keep your answers short please", "keep your answers short"),
        ("de ahora en más tratame de usted, por favor", "tratame de usted"),
    ],
)
def test_F5_courtesy_and_what_only_rounds_off_belong_to_no_fact(
    message: str, text: str, embed: Embed
) -> None:
    assert [finding.text for finding in read(message, embed).findings] == [text]


def test_F5_an_article_alone_is_nobody_of_whom_more_is_told(embed: Embed) -> None:
    found = read("remember: the VA in Leeds, Dr Oduya, she only calls on Mondays", embed).findings
    assert not any(finding.text.startswith("the only") for finding in found)


def test_F5_what_only_stresses_a_sentence_belongs_to_none(embed: Embed) -> None:
    found = read("I never skate on Sundays. Full stop. So don't suggest it", embed).findings
    assert [finding.text for finding in found] == ["never skates on Sundays"]


def test_F4_what_the_head_takes_for_a_password_is_not_kept_even_when_told(embed: Embed) -> None:
    assert not read("guardate esto: clave del certificado notarial Prensa#7731", embed).findings
    assert read("anotá que la llave del taller es la verde", embed).findings


def test_F3_what_a_shell_was_told_and_said_is_code(embed: Embed) -> None:
    text = "export BOATS=4  # ALWAYS set this, remember\nbash: boats: command not found"
    assert not read(text, embed).findings
    assert read("sh: nothing to note", embed).clauses
