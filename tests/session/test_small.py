"""Turns with a small model: its own prompt (A9), and nothing of it kept that is no reply (A10)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import App
from assistant.prompt.small import texts
from assistant.session.base import TurnInput
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer
from tests.session.support import answering

LOOP = "It opens at nine and closes at five. " * 8
RIVERS = "The river rises behind the old mill, runs past three villages and meets the sea at last."


@pytest.fixture
def small(home: Path, clock: Clock, server: ScriptedServer) -> Iterator[App]:
    """A home whose model is the server's and said to be small; memory leaves it every question."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text('[model]\nsmall = true\n[memory]\nanswers = "never"\n')
    with answering(home, clock, server) as app:
        yield app


def contents(body: dict[str, object]) -> list[tuple[str, str]]:
    messages = body["messages"]
    assert isinstance(messages, list)
    return [(m["role"], m["content"]) for m in messages]


def test_A9_a_small_model_gets_a_prompt_of_its_own(small: App, server: ScriptedServer) -> None:
    small.facts.add("the deploy is on Thursdays", "work")
    server.replies = [Reply("You deploy on Thursdays.")]
    result = small.session().respond(TurnInput("When is the deploy of ours?"))
    (system, *examples, (role, last)) = contents(server.chats[0])
    assert system == ("system", texts("en").static)
    assert [r for r, _ in examples] == ["user", "assistant"] * 2
    assert role == "user"
    assert last.startswith(texts("en").known)
    assert "the deploy is on Thursdays" in last
    assert last.endswith("When is the deploy of ours?")
    assert "tools" not in server.chats[0]
    assert result.prompt_tokens <= 600


def test_A9_it_is_spoken_to_in_the_language_of_the_message(
    small: App, server: ScriptedServer
) -> None:
    server.replies = [Reply("La capital de Italia es Roma.")]
    small.session().respond(TurnInput("¿Cuál es la capital de Italia?"))
    assert contents(server.chats[0])[0] == ("system", texts("es").static)


def test_A9_the_prompt_is_shown_like_any_other(small: App) -> None:
    prompt = small.session(ephemeral=True).preview(TurnInput("Name three rivers."))
    sections = {s.name: s for s in prompt.sections}
    assert sections["system"].items[0] == texts("en").static
    assert len(sections["system"].items) == 5  # the static part and two exchanges
    assert sum(s.tokens for s in prompt.sections) == prompt.tokens <= 600


def test_A9_two_turns_go_along_shortened_without_a_mark(small: App, server: ScriptedServer) -> None:
    long = " ".join(
        f"Stop {n} of the line is the one named after the painter {n}." for n in range(40)
    )
    server.replies = [Reply(long)]
    session = small.session()
    for question in ("tell me about the line", "and about the stops?", "and the fifth?"):
        session.respond(TurnInput(question))
    sent = contents(server.chats[-1])[-5:]
    assert [role for role, _ in sent] == ["user", "assistant"] * 2 + ["user"]
    assert "elided" not in str(sent)
    assert all(len(text) < 400 for _, text in sent)


