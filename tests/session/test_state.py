"""Structured state in a conversation's life (C7, C8, P4, T8, F7)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest

from assistant.app import App, open_app
from assistant.session.base import TurnInput
from assistant.session.session import Session
from assistant.tools.base import Remembered
from assistant.tools.calls import Consent
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer
from tests.session.test_tool_loop import asks, equipped
from tests.tools.support import make


def state(session: Session, text: str = "¿y ahora?") -> list[str]:
    """The confirmed results that a prompt would hold."""
    sections = {s.name: s.items for s in session.preview(TurnInput(text)).sections}
    return [line.removeprefix("- ") for line in sections["state"] if "today: " not in line]


def test_P4_a_confirmed_result_stands_in_the_state_of_later_prompts(app: App) -> None:
    session = app.session()
    told = session.observe("confirmado: el puerto de staging es 5433", "Anotado.")
    assert any("confirmado para esta conversación" in notice for notice in told.notices)
    for number in range(12):
        session.observe(f"¿cómo se hace la tarea {number}?", "Así.")
    assert state(session) == ["el puerto de staging es 5433"]
    system = session.preview(TurnInput("¿y ahora?")).messages[0].content
    assert system.index("State (confirmed):") > system.index("# Format")


def test_T8_only_another_confirmation_overwrites(app: App) -> None:
    session = app.session()
    session.observe("confirmado: el puerto de staging es 5433", "Anotado.")
    session.observe("confirmado: Ana entrega el jueves", "Bien.")
    session.observe("creo que el puerto de staging podría ser 6000", "Puede ser.")
    assert state(session) == ["el puerto de staging es 5433", "Ana entrega el jueves"]
    session.observe("confirmado: el puerto de staging es 6000", "Corregido.")
    assert state(session) == ["Ana entrega el jueves", "el puerto de staging es 6000"]


def test_C8_what_the_reply_confirms_is_no_state(app: App) -> None:
    session = app.session()
    session.observe("¿qué puerto usa staging?", "Confirmado: el puerto de staging es 5433.")
    assert state(session) == []


def test_F9_a_result_that_a_newer_fact_contradicts_is_not_told(app: App) -> None:
    session = app.session()
    session.observe("recordá que el servidor de staging corre Debian 11", "Ok.")
    session.observe("confirmado: el servidor de staging corre Debian 11", "Ok.")
    session.observe("el servidor de staging ahora corre Debian 12", "Ok.")
    assert state(session) == []


def test_C7_state_goes_with_its_conversation(app: App, clock: Clock) -> None:
    session = app.session()
    session.observe("confirmado: el puerto de staging es 5433", "Anotado.")
    gone = session.conversation.id
    assert app.stores.keyvalue.items(f"state:{gone}", now=clock())
    session.delete()
    assert app.stores.keyvalue.items(f"state:{gone}", now=clock()) == []
    assert state(session) == []


def test_a_resumed_conversation_still_has_its_state_and_a_new_one_none(
    app: App, clock: Clock
) -> None:
    session = app.session()
    session.observe("confirmado: el puerto de staging es 5433", "Anotado.")
    clock.pass_(days=2)
    assert state(app.session()) == []
    assert state(app.session(resume=True)) == ["el puerto de staging es 5433"]


def test_F7_forgetting_takes_it_out_of_the_state(app: App, clock: Clock) -> None:
    session = app.session()
    session.observe("confirmado: mi loro se llama Zyxofante", "Anotado.")
    session.observe("olvidate de lo de Zyxofante", "Listo.")
    assert app.stores.keyvalue.items(f"state:{session.conversation.id}", now=clock()) == []


def test_R2_a_one_shot_question_keeps_no_state(app: App, clock: Clock) -> None:
    session = app.session(ephemeral=True)
    session.observe("confirmado: el puerto de staging es 5433", "Anotado.")
    assert app.stores.keyvalue.items(f"state:{session.conversation.id}", now=clock()) == []


def test_an_incognito_conversation_leaves_no_state_in_any_file(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, answers=False, incognito=True) as app:
        session = app.session()
        session.observe("confirmado: mi loro se llama Zyxofante", "Anotado.")
        assert state(session) == ["mi loro se llama Zyxofante"]
    held = [p for p in home.rglob("*") if p.is_file() and b"Zyxofante" in p.read_bytes()]
    assert held == []


def test_the_oldest_gives_way_where_there_are_many(app: App) -> None:
    session = app.session()
    things = ("agua", "luz", "gas", "renta", "wifi", "agenda", "panel", "logo", "blog", "tienda")
    for thing in (*things, "correo", "radio", "prensa", "feria"):
        session.observe(f"confirmado: {thing} queda a cargo de {thing.title()}ez", "Ok.")
    kept = app.stores.keyvalue.items(f"state:{session.conversation.id}", now=app.now())
    assert len(kept) == 12
    held = {s.name: s for s in session.preview(TurnInput("¿y?")).sections}["state"]
    assert held.tokens <= 150
    assert "feria" in " ".join(held.items)


@pytest.mark.parametrize(("consent", "kept"), [("once", True), ("no", False)])
def test_T8_a_side_effect_that_was_allowed_and_proved_becomes_state(
    home: Path, clock: Clock, consent: Consent, kept: bool
) -> None:
    def move(host: str) -> Annotated[str, "where it is now"]:
        """Move the service."""
        return "RAW OUTPUT"

    tool = make(
        move,
        "ops.move",
        tell=lambda arguments, _: f"move to {arguments['host']}",
        remembers=lambda arguments, _: Remembered(
            f"the service runs on {arguments['host']}", "work"
        ),
    )
    server = ScriptedServer(asks(("ops-move", {"host": "gru-2"})), Reply("Done."))
    with server, open_app(home=home, clock=clock, model=f"{server.base_url}|scripted-model") as app:
        app.confirm = lambda _: consent
        session = equipped(app, tool)
        session.respond(TurnInput("please move the service to gru-2"))
        assert state(session, "and now?") == (["the service runs on gru-2"] if kept else [])
        rows = str(app.stores.conversations.messages(session.conversation.id))
        assert "RAW OUTPUT" not in rows
