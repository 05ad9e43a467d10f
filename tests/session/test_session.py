"""A conversation's life: it goes on, expires, ends, is deleted; a turn is whole or not at all."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.app import App, open_app
from assistant.errors import AssistantError, ModelUnavailable, UsageError
from assistant.session.base import TurnInput
from assistant.session.session import Session
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer
from tests.session.support import answering


def contents(app: App, session: Session) -> list[str]:
    return [m.content for m in app.stores.conversations.messages(session.conversation.id)]


def test_C1_a_turn_is_two_rows_with_one_number(app: App) -> None:
    session = app.session()
    session.observe("¿qué es un rebase?", "Reescribe commits.")
    user, reply = app.stores.conversations.messages(session.conversation.id)
    assert (user.turn_number, user.role) == (1, "user")
    assert (reply.turn_number, reply.role) == (1, "assistant")
    assert user.token_count > 0
    assert 0 <= user.semantic_continuity <= 1


def test_the_identity_is_role_user_uuid(app: App) -> None:
    role, user, unique = app.session().conversation.id.split(":")
    assert (role, bool(user), len(unique)) == ("default", True, 36)


def test_C7_a_conversation_expires_after_45_idle_minutes(app: App, clock: Clock) -> None:
    session = app.session()
    session.observe("el servidor corre Debian", "Bien.")
    first = session.conversation.id
    clock.pass_(minutes=44)
    session.observe("¿y el kernel?", "6.1.")
    assert session.conversation.id == first, "each message renews it"
    clock.pass_(minutes=46)
    session.observe("hola de nuevo", "Hola.")
    assert session.conversation.id != first
    ended = app.stores.conversations.get(first)
    assert ended is not None
    assert ended.ended_at is not None
    assert not any(m.content for m in app.stores.conversations.messages(first))
    assert app.stores.segments.all(first), "its window became summaries"


def test_C7_it_expires_while_the_program_is_not_running(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, answers=False) as app:
        session = app.session()
        session.observe("el servidor corre Debian", "Bien.")
        first = session.conversation.id
    clock.pass_(hours=3)
    with open_app(home=home, clock=clock, answers=False) as app:
        app.session()
        ended = app.stores.conversations.get(first)
        assert ended is not None
        assert ended.ended_at is not None


def test_C7_a_clock_that_goes_back_ends_nothing(app: App, clock: Clock) -> None:
    session = app.session()
    session.observe("uno", "dos")
    first = session.conversation.id
    clock.pass_(days=-400)
    session.observe("tres", "cuatro")
    assert session.conversation.id == first


def test_C7_delete_removes_everything_and_gives_a_new_id(app: App) -> None:
    session = app.session()
    session.observe("algo privado", "sí")
    gone = session.conversation.id
    session.delete()
    assert session.conversation.id != gone
    assert app.stores.conversations.get(gone) is None
    assert not app.stores.journal.metrics(session_id=gone)


def test_an_expired_conversation_that_is_resumed_goes_on_with_its_summaries(
    app: App, clock: Clock
) -> None:
    session = app.session()
    session.observe("decidimos usar Postgres para la facturación", "De acuerdo.")
    first = session.conversation.id
    clock.pass_(days=1)
    again = app.session(resume=True)
    assert again.conversation.id == first
    prompt = again.preview(TurnInput("¿y los backups?"))
    held = {s.name: s.items for s in prompt.sections}
    assert not held["window"]
    assert "Postgres" in " ".join(held["summaries"])


def test_R2_an_ephemeral_session_keeps_no_dialogue(app: App) -> None:
    session = app.session(ephemeral=True)
    session.observe("una pregunta", "una respuesta")
    assert app.stores.conversations.all() == []
    assert len(app.stores.journal.metrics()) == 1


def test_an_unknown_conversation_is_refused_by_name(app: App) -> None:
    with pytest.raises(UsageError, match="no conversation 'zzz'"):
        app.session(conversation="zzz")


def test_preview_changes_nothing(app: App, home: Path) -> None:
    session = app.session()
    session.observe("recordá que el deploy es los jueves", "Anotado.")
    app.stores.flush()
    before = [
        app.stores.facts.revision(),
        len(app.stores.journal.metrics()),
        contents(app, session),
    ]
    session.preview(TurnInput("recordá que mi perro se llama Ñandú"))
    after = [app.stores.facts.revision(), len(app.stores.journal.metrics()), contents(app, session)]
    assert before == after


def test_R3_a_failed_call_leaves_no_turn_but_what_was_to_be_kept(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    server.replies = [Reply(status=404, body="{}")]
    with answering(home, clock, server) as app:
        session = app.session()
        with pytest.raises(ModelUnavailable):
            session.respond(TurnInput("recordá que el deploy es los jueves"))
        assert app.stores.conversations.all() == []
        assert [f.fact for f in app.stores.facts.all()]
        error = app.stores.journal.last_error(session.conversation.id)
        assert error is not None
        assert error.kind == "ModelUnavailable"


def test_P1_the_servers_count_teaches_the_counter(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    server.replies = [Reply("ok", prompt_tokens=1900)]
    with answering(home, clock, server) as app:
        first = app.session().respond(TurnInput("hello there"))
    with answering(home, clock, server) as app:
        second = app.session(ephemeral=True).respond(TurnInput("hello there"))
    assert second.prompt_tokens > first.prompt_tokens * 1.2


def test_a_reply_that_is_cut_by_its_length_says_so(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    server.replies = [Reply("half a", finish_reason="length")]
    with answering(home, clock, server) as app:
        result = app.session().respond(TurnInput("go on"))
    assert any("longest size" in notice for notice in result.notices)


def test_without_a_model_the_memory_answers_and_says_so(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, model="none") as app:
        app.facts.add("el deploy del servicio de pagos es los jueves", "work")
        result = app.session().respond(TurnInput("¿qué día es el deploy del servicio de pagos?"))
        assert result.source == "memory"
        assert "jueves" in result.text
        with pytest.raises(ModelUnavailable, match="holds nothing"):
            app.session().respond(TurnInput("how tall is the Eiffel tower?"))


def test_M1_each_turn_records_its_size_and_the_full_historys(app: App) -> None:
    session = app.session()
    for number in range(12):
        session.observe(f"pregunta número {number} " + "detalle " * 40, "respuesta " * 60)
    measures = app.stores.journal.metrics()
    assert [m.turn_number for m in measures] == list(range(1, 13))
    assert measures[0].prompt_tokens == measures[0].full_history_tokens
    grown = [m.full_history_tokens for m in measures]
    assert grown == sorted(grown)
    assert measures[-1].prompt_tokens < measures[-1].full_history_tokens
    assert sum(measures[-1].sections.values()) == measures[-1].prompt_tokens


def test_the_last_request_is_at_hand_word_for_word(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    server.replies = [Reply("yes", prompt_tokens=321), Reply(status=401)]
    with answering(home, clock, server) as app:
        session = app.session()
        session.respond(TurnInput("¿está la ñandú en la jaula?"))
        (sent,) = session.last_sent
        assert json.loads(sent.body) == server.chats[0]
        assert server.requests[-1].headers["content-length"] == str(len(sent.body))
        assert session.last_prompt is not None
        assert (sent.prompt.tokens, sent.theirs) == (session.last_prompt.tokens, 321)
        with pytest.raises(AssistantError):
            session.respond(TurnInput("again, please"))
        (failed,) = session.last_sent
        assert b"again, please" in failed.body
        assert failed.theirs is None
        assert session.last_prompt is failed.prompt
        session.delete()
        assert session.last_sent == ()
        assert session.last_prompt is None


def test_C8_the_last_request_is_stored_nowhere(
    home: Path, clock: Clock, server: ScriptedServer
) -> None:
    with answering(home, clock, server) as app:
        app.session().respond(TurnInput("hello there"))
        app.stores.flush()
    files = [path for path in home.rglob("*") if path.is_file() and "cache" not in path.parts]
    assert not any(b'"stream_options"' in path.read_bytes() for path in files)


def test_A1_what_the_program_answers_by_itself_states_nothing(home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, answers=False) as app:
        session = app.session()
        for text, answer in (("raíz cuadrada de 169", "13"), ("12 * 14", "168")):
            told = session.respond(TurnInput(text))
            assert (told.source, told.memory_changes) == ("memory", ())
            assert answer in told.text
        assert not app.stores.facts.all()


@pytest.fixture
def buenos_aires(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "America/Argentina/Buenos_Aires")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def test_P3_the_days_of_a_prompt_are_those_of_the_person(
    app: App, clock: Clock, buenos_aires: None
) -> None:
    clock.now = datetime(2026, 3, 3, 1, 30, tzinfo=UTC)  # there it is Monday, half past ten
    session = app.session()
    session.observe("¿con qué harina hago el pan de centeno?", "Con harina integral de centeno.")
    session.close_topic()
    system = session.preview(TurnInput("¿y la harina del pan de centeno?")).messages[0].content
    assert "today: Monday 2026-03-02" in system
    assert "Earlier turns:\n2026-03-02 topic" in system
