"""The topic is what the turns are about."""

from __future__ import annotations

import pytest

from tests.memory.segments.samples import ENGLISH, SPANISH, Pairs, segment

EXPECTED = {
    "indices": {"pedidos"},
    "colas": {"mails", "rabbitmq", "sqs"},
    "kubernetes": {"pods"},
    "frontend": {"react", "vue", "svelte", "panel"},
    "git": {"rebase", "commits"},
    "ci": {"pipeline"},
    "seguridad": {"claves"},
    "modelo": {"xgboost", "churn"},
    "mobile": {"app", "reservas", "react", "flutter"},
    "facturas": {"facturas", "pdfs"},
    "migration": {"billing", "mysql", "postgres"},
    "flaky": {"test_checkout_total"},
    "list": {"checklist", "beta"},
    "refused": {"kubernetes"},
    "accepted": {"feature", "flags"},
    "allergy": {"penicillin", "sinus"},
}


@pytest.mark.parametrize("name", EXPECTED)
def test_S1_the_topic_names_the_subject(name: str) -> None:
    topic = segment({**SPANISH, **ENGLISH}[name]).topic
    assert set(topic.lower().split()) & EXPECTED[name], topic


@pytest.mark.parametrize(
    ("pairs", "never"),
    [
        (
            [("Hey Caroline! How was the pottery class?", "Great, Melanie! I made a bowl.")],
            "Caroline",
        ),
        ([("hola che, necesito ayuda con el currículum", "¡Claro!")], "hola"),
        ([("quiero saber cuánto cuesta un pasaje a Salta", "Depende de la fecha.")], "quiero"),
        ([("en marzo termino la mudanza", "¡Suerte!")], "marzo"),
    ],
)
def test_S1_greetings_names_spoken_to_and_filler_are_no_topic(pairs: Pairs, never: str) -> None:
    assert never.lower() not in segment(pairs).topic.lower()


def test_S1_a_topic_is_a_whole_name_and_no_cut_date() -> None:
    assert segment([("Who painted the Night Watch?", "Rembrandt.")]).topic == "Night Watch"
    mail = "redactame un mail para pedir vacaciones del 12 al 26 de enero"
    assert not any(char.isdigit() for char in segment([(mail, "Claro.")]).topic)
    asked = "explicame la diferencia entre deuda y pasivo"
    assert "diferencia" not in segment([(asked, "La deuda es un pasivo.")]).topic


@pytest.mark.parametrize(
    ("message", "topic"),
    [
        ("ok", "…"),
        ("what", "…"),
        ("", "…"),
        ("👍", "…"),
        ("42", "42"),
        ("東京で会いましょう", "東京"),
    ],
)
def test_S1_turns_without_a_subject_have_a_topic_all_the_same(message: str, topic: str) -> None:
    assert segment([(message, "")]).topic == topic
