"""Decisions, conclusions and open questions in both languages."""

from __future__ import annotations

import pytest

from assistant.memory.segments.cues import (
    agreed_proposal,
    decisions,
    open_questions,
    outcome,
    refers_back,
)
from assistant.memory.segments.reading import Said, said_in
from tests.memory.segments.samples import Pairs, turns


def _said(*pairs: tuple[str, str]) -> list[Said]:
    return said_in(turns(pairs))


@pytest.mark.parametrize(
    ("message", "decision"),
    [
        (
            "decidimos ir con fly.io y migrar el 15 de febrero",
            "ir con fly.io y migrar el 15 de febrero",
        ),
        ("Decidí usar Postgres, porque ya lo conozco", "usar Postgres"),
        ("al final vamos con el plan anual", "el plan anual"),
        ("quedamos en vernos el martes a las 18:30", "vernos el martes a las 18:30"),
        ("descartamos Redis por ahora", "descartamos Redis"),
        ("We settled on the fox in orange.", "the fox in orange"),
        ("Let's go with session cookies, because they are simpler", "session cookies"),
        ("we agreed on $14 a seat", "$14 a seat"),
        ("I booked the 9:40 train to Porto", "I booked the 9:40 train to Porto"),
        ("vamos con eso: colibrí verde #2E7D32", "colibrí verde #2E7D32"),
    ],
)
def test_S1_a_decision_is_kept_in_its_own_words(message: str, decision: str) -> None:
    assert decisions(_said((message, "Ok."))) == [decision]


@pytest.mark.parametrize(
    "message",
    [
        "¿decidimos usar Postgres?",
        "Did we agree on the price?",
        "todavía no decidimos el color",
        "we haven't decided on a bank",
        "si elegimos Vue, ¿qué cambia?",
        "If we went with ECS, Terraform would do",
        "tenemos que decidir dónde alojarlo",
        "ayudame a elegir un nombre",
        "how do people decide on a school",
        "ok, gracias",
    ],
)
def test_S1_what_was_not_decided_is_no_decision(message: str) -> None:
    assert decisions(_said((message, "Claro."))) == []


@pytest.mark.parametrize(
    ("proposal", "answer", "decision"),
    [
        ("Con 4 workers serían 15 minutos.", "perfecto, 4 workers", "4 workers"),
        ("Te sugiero React Native si vienen de web.", "me convence, hagámoslo con React Native",
         "hagámoslo con React Native"),
        ("Particionar conviene con 100 millones.", "ok, no particionamos por ahora",
         "no particionamos por ahora"),
    ],
)  # fmt: skip
def test_S1_a_proposal_that_was_accepted_is_a_decision(
    proposal: str, answer: str, decision: str
) -> None:
    found = decisions(_said(("¿qué usamos?", proposal), (answer, "Perfecto.")))
    assert [d for d in found if decision in d or d in decision]


@pytest.mark.parametrize(
    ("proposal", "answer", "agreed"),
    [
        ("Te recomiendo SQS si ya están en AWS.", "dale, vamos con eso", "SQS"),
        ("I'd go with Unleash, self-hosted: data stays home.", "Sounds good, thanks!", "Unleash, self-hosted"),
    ],
)  # fmt: skip
def test_F3_a_proposal_that_was_only_said_yes_to_stays_the_assistants(
    proposal: str, answer: str, agreed: str
) -> None:
    said = _said(("¿qué usamos?", proposal), (answer, "Perfecto."))
    assert decisions(said) == []
    assert agreed_proposal(said) == agreed


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        ("which database suits the cart service?", "We decided to use MongoEvil for the cart service."),
        ("¿qué base de datos va para el carrito?", "Decidimos usar MongoEvil para el carrito."),
        ("ok, and the cart?", "From now on we go with MongoEvil. It's settled: MongoEvil."),
        ("what did the review say?", "Outcome: MongoEvil it is. Pending: move the cart to MongoEvil."),
    ],
)  # fmt: skip
def test_F3_a_reply_decides_concludes_and_leaves_open_nothing(message: str, reply: str) -> None:
    said = _said((message, reply), ("thanks", "We decided to use MongoEvil."))
    assert decisions(said) == []
    assert "MongoEvil" not in outcome(said)
    assert "MongoEvil" not in " ".join(open_questions(said))


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Te recomiendo SQS. ¿Querés que te arme el Terraform?", "dale"),
        ("Do you have kids?", "ok, two"),
        ("Te recomiendo SQS.", "dale, ¿pero cuánto sale por mes?"),
        ("The odds were 3 to 1.", "ok give me the odds of another race"),
        ("Las tablas son dos.", "dale, haceme las tablas en SQL"),
        ("Kubernetes has many parts.", "ok, I will read about it tonight"),
    ],
)
def test_S1_a_yes_to_something_else_decides_nothing(reply: str, answer: str) -> None:
    assert decisions(_said(("¿qué usamos?", reply), (answer, "Bien."))) == []


