"""Conversations in a list, read again, and gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.app import App, open_app
from assistant.cli import layout, recap
from assistant.cli.main import run
from assistant.cli.words import unique_id
from assistant.memory.titles import title_in
from tests.clock import Clock

DOCKER = (
    ("hola", "¡Hola!"),
    ("¿cómo hago para que un contenedor de docker reinicie solo?", "Usá --restart."),
    ("decidí usar unless-stopped en todos los servicios", "Bien."),
)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    now = Clock(datetime(2026, 1, 30, 9, tzinfo=UTC))
    monkeypatch.setenv("ASSISTANT_NOW", now().isoformat())
    return now


@pytest.fixture
def app(home: Path, clock: Clock) -> Iterator[App]:
    with open_app(home=home, clock=clock, answers=False) as app:
        yield app


def talked(app: App, *exchanges: tuple[str, str]) -> str:
    session = app.session()
    for said, reply in exchanges:
        session.observe(said, reply)
    return session.conversation.id


def ended(app: App, identity: str) -> None:
    app.conversations.end(app.conversations.find(identity))


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run(words) == 0
    return capsys.readouterr().out


def test_a_list_has_short_ids_and_the_titles_that_people_gave(
    app: App, capsys: pytest.CaptureFixture[str]
) -> None:
    talked(app, ("hey there", "Hello!"), ("what is the capital of France?", "Paris."))
    docker = talked(app, *DOCKER)
    ended(app, docker)
    first, second = shown(capsys, "sessions", "list").splitlines()
    assert first.startswith(docker.rsplit(":", 1)[-1][:8] + "  ")
    assert "Un contenedor de docker" in first or "contenedor de docker" in first
    assert second.endswith("What is the capital of France")


def test_what_is_left_of_a_conversation_is_read_again_and_the_rest_is_said_to_be_gone(
    app: App, capsys: pytest.CaptureFixture[str]
) -> None:
    docker = talked(app, *DOCKER)
    whole = shown(capsys, "sessions", "show", docker)
    assert all(text in whole for exchange in DOCKER for text in exchange)
    assert "gone" not in whole
    ended(app, docker)
    rest = shown(capsys, "sessions", "show", docker)
    assert "summed up" in rest
    assert "decided: usar unless-stopped" in rest
    assert "its words are gone" in rest
    assert "--restart" not in rest


def test_a_turn_of_which_nothing_is_kept_is_said_to_be_gone(
    app: App, capsys: pytest.CaptureFixture[str]
) -> None:
    docker = talked(app, *DOCKER)
    app.stores.conversations.drop(docker, [2], app.now())
    text = shown(capsys, "sessions", "show", docker)
    assert "turn 2: nothing of it is kept" in text
    assert text.index("hola") < text.index("turn 2") < text.index("decidí")


def test_going_on_begins_with_three_lines_of_where_it_stood(app: App) -> None:
    docker = talked(app, *DOCKER)
    lines = recap.standing(app, app.conversations.find(docker), "es")
    assert len(lines) == 3
    assert "contenedor de docker" in lines[0]
    assert lines[1] == "tú: decidí usar unless-stopped en todos los servicios"
    assert lines[2] == "asistente: Bien."
    ended(app, docker)
    after = recap.standing(app, app.conversations.find(docker), "en")
    assert 2 <= len(after) <= 3
    assert "decided: usar unless-stopped en todos los servicios" in after


def test_a_conversation_that_was_not_begun_has_nothing_to_tell(app: App) -> None:
    assert recap.standing(app, app.session().conversation, "en") == []


def test_F7_what_is_told_to_be_remembered_names_nothing(app: App) -> None:
    session = app.session()
    result = session.observe("Remember that my neighbour Crispin breeds camels", "Noted.")
    assert result.memory_changes
    assert title_in(app.conversations.find(result.session).metadata) is None


def test_F7_a_title_goes_with_what_is_forgotten(app: App) -> None:
    raw = talked(app, ("Crispin breeds dromedaries: what do they eat?", "Grass."))
    over = talked(app, ("Crispin breeds dromedaries?", "So it seems."))
    ended(app, over)
    for identity in (raw, over):
        assert "dromedaries" in recap.title_of(app, app.conversations.find(identity))
    app.facts.forget([app.facts.add("Crispin breeds dromedaries").id])
    for identity in (raw, over):
        assert title_in(app.conversations.find(identity).metadata) is None


def test_F4_a_title_holds_no_secret(app: App) -> None:
    identity = talked(app, ("my password is hunter2zebra and the login of the wiki fails", "Oh."))
    assert "hunter2zebra" not in str(app.conversations.find(identity).metadata)


def test_S4_a_title_goes_when_the_summaries_of_its_time_go(app: App, clock: Clock) -> None:
    old = talked(app, *DOCKER)
    ended(app, old)
    clock.pass_(days=181)
    ended(app, talked(app, ("what is the capital of Peru?", "Lima.")))
    assert title_in(app.conversations.find(old).metadata) is None


def test_ids_may_be_shortened_wherever_they_name_one(app: App) -> None:
    identity = talked(app, *DOCKER)
    own = identity.rsplit(":", 1)[-1]
    for text in (own[:4], own[:6].upper(), identity[:-4], identity):
        assert app.conversations.find(text).id == identity
    fact = app.facts.add("I live in Braga")
    assert app.facts.find(fact.id[:3].upper()).id == fact.id


def test_an_id_is_shown_as_long_as_it_must_be() -> None:
    among = ["a:b:12345678aa", "a:b:12345678ab", "a:b:99999999cc"]
    assert [unique_id(one, among) for one in among] == ["12345678aa", "12345678ab", "99999999"]


@pytest.mark.parametrize("width", [39, 79])
def test_a_list_keeps_its_titles_in_a_narrow_window(width: int) -> None:
    rows = [("12345678", "8 turns", "3 d", "", "What is the capital of France")]
    lines = recap.listed(rows, width)
    assert max(map(layout.cells, lines)) <= width
    assert any("What is the capital of France" in line for line in lines)
    assert any("12345678" in line for line in lines)
