"""What is going on now in a home: named lately, waiting for a yes (K4, T6)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import enumerate as enumerate_threads
from typing import Any

import pytest

from assistant.app import App, open_app
from assistant.errors import NotAuthorised
from assistant.packs import Ahead
from assistant.prompt.base import Prompt
from assistant.session.base import TurnInput, TurnResult
from assistant.session.prefetching import fetch_frequent
from assistant.session.session import Session
from assistant.tools.calls import Consent, Question
from tests.bounds import PATIENCE
from tests.clock import Clock
from tests.packs.support import GARDEN, config_of
from tests.servers.scripted import Reply, ScriptedServer


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("ok")) as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Person:
    """Says the same to every question, and remembers what was asked."""

    def __init__(self, consent: Consent = "once") -> None:
        self.consent = consent
        self.asked: list[str] = []

    def __call__(self, question: Question) -> Consent:
        self.asked.append(question.words)
        return self.consent


@pytest.fixture
def person() -> Person:
    return Person()


@pytest.fixture
def app(home: Path, server: ScriptedServer, clock: Clock, person: Person) -> Iterator[App]:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(config_of(["garden"], [GARDEN]))
    model = f"{server.base_url}|scripted-model"
    with open_app(home=home, clock=clock, model=model) as opened:
        opened.confirm = person
        yield opened


def plan(plant: str = "basil", litres: float = 2) -> Reply:
    arguments = json.dumps({"plant": plant, "litres": litres})
    return Reply("", tool_calls=[{"id": "p", "name": "garden-plan", "arguments": arguments}])


def ask(session: Session, server: ScriptedServer, text: str, *replies: Reply) -> TurnResult:
    server.replies = [*replies, Reply("the model's own words")]
    return session.respond(TurnInput(text))


def items(prompt: Prompt, name: str) -> list[str]:
    found = next((s for s in prompt.sections if s.name == name), None)
    return [item.removeprefix("- ") for item in found.items] if found else []


def watered(app: App) -> list[Any]:
    found = app.stores.collections.find("garden/waterings").documents
    return [(d.fields["plant"], d.content["litres"]) for d in found]


# -- named lately --------------------------------------------------------------------------------


def test_K4_what_was_named_lately_stands_in_the_prompt_the_newest_first(app: App) -> None:
    session = app.session()
    session.observe("how are the roses? and the mint?", "ok")
    session.observe("cuánto riego la albahaca?", "ok")
    prompt = session.preview(TurnInput("and in winter?"))
    assert items(prompt, "garden.now") == ["named lately: basil, mint, rose"]
    assert "Going on (garden):" in prompt.messages[0].content
    spanish = session.preview(TurnInput("¿y en invierno?"))
    assert items(spanish, "garden.now") == ["nombrado hace poco: basil, mint, rose"]


def test_K4_it_outlives_a_conversation_and_is_gone_after_an_hour(app: App, clock: Clock) -> None:
    session = app.session()
    session.observe("how are the roses?", "ok")
    clock.pass_(minutes=50)  # the conversation is over (C7)
    session.observe("what a day", "ok")
    clock.pass_(minutes=50)
    assert items(session.preview(TurnInput("well?")), "garden.now") == ["named lately: rose"]
    clock.pass_(minutes=11)
    assert items(session.preview(TurnInput("well?")), "garden.now") == []


def test_K4_a_clock_that_went_back_changes_nothing(app: App, clock: Clock) -> None:
    session = app.session()
    session.observe("how are the roses?", "ok")
    clock.pass_(hours=-3)
    assert items(session.preview(TurnInput("well?")), "garden.now") == ["named lately: rose"]


def test_K4_it_is_of_its_role_and_goes_with_a_conversation_that_is_deleted(app: App) -> None:
    session = app.session()
    session.observe("how are the roses?", "ok")
    assert items(app.session().preview(TurnInput("well?")), "garden.now")
    session.delete()
    assert items(app.session().preview(TurnInput("well?")), "garden.now") == []
    assert not [n for n, *_ in app.stores.keyvalue.entries() if n.startswith("now:")]


def test_F7_forgetting_reaches_it(app: App) -> None:
    session = app.session()
    session.observe("remember that I have zyxofante mint", "ok")
    assert items(session.preview(TurnInput("well?")), "garden.now") == ["named lately: mint"]
    app.facts.forget([fact.id for fact in app.facts.all()])
    assert items(session.preview(TurnInput("well?")), "garden.now") == []


def test_F3_what_was_not_typed_is_not_named(app: App, server: ScriptedServer) -> None:
    session = app.session()
    session.respond(TurnInput.piped("how are the roses?"))
    assert items(session.preview(TurnInput("well?")), "garden.now") == []


# -- waiting for a yes -----------------------------------------------------------------------------


@pytest.mark.parametrize("yes", ["yes, do it", "sí, dale"])
def test_K4_a_plain_yes_carries_out_what_waits_and_the_person_is_asked(
    app: App, server: ScriptedServer, person: Person, yes: str
) -> None:
    session = app.session()
    ask(session, server, "could you water the basil with 2 litres?", plan())
    waiting = items(session.preview(TurnInput("hm")), "garden.now")
    assert "waits for a yes: water basil with 2 l" in waiting
    requests = len(server.chats)
    result = ask(session, server, yes)
    assert len(server.chats) == requests, "no model takes part"
    assert watered(app) == [("basil", 2)]
    told = "regar basil con" if "dale" in yes else "water basil with"
    assert person.asked == [f"{told} 2.0 l"]
    assert result.source == "memory"
    assert "basil" in result.text
    assert [run.tool for run in result.tools] == ["garden.water"]
    after = session.preview(TurnInput("hm"))
    assert items(after, "garden.state") == ["basil got 2 l"], "a confirmed result (T8)"
    assert items(after, "garden.now") == ["named lately: basil"]


def test_K4_what_was_done_is_not_done_again(app: App, server: ScriptedServer) -> None:
    session = app.session()
    ask(session, server, "could you water the basil?", plan())
    ask(session, server, "yes")
    assert ask(session, server, "yes").text == "the model's own words"
    assert watered(app) == [("basil", 2)]


def test_T6_the_persons_no_to_the_question_ends_it(
    app: App, server: ScriptedServer, person: Person
) -> None:
    session = app.session()
    person.consent = "no"
    ask(session, server, "could you water the basil?", plan())
    result = ask(session, server, "yes, do it")
    assert result.text == "Nothing was done."
    assert watered(app) == []
    assert ask(session, server, "yes").text == "the model's own words"


def test_T6_without_a_terminal_it_is_refused(app: App, server: ScriptedServer) -> None:
    app.confirm = None
    session = app.session()
    ask(session, server, "could you water the basil?", plan())
    assert "nobody is there to confirm it" in ask(session, server, "yes").text
    assert watered(app) == []


def test_K4_after_an_hour_it_is_not_done_and_that_is_said(
    app: App, server: ScriptedServer, clock: Clock
) -> None:
    session = app.session()
    ask(session, server, "could you water the basil?", plan())
    clock.pass_(minutes=61)
    result = ask(session, server, "sí, dale")
    assert result.text == (
        "Lo que esperaba tu sí ya no está: nada espera más de una hora. Hay que pedirlo de nuevo."
    )
    assert watered(app) == []
    assert ask(session, server, "yes").text == "the model's own words", "it is said once"


def test_K4_it_waits_while_something_else_is_said_and_ends_with_a_no(
    app: App, server: ScriptedServer, clock: Clock
) -> None:
    session = app.session()
    ask(session, server, "could you water the basil?", plan())
    ask(session, server, "what is the weather?")
    clock.pass_(minutes=40)
    ask(session, server, "let me think")
    clock.pass_(minutes=40)
    ask(session, server, "yes, do it")
    assert watered(app) == [("basil", 2)]
    ask(session, server, "could you water the mint?", plan("mint"))
    ask(session, server, "no, leave it")
    assert ask(session, server, "yes").text == "the model's own words"
    assert watered(app) == [("basil", 2)]


def test_F3_a_yes_that_nobody_typed_does_nothing(app: App, server: ScriptedServer) -> None:
    session = app.session()
    ask(session, server, "could you water the basil?", plan())
    server.replies = [Reply("the model's own words")]
    assert session.respond(TurnInput.piped("yes, do it")).text == "the model's own words"
    assert watered(app) == []


def test_K4_a_question_that_was_asked_back_is_told_until_the_next_message(
    app: App, server: ScriptedServer
) -> None:
    session = app.session()
    ask(session, server, "water the basil", plan(litres=0))
    waiting = "asked, and not answered yet: how much for the basil?"
    assert waiting in items(session.preview(TurnInput("two litres")), "garden.now")
    ask(session, server, "two litres")
    assert items(session.preview(TurnInput("hm")), "garden.now") == ["named lately: basil"]


def test_K4_a_turn_that_is_not_kept_leaves_nothing_open(app: App, server: ScriptedServer) -> None:
    session = app.session()
    server.replies = [plan(), Reply(status=401)]
    with pytest.raises(NotAuthorised):
        session.respond(TurnInput("could you water the basil?"))
    assert ask(session, server, "yes").text == "the model's own words"


# -- the profile in the prompt ---------------------------------------------------------------------


def test_K5_the_prompt_is_told_what_was_learned_where_it_matters(app: App) -> None:
    session = app.session()
    session.observe("my roses grow in clay", "ok")
    session.end()
    session = app.session()
    prompt = session.preview(TurnInput("what is there to do in the garden?"))
    assert items(prompt, "garden.profile") == ["favourite plants: rose", "soil: clay"]
    assert "Learned of the user (garden):" in prompt.messages[0].content


# -- what is asked often ---------------------------------------------------------------------------


def often(app: App) -> None:
    for plant in ("basil", "mint", "ivy"):
        session = app.session()
        session.observe(f"how much water does {plant} need?", "ok")
        session.end()


def fetched(app: App) -> list[str]:
    """What the tools' results of a session are kept for."""
    thread = fetch_frequent(app.services())
    if thread is not None:
        thread.join(PATIENCE)
    entries = app.stores.keyvalue.entries()
    return sorted(str(value) for namespace, _, value in entries if namespace == "tools/garden")


