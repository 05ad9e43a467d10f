"""Finding, ending and deleting conversations, whoever had them (C6, C7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import App, open_app
from assistant.errors import UsageError
from assistant.session.base import TurnInput
from assistant.session.conversations import names
from tests.clock import Clock

ROLES = '[roles.cook]\nprompt = "You cook."\n'


@pytest.fixture
def app(home: Path, clock: Clock) -> Iterator[App]:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(ROLES)
    with open_app(home=home, clock=clock, answers=False) as opened:
        yield opened


def test_the_latest_comes_first_and_a_role_has_its_own(app: App) -> None:
    first = app.session().observe("uno", "dos").session
    second = app.session(role="cook").observe("¿cómo hago pan?", "Con harina.").session
    assert [c.id for c in app.conversations.all()] == [second, first]
    assert [c.id for c in app.conversations.all("cook")] == [second]


def test_a_conversation_is_named_by_a_beginning_of_its_last_part() -> None:
    assert names("default:u:abc", "default:u:abc")
    assert names("ab", "default:u:abc")
    assert not names("default", "default:u:abc")
    assert not names("bc", "default:u:abc")


def test_a_beginning_that_fits_two_is_refused(app: App) -> None:
    app.session().observe("uno", "dos")
    app.session().observe("tres", "cuatro")
    with pytest.raises(UsageError, match="fits 2 conversations"):
        app.conversations.find("")
    with pytest.raises(UsageError, match="no conversation 'zzz'"):
        app.conversations.find("zzz")


def test_C6_closing_the_topic_sums_up_the_window_and_the_conversation_goes_on(app: App) -> None:
    session = app.session()
    session.observe("decidimos usar Postgres para la facturación", "De acuerdo.")
    session.observe("¿y los índices?", "Uno por cliente.")
    assert session.close_topic() == 2
    identity = session.conversation.id
    assert app.stores.conversations.turns(identity) == []
    assert [s.last_turn for s in app.stores.segments.all(identity)] == [2]
    assert session.close_topic() == 0
    after = session.observe("otra pregunta", "otra respuesta")
    assert (after.session, after.turn) == (identity, 3)


def test_C7_deleting_one_takes_its_answers_along(app: App, clock: Clock) -> None:
    app.session().observe("what is the capital of France?", "Paris.")
    (found,) = app.conversations.all()
    assert app.stores.keyvalue.items("answers", now=clock())
    app.conversations.delete(found)
    assert app.conversations.all() == []
    assert app.stores.keyvalue.items("answers", now=clock()) == []


def test_a_resumed_conversation_keeps_its_role(app: App) -> None:
    named = app.session(role="cook").observe("¿cómo hago pan?", "Con harina.").session
    again = app.session(conversation=named)
    assert again.conversation.role == "cook"
    assert "You cook." in again.preview(TurnInput("¿y la levadura?")).messages[0].content
