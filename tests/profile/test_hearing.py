"""What of a typed message may be learned from (K5, F3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from assistant.packs import Heard, Mention
from assistant.profile.hearing import heard
from assistant.profile.templates import alike, same_as, template

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def plants(text: str) -> Sequence[Mention]:
    """Whatever is written in capitals, as a pack would know its names."""
    found = re.finditer(r"\b[A-Z]{3,}\b", text)
    return [Mention(m.group(), m.start(), m.end(), "plant") for m in found]


def hear(text: str, untyped: Sequence[tuple[int, int]] = ()) -> Heard:
    return heard(text, NOW, untyped, plants)


@pytest.mark.parametrize(
    "text",
    [
        "I water the roses every second morning",
        "riego las rosas cada dos mañanas",
        "never more than two litres a day",
        "hoy planté la mitad de los tomates",
        "Remember that I only garden in the mornings",
    ],
)
def test_K5_what_the_person_tells_of_themself_is_heard(text: str) -> None:
    found = hear(text)
    assert found.own == (text,)
    assert found.asked == ()


@pytest.mark.parametrize(
    "text",
    [
        "should I water the ROSE at noon?",
        "¿conviene regar la ROSA al mediodía?",
        "If I had more room I would plant a VINE",
        "si tuviera lugar plantaría una VID",
        'the book says "always water at noon, never at dawn"',
        "según el vivero, hay que podar en agosto",
        "Ana says: always water at noon",
        "my brother plants nothing but VINES",
        "mi cuñado planta solo TOMATES",
        "I used to plant VINES",
        "antes plantaba solo TOMATES",
        "in 2019 I grew nothing but VINES",
        "show me what grows beside a VINE",
        "my api key is sk-proj-4f8Gk2mQ9xT1vB7nR3wL6yZ0aD5cE8hJ",
    ],
)
def test_K5_questions_others_words_and_what_is_over_teach_nothing(text: str) -> None:
    assert hear(text).own == ()


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ("I used to plant VINES but now I grow herbs", "but now I grow herbs"),
        ("antes plantaba VIDES, ahora cultivo hierbas", "ahora cultivo hierbas"),
    ],
)
def test_K5_of_a_habit_that_changed_the_present_is_heard(text: str, now: str) -> None:
    assert hear(text).own == (now,)


def test_F3_what_was_not_typed_is_blank() -> None:
    typed, pasted = "what about this? ", "I water at noon every day. I hate VINES more than FERNS."
    found = hear(typed + pasted, [(len(typed), len(typed + pasted))])
    assert found.own == ()
    assert found.text.strip() == typed.strip()


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Hi, how is the ROSE doing today?", "how is the {plant} doing"),
        ("and how is the FERN doing right now, please?", "how is the {plant} doing"),
        ("Buenas, ¿cómo está la ROSA hoy? gracias", "cómo está la {plant}"),
        ("how much water for 20 ROSES on March 3rd?", "how much water for {n} {plant} on {date}"),
        ("cuánta agua para 1.200 ROSAS el 3 de mayo?", "cuánta agua para {n} {plant} el {date}"),
        ("¿qué hago con $500 mil en semillas?", "qué hago con {n} en semillas"),
        ("what did the ROSE get on 2026-03-01?", "what did the {plant} get on {date}"),
        (
            "If I plant 3 ROSES in May, when do they bloom?",
            "If I plant {n} {plant} in {date}, when do they bloom",
        ),
        ("Si planto 2 ROSAS, ¿cuánta agua llevan?", "Si planto {n} {plant}, ¿cuánta agua llevan"),
        ("may I plant two hundred of them?", "may I plant {n} of them"),
    ],
)
def test_K5_a_question_becomes_a_template(text: str, made: str) -> None:
    assert hear(text).templates == (made,)


def test_K5_each_question_has_its_template() -> None:
    found = hear("I grow herbs. how is the ROSE? and when do I water the FERN?")
    assert len(found.asked) == len(found.templates) == 2
    assert found.templates == ("how is the {plant}", "when do I water the {plant}")


def test_K5_a_supposition_that_ended_is_no_part_of_the_next_question() -> None:
    found = hear("If I had a garden I would plant a VINE. how is the ROSE?")
    assert found.templates == ("how is the {plant}",)


def test_K5_templates_are_one_above_four_fifths_of_their_words() -> None:
    assert alike("what is the price of {plant}", "What's the price of the {plant}")
    assert not alike("how is the {plant}", "when do I water the {plant}")
    four_of_five = ("plant one in the sun", "plant one in the")
    assert not alike(*four_of_five), "0.8 is not above 0.8"
    assert same_as("What's the price of the {plant}", ["what is the price of {plant}"]) == (
        "what is the price of {plant}"
    )


def test_K5_a_question_without_end_is_no_template() -> None:
    assert template("why " * 100) == ""