def test_K5_what_is_asked_often_is_fetched_when_a_conversation_begins(
    app: App, person: Person
) -> None:
    often(app)
    assert fetched(app) == [
        "{'data': {'plant': 'ivy', 'litres': 2.0}}",
        "{'data': {'plant': 'mint', 'litres': 2.0}}",
    ]
    assert watered(app) == [], "only what reads"
    assert person.asked == []


def test_K5_what_was_asked_twice_is_not_fetched(app: App) -> None:
    for _ in range(2):
        session = app.session()
        session.observe("how much water does mint need?", "ok")
        session.end()
    assert fetch_frequent(app.services()) is None


def test_K5_a_conversation_that_begins_fetches_it_and_waits_for_nothing(app: App) -> None:
    often(app)
    before = {thread.name for thread in enumerate_threads()}
    app.session().fetch_frequent()
    for thread in enumerate_threads():
        if thread.name == "fetch-frequent":
            thread.join(PATIENCE)
    assert "fetch-frequent" not in before
    assert [n for n, *_ in app.stores.keyvalue.entries() if n == "tools/garden"]


def test_K5_a_pack_that_fails_at_it_costs_nothing(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    often(app)
    pack = app.profiles.pack("garden")
    broken = replace(pack, ahead=lambda *_: [Ahead("garden.none"), Ahead("garden.needs", {"x": 1})])
    packs = app.session_packs
    assert packs is not None
    monkeypatch.setattr(packs, "usable", (broken,))
    assert fetched(app) == []
