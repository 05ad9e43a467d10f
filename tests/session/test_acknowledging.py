"""What only tells the memory something needs no model that can do little (A9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.app import open_app
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
    "de ahora en más respondé en una línea",
    "olvidate de lo de la red de casa",
)
ASKS_TOO = (
    "I'm allergic to nuts, what should I cook?",
    "I work at a bank, write me a cover letter",
    "vivo en Rosario, ¿qué me recomendás visitar?",
    "¿cuándo tengo laboratorio?",
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
