"""A pack in a home: every part of it where the rules put it (K1, K3, T8, C7)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App, open_app
from assistant.cli import stack
from assistant.cli.prompt import as_object
from assistant.errors import NotAuthorised
from assistant.prompt.base import Prompt, Section
from assistant.session.base import TurnInput
from assistant.session.session import Session
from assistant.tools.calls import Consent, Question
from tests.clock import Clock
from tests.packs.support import GARDEN, config_of
from tests.servers.scripted import Reply, ScriptedServer

ROLES = '[roles.gardener]\nprompt = "You garden."\n'
ABOUT = "what is there to do for my tomatoes?"


def water(plant: str = "basil", litres: float = 2) -> Reply:
    call = {
        "id": "w",
        "name": "garden-water",
        "arguments": json.dumps({"plant": plant, "litres": litres}),
    }
    return Reply("", tool_calls=[call])


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply("ok")) as running:
        yield running


@pytest.fixture
def app(home: Path, server: ScriptedServer) -> Iterator[App]:
    """A home with the garden, whose person says yes."""
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(config_of(["garden"], [GARDEN]) + ROLES)
    model = f"{server.base_url}|scripted-model"
    with open_app(home=home, clock=Clock(), model=model) as opened:
        opened.confirm = saying("once")
        yield opened


def saying(consent: Consent) -> Callable[[Question], Consent]:
    return lambda _: consent


def section(prompt: Prompt | None, name: str) -> Section | None:
    assert prompt is not None
    return next((s for s in prompt.sections if s.name == name), None)


def ask(session: Session, server: ScriptedServer, text: str, *replies: Reply) -> Any:
    server.replies = [*replies, Reply("done")]
    return session.respond(TurnInput(text))


def told(session: Session) -> list[str]:
    """The pack's state as the next prompt has it."""
    found = section(session.preview(TurnInput("and now?")), "garden.state")
    return [item.removeprefix("- ") for item in found.items] if found else []


# -- the prompt ------------------------------------------------------------------------------


def test_K3_a_source_stands_in_its_own_section_with_its_reason(app: App) -> None:
    prompt = app.session().preview(TurnInput(ABOUT))
    found = section(prompt, "garden.season")
    assert found is not None
    assert found.items == ["- it is winter", "- prune the fruit trees before the buds open"]
    assert found.reason == "what there is to do in the garden depends on the season"
    assert 0 < found.tokens <= 60
    assert "Season in the garden:\n- it is winter" in prompt.messages[0].content


def test_the_reason_comes_in_the_language_of_the_message(app: App) -> None:
    found = section(app.session().preview(TurnInput("¿qué hago con la huerta?")), "garden.season")
    assert found is not None
    assert found.reason == "lo que hay que hacer en el jardín depende de la estación"


def test_a_message_about_something_else_gets_nothing_of_it(app: App) -> None:
    prompt = app.session().preview(TurnInput("how do I undo the last commit?"))
    assert [s.name for s in prompt.sections if s.name.startswith("garden")] == []


def test_K3_its_instructions_come_in_the_language_of_the_message(app: App) -> None:
    found = section(
        app.session().preview(TurnInput("¿qué hago con la huerta?")), "garden.instructions"
    )
    assert found is not None
    assert found.items == ["- Nombrá primero la planta.", "- Nunca digas que se riegue con helada."]
    assert 0 < found.tokens <= 40


def test_K3_who_the_person_is_stands_before_what_the_pack_brings(app: App) -> None:
    app.facts.add("I have been gardening for ten years")
    session = app.session()
    session.observe("my name is Ana", "hello")
    prompt = session.preview(TurnInput(ABOUT))
    found = section(prompt, "user")
    assert found is not None
    assert [item.partition(":")[0] for item in found.items] == [
        "- name", "- plan", "- gardening experience", "- language", "- time zone",
    ]  # fmt: skip
    assert found.items[:2] == ["- name: Ana", "- plan: premium"]
    told = prompt.messages[0].content
    order = ("# How to answer about garden", "<memory>\n", "The user:", "Season in the garden:")
    places = [told.index(header) for header in order]
    assert places == sorted(places)


