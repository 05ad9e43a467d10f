"""What was said in this conversation and not kept is not denied (A7)."""

from __future__ import annotations

from pathlib import Path

from assistant.records import Turn
from assistant.session.base import TurnInput
from assistant.session.said_here import said_here
from tests.clock import Clock
from tests.prompt.support import turn
from tests.servers.scripted import Reply, ScriptedServer
from tests.session.support import answering
from tests.session.test_acknowledging import small_home

DENTIST = "my dentist is on the 3rd at 4pm"


def said(*messages: str) -> list[Turn]:
    return [turn(number, message, "ok") for number, message in enumerate(messages, 1)]


def test_A7_what_was_said_here_is_quoted_and_not_denied(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    with answering(small_home(home, "true"), clock, server) as app:
        session = app.session()
        session.observe("I live in Leeds", "Got it.")
        said = "my dentist is tomorrow at 4pm"
        assert not session.observe(said, "Noted.").memory_changes
        told = session.respond(TurnInput("when is my dentist?"))
        assert (told.source, told.facts_used) == ("memory", ())
        assert said in told.text
        denied = session.respond(TurnInput("what's my blood type?"))
        assert denied.text == "You have not told me that."


def test_A7_a_follow_up_is_answered_with_what_was_said_here(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    """A small model would make a day up."""
    with answering(small_home(home, "true"), clock, server) as app:
        app.facts.add("vivo en Rosario")
        session = app.session()
        said = "tengo turno con el dentista el jueves 3 de diciembre a las 10:30"
        session.respond(TurnInput(said))
        for question in (
            "¿y el dentista cuándo era?",
            "¿cuándo te conté lo del dentista?",
            "¿cuántos días faltan para el dentista?",
        ):
            told = session.respond(TurnInput(question))
            assert told.source == "memory", question
            assert said in told.text
    assert not server.chats


def test_A7_a_follow_up_to_what_memory_said_is_asked_of_the_memory(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    server.replies = [Reply("Ask a friend.")]
    with answering(small_home(home, "true"), clock, server) as app:
        for text in ("vivo en Rosario", "mi novio es Fede", "mi novio es celíaco"):
            app.facts.add(text)
        session = app.session()
        session.respond(TurnInput("what time is my dentist appointment?"))
        told = session.respond(TurnInput("¿y el dentista cuándo era?"))
        assert told.text == "Eso no me lo contaste."
    assert not server.chats


def test_A7_how_long_it_is_until_a_thing_that_was_not_told_is_not_made_up(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    with answering(small_home(home, "true"), clock, server) as app:
        app.facts.add("I live in Leeds")
        told = app.session().respond(TurnInput("how many days until the exam?"))
        assert told.text == "You have not told me that."
    assert not server.chats


def test_A7_what_put_it_right_is_quoted_with_it() -> None:
    window = said(DENTIST, "actually it's at 5pm", "what's for lunch?")
    assert said_here("when is the dentist?", window) == (DENTIST, "actually it's at 5pm")


def test_A7_a_question_was_not_told_and_every_word_counts() -> None:
    assert said_here("what time is the dentist?", said(DENTIST)) == (DENTIST,)
    window = said("when is my dentist?", "my blood ran cold", "¿cuándo vence el alquiler?")
    assert said_here("when's the dentist?", window) == ()
    assert said_here("what's my blood type?", window) == ()
    assert said_here("what did I say?", window) == ()


def test_A7_one_word_is_asked_for_in_that_very_form() -> None:
    window = said("mi hermana vive en Oslo", "el dentista es el 3 a las 4")
    assert said_here("¿dónde vivo yo?", window) == ()
    assert said_here("¿cuándo es el dentista?", window) == ("el dentista es el 3 a las 4",)


def test_A7_of_what_was_kept_memory_has_judged() -> None:
    window = said("my dentist is on the 3rd")
    assert said_here("when is my dentist?", window, kept={1}) == ()


def test_A7_neither_what_was_asked_nor_what_is_to_be_forgotten_is_quoted() -> None:
    told = said("please forget my aunt's birthday", "cuando se casa la de Baza")
    assert said_here("when is my aunt's birthday?", told) == ()
    assert said_here("y la de Baza cuánto paga", told) == ()