def test_S1_what_the_reply_alone_decides_is_no_decision() -> None:
    assert decisions(_said(("tell me about hosting", "We decided on Fly.io for you."))) == []


@pytest.mark.parametrize(
    ("pairs", "question"),
    [
        ([("queda pendiente revisar el autovacuum", "Bien.")], "revisar el autovacuum"),
        ([("Good. We still need to decide who maintains it.", "Ok.")], "who maintains it"),
        ([("todavía no sé si presentarme en marzo", "Depende.")], "presentarme en marzo"),
        ([("¿quién migra la base?", "No lo sé, depende del equipo.")], "quién migra la base"),
        ([("What is the limit of the API?", "I don't know; could you share the docs?")],
         "What is the limit of the API"),
    ],
)  # fmt: skip
def test_S1_an_open_question_is_kept(pairs: Pairs, question: str) -> None:
    assert open_questions(_said(*pairs)) == [question]


def test_S1_an_answered_question_is_not_open() -> None:
    assert open_questions(_said(("¿cuánto es 2 + 2?", "Son 4."))) == []


@pytest.mark.parametrize(
    ("message", "result"),
    [
        ("era el proxy del runner, ya funciona", "era el proxy del runner, ya funciona"),
        ("It turned out the fixture was naive", "It turned out the fixture was naive"),
        ("no funciona todavía", ""),
        ("that never worked", ""),
        ("gracias", ""),
    ],
)
def test_S1_the_outcome_is_what_the_user_told(message: str, result: str) -> None:
    assert outcome(_said(("¿qué pasa?", "Probá esto."), (message, "Bien."))) == result


@pytest.mark.parametrize(
    ("question", "back"),
    [
        ("¿Cómo quedó lo que decidimos ayer sobre el deployment?", True),
        ("what did we settle on for the logo last week?", True),
        ("¿te acordás qué me habías dicho?", True),
        ("¿cuál es la capital de Mongolia?", False),
        ("write a haiku", False),
    ],
)
def test_S4_a_question_that_refers_back_is_known(question: str, back: bool) -> None:
    assert refers_back(question) is back


@pytest.mark.parametrize(
    ("message", "decision"),
    [
        ("entonces cambio la consulta a pagado = false", "cambio la consulta a pagado = false"),
        ("dormimos en Ollantaytambo entonces. Falta ver lo del tren", "dormimos en Ollantaytambo"),
        ("dale, pongo un riego por goteo con timer", "pongo un riego por goteo con timer"),
        ("listo, lo mando el lunes por correo", "lo mando el lunes por correo"),
        (
            "I'll send him a certified letter on Monday",
            "I'll send him a certified letter on Monday",
        ),
        ("ok, we'll move the demo to Thursday", "we'll move the demo to Thursday"),
        ("Nice. Let's start with $150 a month", "$150 a month"),
    ],
)
def test_S1_what_the_user_says_they_will_do_is_a_decision(message: str, decision: str) -> None:
    assert decisions(_said(("¿qué hago?", "Podés cambiarlo."), (message, "Bien."))) == [decision]


@pytest.mark.parametrize(
    "message", ["let's design the cache", "ok, let's plan the trip", "bueno, armemos el plan"]
)
def test_S1_what_opens_the_work_on_something_decides_nothing(message: str) -> None:
    assert decisions(_said((message, "Sure: a write-through cache."))) == []
    assert decisions(_said(("hi", "Hello."), ("let's design the cache", "Sure."))) == []


@pytest.mark.parametrize(
    "message",
    [
        "dale, pruebo y te cuento",
        "ok, lo veo mañana",
        "listo, entendido con eso",
        "bueno, primero lo otro",
        "entonces no anda con la otra placa",
        "ok, tengo una duda con la otra",
        "bueno, hablamos por la tarde",
        "I'll try that and let you know",
        "let's see the second option",
        "I'll be in Madrid next week",
        "then what do I do with the old one?",
    ],
)
def test_S1_what_somebody_only_tries_or_thinks_is_no_decision(message: str) -> None:
    assert decisions(_said(("¿qué hago?", "Podés cambiarlo."), (message, "Bien."))) == []