def test_K2_a_source_that_fails_is_left_out_and_named(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = app.session()
    monkeypatch.setattr(import_module("assistant_garden.season"), "SEASONS", ())
    prompt = session.preview(TurnInput(ABOUT))
    assert section(prompt, "garden.season") is None
    (drop,) = [d for d in prompt.drops if d.section == "garden.season"]
    assert re.fullmatch(r"it failed after \d+ ms: IndexError", drop.reason)
    (told,) = [s for s in as_object(prompt)["sources"] if s["name"] == "garden.season"]
    assert (told["outcome"], told["why"]) == ("failed", drop.reason)
    (shown,) = [line for line in stack.drops(prompt, stack.Look(width=99)) if "IndexError" in line]
    assert shown.startswith("Season  garden.season  it failed after")


# -- state -----------------------------------------------------------------------------------


def test_T8_a_confirmed_result_changes_the_state(app: App, server: ScriptedServer) -> None:
    session = app.session()
    ask(session, server, "water the basil", water())
    ask(session, server, "and the basil again", water(litres=1), water("mint"))
    assert told(session) == ["basil got 3 l", "mint got 2 l"]
    sent = server.chats[-1]["messages"][0]["content"]
    assert "State of garden (confirmed):\n- basil got 2 l" in sent


def test_T8_a_refused_or_failed_call_changes_nothing(app: App, server: ScriptedServer) -> None:
    session = app.session()
    app.confirm = saying("no")
    app._toolboxes.clear()
    ask(session, server, "water the basil", water())
    app.confirm = saying("once")
    app._toolboxes.clear()
    ask(session, server, "water the cactus", water("cactus"))
    assert told(session) == []


def test_what_a_reply_or_the_person_claims_is_no_result(app: App, server: ScriptedServer) -> None:
    session = app.session()
    ask(session, server, "I watered the basil with 9 l", Reply("basil got 9 l"))
    assert told(session) == []


def test_T8_a_later_call_of_the_same_turn_sees_what_the_first_changed(
    app: App, server: ScriptedServer
) -> None:
    look = Reply("", tool_calls=[{"id": "x", "name": "garden-watered", "arguments": "{}"}])
    ask(app.session(), server, "water the basil and tell", water(), look)
    results = [m["content"] for m in server.chats[-1]["messages"] if m["role"] == "tool"]
    assert "basil: 2" in results[-1]


def test_a_turn_that_is_not_kept_changes_nothing(app: App, server: ScriptedServer) -> None:
    session = app.session()
    server.replies = [water(), Reply(status=401)]
    with pytest.raises(NotAuthorised):
        session.respond(TurnInput("water the basil"))
    assert told(session) == []


def test_one_that_is_interrupted_while_a_tool_runs_changes_nothing(
    app: App, server: ScriptedServer
) -> None:
    session = app.session()

    def interrupt(_: object) -> None:
        raise SystemExit

    server.replies = [water(), Reply("done")]
    with pytest.raises(SystemExit):
        session.respond(TurnInput("water the basil"), on_tool=interrupt)
    assert told(session) == []


def test_the_state_is_the_conversations_own_and_goes_with_it(
    app: App, server: ScriptedServer
) -> None:
    session, other = app.session(), app.session(role="gardener")
    ask(session, server, "water the basil", water())
    assert told(other) == []
    conversation = session.conversation.id
    assert any(conversation in namespace for namespace, *_ in app.stores.keyvalue.entries())
    session.delete()
    assert told(session) == []
    assert not any(conversation in namespace for namespace, *_ in app.stores.keyvalue.entries())


def test_it_is_there_after_the_program_has_ended(
    app: App, home: Path, server: ScriptedServer
) -> None:
    session = app.session()
    ask(session, server, "water the basil", water())
    with open_app(home=home, clock=Clock(), answers=False) as again:
        assert told(again.session(conversation=session.conversation.id)) == ["basil got 2 l"]


def test_F7_forgetting_reaches_the_state(app: App, server: ScriptedServer) -> None:
    session = app.session()
    ask(session, server, "water the zyxofante", water("zyxofante"))
    assert told(session) == ["zyxofante got 2 l"]
    app.facts.forget([fact.id for fact in app.facts.all() if "zyxofante" in fact.fact])
    assert told(session) == []


# -- tools, roles ------------------------------------------------------------------------------


def test_its_tools_pass_the_one_pipeline(app: App) -> None:
    registry = app.toolbox().pipeline.registry
    assert registry.find("garden-water").side_effect
    assert {"garden", "weeding"} <= set(registry.by_category())


def test_a_tool_is_its_roles_own(app: App) -> None:
    assert "weeding.next" not in [t.id for t in app.toolbox().usable]
    assert "weeding.next" in [t.id for t in app.toolbox("gardener").usable]
    refused = app.toolbox().pipeline.execute(call("weeding.next", bed="a"))
    assert refused.error is not None
    assert refused.error.message == "weeding.next is not for the role 'default'"


def call(tool: str, **arguments: Any) -> Any:
    from assistant.tools.calls import Call

    return Call(tool, arguments)


# -- facts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("recordá que la huerta está al norte", "garden"),
        ("remember that my tomatoes are in the north bed", "garden"),
        ("remember that our staging server runs Postgres 16", "projects"),
        ("I prefer tomatoes to apples", "preferences"),
    ],
)
def test_F1_a_fact_stands_in_the_domain_whose_words_it_has(
    app: App, text: str, domain: str
) -> None:
    (change,) = app.session().observe(text, "ok").memory_changes
    fact = app.stores.facts.get(change.fact_ids[0])
    assert fact is not None
    assert fact.domain == domain


