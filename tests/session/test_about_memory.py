"""A11: questions about the memory itself, through whole turns on a real home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.errors import ModelUnavailable
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def assistant(home: Path, clock: Clock) -> Iterator[Assistant]:
    with Assistant.open(home=home, clock=clock, model=None) as opened:
        yield opened


def test_A11_what_was_talked_about_yesterday_is_told_the_day_after(
    assistant: Assistant, clock: Clock
) -> None:
    assistant.observe("How should we roll back the deployment when it fails?", "Keep two releases.")
    assistant.observe("And how long should the deployment wait?", "Five minutes.")
    clock.pass_(days=1)
    told = assistant.respond("what did we talk about yesterday?")
    assert told.source == "memory"
    assert "deployment" in told.text
    again = assistant.respond("¿de qué hablamos ayer?")
    assert "deployment" in again.text
    assert "Nothing" in assistant.respond("what did we talk about last week").text


def test_A11_what_was_told_was_talked_about(assistant: Assistant) -> None:
    assistant.respond("my cousin Anil runs a bakery in Bristol")
    assistant.respond("what is 15% of 240?")
    told = assistant.respond("what have we talked about?").text
    assert "Anil" in told or "bakery" in told
    assert "240" not in told


def test_A11_an_appointment_is_not_of_the_work_whatever_its_domain(assistant: Assistant) -> None:
    for text in (
        "tengo turno con el dentista el jueves 3 de diciembre",
        "trabajo con el médico de guardia",
        "I teach chemistry at a school in Leeds",
        "soy alérgica a la penicilina",
    ):
        assistant.remember(text)
    work = assistant.respond("what do you know about my work?").text
    assert "dentista" not in work
    assert "guardia" in work
    assert "chemistry" in work
    health = assistant.respond("¿qué sabés de mi salud?").text
    assert "dentista" in health
    assert "penicilina" in health
    assert "chemistry" not in health


def test_A11_partners_and_children_by_any_name_are_family(assistant: Assistant) -> None:
    for text in ("mi novio es Fede", "tengo dos pibes, Tomi de 7 y Vera de 4", "vivo en Almagro"):
        assistant.remember(text)
    family = assistant.respond("¿qué sabes de mi familia?").text
    assert "Fede" in family
    assert "Vera" in family
    assert "Almagro" not in family


def test_A7_the_bakery_is_the_one_that_was_told_of(assistant: Assistant) -> None:
    assistant.remember("our bakery opens at 7")
    assert "our bakery opens at 7" in assistant.respond("what do you know about the bakery?").text


def test_A11_the_topic_is_of_the_day_it_was_talked_about_not_summed_up(
    assistant: Assistant, clock: Clock
) -> None:
    assistant.observe("How should we roll back the deployment when it fails?", "Keep two releases.")
    clock.pass_(days=1)
    assistant.end_conversation()
    assert "deployment" in assistant.respond("what did we talk about yesterday").text


def test_A11_last_time_is_the_conversation_before_and_no_question_to_the_memory(
    assistant: Assistant, clock: Clock
) -> None:
    assistant.observe("How should we roll back the deployment when it fails?", "Keep two releases.")
    assistant.respond("what time is it in Tokyo?")
    assistant.end_conversation()
    clock.pass_(hours=3)
    assistant.observe("Which cheese goes with figs?", "Gorgonzola.")
    told = assistant.respond("what did we talk about last time?").text
    assert "deployment" in told
    assert "Tokyo" not in told
    assert "cheese" not in told
    assert "Keep two" not in told, "what the reply said is no outcome"
    assert "cheese" in assistant.respond("what were we talking about?").text


def test_A11_when_that_was_told_means_what_was_just_told(
    assistant: Assistant, clock: Clock
) -> None:
    fact = assistant.remember("the deploy is on Thursdays", domain="work")
    assistant.remember("my sister lives in Oslo", domain="personal")
    clock.pass_(days=3)
    assistant.observe("when do we deploy?", "The deploy is on Thursdays.")
    told = assistant.respond("when did I tell you that?")
    assert f"{fact.created_at.astimezone():%Y}" in told.text
    assert "“the deploy is on Thursdays”" in told.text
    assert "Oslo" not in told.text
    assert told.facts_used == (fact.id,)


def test_A11_what_changed_counts_what_no_longer_holds_and_does_not_quote_it(
    assistant: Assistant, clock: Clock
) -> None:
    assistant.observe("remember that the deploy is on Tuesdays", "ok")
    clock.pass_(days=20)
    assistant.observe("the deploy is now on Thursdays", "ok")
    told = assistant.respond("what changed today?").text
    assert "Thursdays" in told
    assert "Tuesdays" not in told


def test_A11_what_is_worked_out_rests_on_no_fact(assistant: Assistant) -> None:
    assistant.remember("Christmas dinner is at my sister's", domain="personal")
    assert assistant.respond("how many days until Christmas?").facts_used == ()


def test_A11_asking_states_nothing(assistant: Assistant) -> None:
    assistant.respond("if I was born on 3 May 1990 how old am I")
    assistant.respond("si acá son las 9 qué hora es en Madrid")
    assert assistant.facts() == []


def test_F9_what_is_stale_is_not_told_when_asked(assistant: Assistant, clock: Clock) -> None:
    assistant.remember("my team uses Jira", domain="work")
    clock.pass_(days=400)
    assistant.remember("works in fintech", domain="work")
    told = assistant.respond("what do you know about my work?").text
    assert "fintech" in told
    assert "Jira" not in told


def test_A11_a_role_is_told_of_its_own_talk_alone(home: Path, clock: Clock) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text('[roles.cook]\nprompt = "You cook."\n')
    with Assistant.open(home=home, clock=clock, model=None) as assistant:
        assistant.observe("How should we roll back the deployment when it fails?", "Slowly.")
        clock.pass_(days=1)
        told = assistant.respond("what did we talk about yesterday", role="cook").text
        assert "deployment" not in told


@pytest.mark.parametrize(
    "question", ["¿qué sabés de mi familia?", "what do you know about my family?"]
)
def test_A11_a_group_is_its_members_in_either_language(assistant: Assistant, question: str) -> None:
    for fact in ("mi hermana vive en Oslo", "my mother-in-law keeps bees", "vivo en Rosario"):
        assistant.observe(fact, "Noted.")
    told = assistant.respond(question)
    assert told.source == "memory"
    assert "Oslo" in told.text
    assert "bees" in told.text
    assert "Rosario" not in told.text


def test_A11_a_name_that_was_told_is_no_question_of_the_world(assistant: Assistant) -> None:
    assistant.observe("my sister Ruth lives in Galway", "Noted.")
    assert "Galway" in assistant.respond("what do you know about Ruth?").text
    with pytest.raises(ModelUnavailable):
        assistant.respond("what do you know about Rome?")


@pytest.mark.parametrize("question", ["what do you know about Dr Feldman?", "about Dr. Feldman"])
def test_A11_a_title_may_have_its_dot_or_not(assistant: Assistant, question: str) -> None:
    assistant.remember("Dr. Feldman, my cardiologist, has put me on metoprolol")
    assert "metoprolol" in assistant.respond(question).text