def test_A9_a_configured_no_gives_the_one_in_process_the_whole_prompt(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    with answering(home, clock, server) as app:
        app.session().respond(TurnInput("Name three rivers."))
    assert len(contents(server.chats[0])) == 2  # no examples: an endpoint is not small by itself


@pytest.mark.parametrize(
    ("question", "bad"),
    [
        ("when do we deploy?", "When do we deploy, and how does it work."),
        ("how tall is the tower?", ""),
        ("what is in the letter?", "It is [… 34 tokens elided …] and more"),
        ("¿cuánto mide la torre de la plaza?", "The tower of the square is very tall, they say."),
        ("how tall is the tower?", "塔很高塔很高"),
    ],
)
def test_A10_what_is_no_reply_is_asked_for_again_otherwise(
    small: App, server: ScriptedServer, question: str, bad: str
) -> None:
    server.replies = [Reply(bad), Reply("42.")]
    shown: list[str] = []
    result = small.session().respond(TurnInput(question), on_text=shown.append)
    assert "".join(shown) == result.text == "42."
    assert result.source == "model"
    first, second = server.chats
    assert first["messages"] == second["messages"]
    assert first["temperature"] != second["temperature"]


def test_A10_of_what_is_to_be_done_no_fact_is_told(small: App, server: ScriptedServer) -> None:
    small.facts.add("my colleague Ruth lives in Galway", "work")
    server.replies = [Reply("")]
    result = small.session().respond(TurnInput("write me a birthday wish for a colleague"))
    assert "could not answer this." in result.text
    assert "Ruth" not in result.text


def test_A10_where_it_could_not_the_system_says_so(small: App, server: ScriptedServer) -> None:
    small.facts.add("the deploy is on Thursdays", "work")
    server.replies = [Reply("When do we deploy?")]
    shown: list[str] = []
    session = small.session()
    result = session.respond(TurnInput("When do we deploy?"), on_text=shown.append)
    assert len(server.chats) == 2
    assert shown == []
    assert "scripted-model could not answer this." in result.text
    assert "the deploy is on Thursdays" in result.text
    assert "\n" not in result.text
    assert result.source == "memory"
    turn = small.stores.conversations.turns(session.conversation.id)[-1]
    assert (turn.user.content, turn.reply.content) == ("When do we deploy?", "")
    assert turn.state == "failed"
    metrics = small.stores.journal.metrics()
    assert [m.source for m in metrics] == ["model", "model"]
    assert all(m.prompt_tokens for m in metrics)


def test_F8_how_to_answer_is_not_told_as_what_is_known_of_a_matter(
    small: App, server: ScriptedServer
) -> None:
    small.facts.add("keep your answers short", "preferences")
    server.replies = [Reply("Write a greeting for a colleague who retires")]
    result = small.session().respond(TurnInput("Write a greeting for a colleague who retires"))
    assert "could not answer this." in result.text
    assert "short" not in result.text


def test_A10_it_enters_neither_window_nor_summary_nor_cache(
    small: App, server: ScriptedServer
) -> None:
    server.replies = [Reply(RIVERS)]
    session = small.session()
    session.respond(TurnInput("where does the river rise and where does it end?"))
    asked = ("how do I boil an egg?", "what is a quorum?", "who was Ada Lovelace?")
    for question in asked:
        result = session.respond(TurnInput(question))
        assert "could not" in result.text
    assert str(contents(server.chats[-1])).count("behind the old mill") == 0  # two turns go along
    before = len(server.chats)
    session.respond(TurnInput(asked[-1]))
    assert len(server.chats) > before  # nothing was kept to be given again
    identity = session.conversation.id
    session.end()
    told = [s for s in small.stores.segments.all(identity) if s.first_turn > 1]
    assert told
    assert not any(word in str(told) for word in ("mill", "villages", "could not", "scripted"))


def test_A10_a_loop_is_shown_to_its_first_round(small: App, server: ScriptedServer) -> None:
    server.replies = [Reply(LOOP)]
    result = small.session().respond(TurnInput("when does the library open?"))
    assert result.text == "It opens at nine and closes at five."
    assert len(server.chats) == 1


@pytest.mark.parametrize(("text", "told"), [("", "could not answer"), ("and on and on " * 40, "")])
def test_A10_what_a_large_model_breaks_off_is_not_kept(
    home: Path, clock: Clock, server: ScriptedServer, text: str, told: str
) -> None:
    server.replies = [Reply(text), Reply("It is an oak.")]
    with answering(home, clock, server) as app:
        session = app.session()
        broken = session.respond(TurnInput("which tree stands in the yard?"))
        assert told in broken.text
        assert told or any("without end" in notice for notice in broken.notices)
        session.respond(TurnInput("which tree is the tallest there?"))
        sent = contents(server.chats[-1])
        assert [role for role, _ in sent] == ["system", "user"]


def test_A10_nothing_that_a_model_said_names_a_topic(small: App, server: ScriptedServer) -> None:
    from assistant.cli.topics import topic_of

    server.replies = [Reply("Zanzibar has spice farms and a harbour of stone houses.")]
    session = small.session()
    for question in ("ok", "and?", "go on"):
        session.respond(TurnInput(question))
    turns = small.stores.conversations.turns(session.conversation.id)
    assert not any(word in topic_of(turns).lower() for word in ("zanzibar", "spice", "harbour"))