def test_F1_one_that_is_added_by_hand_too(app: App) -> None:
    assert app.facts.add("the seedlings are on the sill").domain == "garden"
    assert app.facts.add("the seedlings are for Ana", "personal").domain == "personal"
    assert app.facts.add("it rains on Mondays", "garden").domain == "garden"
    assert app.facts.domains[-1] == "garden"


def test_F2_a_result_may_prove_a_fact_of_its_domain(app: App, server: ScriptedServer) -> None:
    ask(app.session(), server, "water the basil", water())
    (fact,) = app.stores.facts.all()
    assert (fact.domain, fact.source) == ("garden", "inferred")


# -- collections -------------------------------------------------------------------------------


def test_what_it_keeps_stands_in_its_own_collections(app: App, server: ScriptedServer) -> None:
    ask(app.session(), server, "water the basil", water())
    ask(app.session(), server, "water the basil", water(litres=1))
    assert app.stores.collections.namespaces() == ["garden/plants", "garden/waterings"]
    plant = app.stores.collections.get("garden/plants", "basil")
    assert plant is not None
    assert plant.content == {"times": 2}
    pipeline = app.toolbox().pipeline
    seen = pipeline.execute(call("garden.history", plant="basil"))
    assert {row["litres"] for row in seen.data} == {2.0, 1.0}


def test_a_collection_that_it_does_not_declare_is_refused(app: App) -> None:
    packs = app.session_packs
    assert packs is not None
    with pytest.raises(ValueError, match="declares no collection 'diary'"):
        packs.collection_of_tool("garden.water", "diary")
    with pytest.raises(ValueError, match="belongs to no pack"):
        packs.collection_of_tool("time.now", "plants")


def test_F7_forgetting_reaches_its_documents(app: App, server: ScriptedServer) -> None:
    ask(app.session(), server, "water the zyxofante", water("zyxofante"))
    ask(app.session(), server, "water the basil", water())
    app.facts.forget([fact.id for fact in app.facts.all() if "zyxofante" in fact.fact])
    found = app.stores.collections.find("garden/plants").documents
    assert [plant.id for plant in found] == ["basil"]


def test_incognito_keeps_nothing_of_it(home: Path, app: App, server: ScriptedServer) -> None:
    model = f"{server.base_url}|scripted-model"
    with open_app(home=home, clock=Clock(), model=model, incognito=True) as hidden:
        hidden.confirm = saying("once")
        ask(hidden.session(), server, "water the basil", water())
        assert hidden.stores.collections.namespaces() == ["garden/plants", "garden/waterings"]
    assert app.stores.collections.namespaces() == []
