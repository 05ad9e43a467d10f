"""What only tells the memory something needs no model that can do little (A9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.answers.civilities import civility
from assistant.app import open_app
from assistant.errors import ModelUnavailable
from assistant.memory.signals import read
from assistant.session.acknowledging import only_tells
from assistant.session.base import TurnInput
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer
from tests.session.support import answering

TELLS = (
    "I live in Braga",
    "hi! my name's Sam",
    "me llamo Julián y doy clases de física en un secundario de Rosario",
    "los martes y jueves tengo laboratorio a las 10",
    "tomo mate amargo, nunca con azúcar",
    "de ahora en más respondé en una línea",
    "olvidate de lo de la red de casa",
    "forget where my sister lives",
    "can you forget who my boss is?",
    "¿puedes borrar lo que me prestó Priya?",
    "I share the flat with my boyfriend Joaquín, who's from Montevideo",
    "my daughter Meera is 9 and goes to St Anne's",
    "olvidá cómo se llama mi jefe",
)
ASKS_TOO = (
    "I'm allergic to nuts, what should I cook?",
    "I work at a bank, write me a cover letter",
    "vivo en Rosario, ¿qué me recomendás visitar?",
    "¿cuándo tengo laboratorio?",
    "forget what I said about my sister. How do I boil an egg?",
    "I share the flat with Joaquín, who's the king of Spain?",
    "I work at a bank, who is the governor of it",
    "thanks!",
)


@pytest.mark.parametrize("text", TELLS)
def test_A9_what_states_or_forgets_and_no_more_only_tells(text: str) -> None:
    assert only_tells(read(text))


@pytest.mark.parametrize("text", ASKS_TOO)
def test_A9_what_asks_for_something_does_not(text: str) -> None:
    assert not only_tells(read(text))


def small_home(home: Path, setting: str) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(f"[model]\nsmall = {setting}\n")
    return home


def test_A9_nor_of_what_changes_something_that_is_known(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    with answering(small_home(home, "true"), clock, server) as app:
        session = app.session()
        session.observe("my sister Ruth lives in Galway", "ok")
        result = session.respond(TurnInput("Ruth moved to Cork last week"))
        assert (result.text, result.source) == ("Got it.", "memory")
        assert [change.kind for change in result.memory_changes] == ["replaced"]
    assert not server.chats


def test_A9_a_small_model_is_not_asked_what_to_say_to_it(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    with answering(small_home(home, "true"), clock, server) as app:
        shown: list[str] = []
        result = app.session().respond(TurnInput("vivo en Braga"), on_text=shown.append)
        assert (result.text, result.source) == ("Entendido.", "memory")
        assert "".join(shown) == "Entendido."
        assert [change.kind for change in result.memory_changes] == ["noted"]
    assert server.chats == []


def test_A9_a_capable_model_is(home: Path, clock: Clock, server: ScriptedServer) -> None:
    server.replies = [Reply("Braga is lovely in spring.")]
    with answering(small_home(home, "false"), clock, server) as app:
        result = app.session().respond(TurnInput("I live in Braga"))
    assert (result.text, result.source) == ("Braga is lovely in spring.", "model")


def test_A9_with_no_model_at_all_it_is_taken_in(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, answers=False) as app:
        result = app.session().respond(TurnInput("I live in Braga"))
        assert result.text == "Got it."
        assert [fact.fact for fact in app.facts.all()] == ["lives in Braga"]


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("jaja gracias, esto mola", "De nada."),
        ("ya, me voy a acostar, gracias por todo, chao", "Hasta luego."),
        ("right, thats me done, good night", "Goodbye."),
    ],
)
def test_A1_thanks_and_goodbyes_are_answered_whatever_is_said_beside(
    home: Path, clock: Clock, text: str, reply: str
) -> None:
    with open_app(home=home, clock=clock, answers=False) as app:
        assert app.session().respond(TurnInput(text)).text == reply


def test_F7_what_is_not_gone_yet_is_asked_about(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, answers=False) as app:
        app.facts.add("my blood pressure is a bit high")
        result = app.session().respond(TurnInput("forget what I said about my blood test"))
        assert [change.kind for change in result.memory_changes] == ["to_forget"]
        assert result.text == "Shall I forget this?"


def test_A10_what_is_not_noted_is_not_said_to_be_taken_in(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, answers=False) as app:
        result = app.session().respond(TurnInput("the owner of Tigh Neachtain is Paraic Murphy"))
        noted = [change.kind for change in result.memory_changes] == ["noted"]
    assert noted or "did not note" in result.text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("hola, ¿cómo va?", "greeting"),
        ("hi there!", "greeting"),
        ("¿y vos cómo estás?", "greeting"),
        ("genial, gracias", "thanks"),
        ("thanks, that's all for today", "parting"),
        ("gracias, nos vemos mañana", "parting"),
        ("cheers, night", "parting"),
        ("listo, un abrazo", "parting"),
        ("ok", None),
        ("thanks, what time is it?", None),
        ("gracias por avisarme del turno", None),
    ],
)
def test_A1_what_is_civil_and_no_more_is_known(text: str, kind: str | None) -> None:
    assert civility(text) == kind


def test_A9_a_small_model_is_not_asked_for_civilities(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    with answering(small_home(home, "true"), clock, server) as app:
        session = app.session()
        assert session.respond(TurnInput("gracias, nos vemos mañana")).text == "Hasta luego."
        assert session.respond(TurnInput("hello!")).text == "Hello! What can I do for you?"
    assert server.chats == []


def test_A10_a_small_model_makes_nothing_of_what_is_told_of_known_ones_and_not_kept(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    with answering(small_home(home, "true"), clock, server) as app:
        app.facts.add("my sister Ruth lives in Galway")
        result = app.session().respond(TurnInput("Ruth went home early today"))
        assert (result.source, result.memory_changes) == ("memory", ())
        assert "did not note" in result.text
    assert server.chats == []


def test_A10_nor_of_a_day_that_is_told_and_not_kept(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    """ "Got it." would be taken for a note of it."""
    with answering(small_home(home, "true"), clock, server) as app:
        said = "mañana a las 8 me llama el del gas"
        result = app.session().respond(TurnInput(said))
        assert (result.source, result.memory_changes) == ("memory", ())
        assert "no lo anoté" in result.text
    assert server.chats == []


def test_A10_nor_with_no_model_at_all(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock) as app:
        result = app.session().respond(TurnInput("tomorrow at 8 the garage calls me"))
        assert (result.source, result.memory_changes) == ("memory", ())
        assert "did not note" in result.text


@pytest.mark.parametrize(
    ("said", "starts"),
    [
        ("it rained on the washing again", "Got it."),
        ("planting plan price", "I did not note"),
        ("gracias parce, sos lo máximo", "De nada."),
        ("mi manager es Andrea Ruiz, que es la de Lima", "Entendido."),
    ],
)
def test_A10_what_only_tells_something_is_in_no_want_of_a_model(
    home: Path, clock: Clock, said: str, starts: str
) -> None:
    with open_app(home=home, clock=clock) as app:
        assert app.session().respond(TurnInput(said)).text.startswith(starts)


@pytest.mark.parametrize("asked", ["hola", "write a haiku about rain", "qué es un árbol binario"])
def test_A10_a_greeting_a_task_or_a_question_is_told_how_to_get_one(
    home: Path, clock: Clock, asked: str
) -> None:
    with open_app(home=home, clock=clock) as app, pytest.raises(ModelUnavailable):
        app.session().respond(TurnInput(asked))


def test_A9_what_was_to_be_forgotten_and_is_not_there_is_no_got_it(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    with answering(small_home(home, "true"), clock, server) as app:
        app.facts.add("my sister Ruth lives in Galway")
        result = app.session().respond(TurnInput("forget about the bike"))
        assert [change.kind for change in result.memory_changes] == ["unmeant"]
        assert result.text == "I found nothing to forget."
    assert server.chats == []


def test_A10_what_bears_on_no_fact_is_left_to_the_model(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    """How to answer holds for every answer, and says nothing of what is known."""
    server.replies = [Reply("Get some rest."), Reply("Not of me.")]
    with answering(small_home(home, "true"), clock, server) as app:
        app.facts.add("always answer in one line")
        session = app.session()
        assert session.respond(TurnInput("I am so tired today")).source == "model"
        app.facts.add("my sister Ruth lives in Galway")
        assert session.respond(TurnInput("Ruth went home early"), fresh=True).source == "model"
