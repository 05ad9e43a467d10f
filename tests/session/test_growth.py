"""A long conversation in one session: what stays raw, what is summed up, what a prompt weighs."""

from __future__ import annotations

from pathlib import Path

from assistant.app import App
from assistant.session.base import Attachment, TurnInput
from assistant.session.session import Session
from tests.clock import Clock
from tests.servers.scripted import ScriptedServer
from tests.session.support import answering

SUBJECTS = ("el índice", "la tabla", "el respaldo", "la réplica", "el vacuum", "la consulta")


def hold(session: Session, turns: int, words: int = 30) -> None:
    """So many turns about one database, each with its own number."""
    for number in range(turns):
        subject = SUBJECTS[number % len(SUBJECTS)]
        asked = f"¿cómo mejoro {subject} {1000 + number} de Postgres? " + "detalle " * words
        session.observe(asked, f"Revisando {subject} {1000 + number}. " + "respuesta " * words)


def sections(session: Session, text: str = "¿y el siguiente de Postgres?") -> dict[str, list[str]]:
    return {s.name: s.items for s in session.preview(TurnInput(text)).sections}


def test_C4_what_left_the_window_is_in_no_row_but_its_summary(app: App) -> None:
    session = app.session()
    hold(session, 20)
    identity = session.conversation.id
    rows = app.stores.conversations.messages(identity)
    raw = {row.turn_number for row in rows if row.content}
    assert len(raw) <= 8 + 2, "the largest window and an unfinished segment"
    assert raw == set(range(min(raw), 21))
    assert all(row.summarized_at for row in rows if row.turn_number < min(raw))
    summed = {
        n for s in app.stores.segments.all(identity) for n in range(s.first_turn, s.last_turn + 1)
    }
    assert summed == set(range(1, min(raw)))


def test_S2_a_prompt_holds_four_summaries_of_three_turns_at_most(app: App) -> None:
    session = app.session()
    hold(session, 30)
    segments = app.stores.segments.all(session.conversation.id)
    assert len(segments) > 4
    assert all(s.last_turn - s.first_turn < 3 and s.token_count <= 50 for s in segments)
    shown = next(s for s in session.preview(TurnInput("¿y?")).sections if s.name == "summaries")
    assert len(shown.items) <= 4
    assert shown.tokens <= 200


def test_S3_a_summary_that_left_the_slots_stays_as_it_was(app: App) -> None:
    session = app.session()
    hold(session, 15)
    before = app.stores.segments.all(session.conversation.id)
    hold(session, 15)
    after = app.stores.segments.all(session.conversation.id)
    assert after[: len(before)] == before


def test_C6_changing_the_subject_sums_up_the_window_and_resets_it(app: App) -> None:
    session = app.session()
    hold(session, 4)
    session.observe("cambiemos de tema", "Dale, ¿de qué hablamos?")
    assert [t.number for t in app.stores.conversations.turns(session.conversation.id)] == [5]
    held = sections(session, "¿qué planta pongo en el balcón?")
    assert not any("1003" in item for item in held["window"])
    assert held["summaries"]


def test_P1_the_prompt_does_not_grow_with_the_conversation(app: App) -> None:
    session = app.session()
    hold(session, 40)
    sizes = [m.prompt_tokens for m in app.stores.journal.metrics()]
    assert max(sizes[10:25]) + 60 >= max(sizes[25:])
    assert max(sizes) <= 4000


def test_P5_a_prompt_over_3000_tokens_sums_up_early(home: Path) -> None:
    log = "\n".join(f"{n} worker {n} took {n * 7} ms" for n in range(900))
    with (
        ScriptedServer() as server,
        answering(home, Clock(), server) as app,
    ):
        session = app.session()
        hold(session, 6, words=120)
        before = len(app.stores.conversations.turns(session.conversation.id))
        question = "¿cuál tardó más? " + "quiero saberlo bien " * 60
        session.respond(TurnInput(question, (Attachment("a.log", log),)))
        assert session.last_prompt is not None
        assert session.last_prompt.pressed
        after = len(app.stores.conversations.turns(session.conversation.id))
        assert (before, after) == (6, 4)
