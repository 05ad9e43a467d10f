"""A message asked again takes the place of its exchange."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import App
from assistant.errors import AssistantError
from assistant.session.base import TurnInput
from assistant.session.session import Session
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer
from tests.session.support import answering

QUESTION = TurnInput("why does the build fail?")


@pytest.fixture
def asked(home: Path, clock: Clock, server: ScriptedServer) -> Iterator[tuple[App, Session]]:
    """A conversation whose second exchange is the question."""
    with answering(home, clock, server) as app:
        session = app.session()
        server.replies = [Reply("Hello."), Reply("Because of zinc."), Reply("Because of copper.")]
        session.respond(TurnInput("hello, I am at work"))
        session.respond(QUESTION)
        yield app, session


def said(app: App, session: Session) -> list[str]:
    turns = app.stores.conversations.turns(session.conversation.id)
    return [text for turn in turns for text in (turn.user.content, turn.reply.content)]


def test_the_new_exchange_replaces_the_old(
    asked: tuple[App, Session], server: ScriptedServer
) -> None:
    app, session = asked
    before = app.stores.conversations.get(session.conversation.id)
    result = session.respond(QUESTION, fresh=True, again=True)
    assert (result.turn, result.text) == (2, "Because of copper.")
    assert said(app, session)[2:] == [QUESTION.text, "Because of copper."]
    assert session.conversation.turn_count == 2
    assert "zinc" not in str(server.chats[-1]), "the model is not told its answer of before"
    after = app.stores.conversations.get(session.conversation.id)
    assert before is not None
    assert after is not None
    grown = [int(c.metadata["history_tokens"]) for c in (before, after)]
    assert abs(grown[1] - grown[0]) <= 4


def test_what_comes_next_is_told_the_new_answer_alone(
    asked: tuple[App, Session], server: ScriptedServer
) -> None:
    _, session = asked
    session.respond(QUESTION, fresh=True, again=True)
    session.respond(QUESTION, fresh=True, again=True)
    session.respond(TurnInput("and on the other machine?"))
    sent = str(server.chats[-1])
    assert "zinc" not in sent
    assert session.conversation.turn_count == 3


def test_another_message_is_added(asked: tuple[App, Session]) -> None:
    app, session = asked
    session.respond(TurnInput("and why does it pass?"), fresh=True, again=True)
    assert len(said(app, session)) == 6


def test_a_try_that_fails_leaves_the_exchange(
    asked: tuple[App, Session], server: ScriptedServer
) -> None:
    app, session = asked
    server.replies = [Reply(status=401), Reply("Because of tin.")]
    with pytest.raises(AssistantError):
        session.respond(QUESTION, fresh=True, again=True)
    assert said(app, session)[-1] == "Because of zinc."
    session.respond(QUESTION, fresh=True, again=True)
    assert said(app, session)[2:] == [QUESTION.text, "Because of tin."]


def test_an_exchange_that_was_summed_up_stays_and_the_new_one_is_added(
    asked: tuple[App, Session],
) -> None:
    app, session = asked
    session.close_topic()
    result = session.respond(QUESTION, fresh=True, again=True)
    assert result.turn == 3
    assert said(app, session) == [QUESTION.text, "Because of copper."]


def test_F7_asking_again_states_nothing_again(
    asked: tuple[App, Session], server: ScriptedServer
) -> None:
    app, session = asked
    told = TurnInput("Remember that my cat is called Mochi")
    assert session.respond(told).memory_changes
    result = session.respond(told, fresh=True, again=True)
    assert not result.memory_changes
    assert not [n for n in result.notices if "Mochi" in n]
    assert [f.fact for f in app.facts.all()] == ["my cat is called Mochi"]
