"""Summaries written by the model, through a real server, beside the turns (S1–S3, C3, C4)."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.app import App
from assistant.records import Segment
from assistant.session.base import TurnInput
from assistant.session.session import Session
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer
from tests.session.support import answering

SUMMARY = {
    "topic": "invoices table",
    "discussed": ["Postgres 16", "index by client"],
    "outcome": "",
    "decisions": ["one partition a year"],
    "open_questions": [],
}
SAID = (
    "We keep the invoices table in Postgres 16, how would you index it?",
    "And how do we split the invoices table?",
    "Fine, let's do one partition a year for the invoices table",
    "And what about vacuum on it?",
    "How often should it run?",
    "Does it lock anything?",
    "And with partitions?",
    "Does the planner care?",
    "What if a client asks for all years?",
)
ANSWERS = ("An index by client.", "By year, one partition a year.", "Good.", "Autovacuum.")


class Server(ScriptedServer):
    """Answers turns with short words and requests for a summary with ``summary``."""

    def __init__(self, summary: Reply) -> None:
        self.summary = summary
        self.turns = 0
        super().__init__()

    def next_reply(self) -> Reply:
        if "response_format" in self.chats[-1]:
            return self.summary
        self.turns += 1
        return Reply(ANSWERS[min(self.turns, len(ANSWERS)) - 1])

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The requests for summaries."""
        return [chat for chat in self.chats if "response_format" in chat]


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server(Reply(json.dumps(SUMMARY)))
    with running:
        yield running


def opened(home: Path, server: ScriptedServer, clock: Clock | None = None) -> App:
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.toml").write_text('[memory]\nsummariser = "model"\n')
    return answering(home, clock or Clock(), server)


def talk(session: Session, first: int, last: int) -> None:
    """Turns ``first`` to ``last``; the person reads each answer for a while."""
    for text in SAID[first - 1 : last]:
        session.respond(TurnInput(text), fresh=True)
        if job := session._writer._job:
            job.thread.join(5)


def segments(app: App, session: Session) -> list[Segment]:
    return app.stores.segments.all(session.conversation.id)


def raw(app: App, session: Session) -> list[int]:
    return [t.number for t in app.stores.conversations.turns(session.conversation.id)]


def never_both(app: App, session: Session) -> None:
    summed = [n for s in segments(app, session) for n in range(s.first_turn, s.last_turn + 1)]
    everything = range(1, session.conversation.turn_count + 1)
    assert sorted([*summed, *raw(app, session)]) == list(everything)


def test_S1_the_model_writes_what_left_the_window(home: Path, server: Server) -> None:
    with opened(home, server) as app:
        session = app.session()
        talk(session, 1, 9)
        assert len(server.asked) == 1
        assert "partition" in str(server.asked[0]["messages"])
        assert segments(app, session) == [], "it is taken in with the next turn"
        talk(session, 9, 9)
        (segment,) = segments(app, session)
        assert segment.decisions == ("one partition a year",)
        assert segment.discussed == ("Postgres 16", "index by client")
        assert segment.token_count <= 50
        assert min(raw(app, session)) == 4
        never_both(app, session)


def test_the_prompt_is_the_same_size_while_a_summary_is_awaited(home: Path, server: Server) -> None:
    with opened(home, server) as app:
        session = app.session()
        talk(session, 1, 9)
        prompt = session.preview(TurnInput("and then?"))
        held = {section.name: section for section in prompt.sections}
        assert len(held["summaries"].items) == 1, "the local one stands in"
        assert "invoices" in held["summaries"].items[0]
        assert not any("how would you index" in item for item in held["window"].items)


@pytest.mark.parametrize(
    "summary",
    [
        Reply("Sure! Here it is."),
        Reply(json.dumps({**SUMMARY, "decisions": ["move to Oracle 23"]})),
        Reply(status=500, body="{}"),
        Reply(status=400, body='{"error": {"message": "response_format is not supported"}}'),
        Reply(json.dumps(SUMMARY), cut=True),
    ],
    ids=["prose", "invented", "500", "no structure", "cut"],
)
def test_S1_a_summary_that_does_not_stand_leaves_the_local_one(
    home: Path, server: Server, summary: Reply
) -> None:
    server.summary = summary
    with opened(home, server) as app:
        session = app.session()
        talk(session, 1, 9)
        talk(session, 9, 9)
        (segment,) = segments(app, session)
        assert "Oracle" not in str(segment)
        assert segment.discussed != tuple(SUMMARY["discussed"])
        never_both(app, session)


def test_S1_D1_a_summary_that_could_not_be_written_is_in_the_log(
    home: Path, server: Server
) -> None:
    server.summary = Reply(status=500, body="{}")
    with opened(home, server) as app:
        session = app.session()
        talk(session, 1, 9)
        session.finish()
    logs = "".join(path.read_text() for path in (home / "logs").iterdir())
    assert "summary not written" in logs
    assert "ModelUnavailable" in logs
    assert SAID[0] not in logs


def test_a_slow_summary_delays_no_reply_and_its_turns_wait_three_more_at_most(
    home: Path, server: Server
) -> None:
    server.summary = Reply(json.dumps(SUMMARY), stall="start")
    with opened(home, server) as app:
        session = app.session()
        begin = time.monotonic()
        for text in (*SAID, *SAID[3:6]):
            session.respond(TurnInput(text), fresh=True)
        assert time.monotonic() - begin < 20, "a stalled request takes 30 seconds"
        assert len(raw(app, session)) <= 6 + 3 + 2
        assert segments(app, session), "the local summary took its place"
        never_both(app, session)
        server.closing.set()


def test_a_question_that_comes_back_within_the_wait_is_taken_in_at_the_end(
    home: Path, server: Server
) -> None:
    server.summary = Reply(json.dumps(SUMMARY), delay=0.3)
    with opened(home, server) as app:
        session = app.session()
        for text in SAID:
            session.respond(TurnInput(text), fresh=True)
        identity = session.conversation.id
    with opened(home, server) as app:
        (segment,) = app.stores.segments.all(identity)
        assert segment.decisions == ("one partition a year",)


def test_a_crash_while_it_is_written_loses_nothing(home: Path, server: Server) -> None:
    clock = Clock()
    with opened(home, server, clock) as app:
        session = app.session()
        talk(session, 1, 9)
        identity = session.conversation.id
        session._writer.rest()
        session._writer._replies.clear()  # as if the process had been killed
    clock.pass_(hours=2)
    with opened(home, server, clock) as app:
        app.session()
        assert app.stores.conversations.turns(identity) == []
        covered = [(s.first_turn, s.last_turn) for s in app.stores.segments.all(identity)]
        assert covered == [(1, 3), (4, 6), (7, 9)]


def test_C6_a_flush_waits_for_nothing(home: Path, server: Server) -> None:
    with opened(home, server) as app:
        session = app.session()
        talk(session, 1, 4)
        session.respond(TurnInput("let's change the subject"), fresh=True)
        assert raw(app, session) == [5]
        never_both(app, session)


def test_F7_what_was_forgotten_meanwhile_is_not_written_back(home: Path, server: Server) -> None:
    server.summary = Reply(json.dumps({**SUMMARY, "discussed": ["Zyxofante is a client"]}))
    with opened(home, server) as app:
        session = app.session()
        session.respond(TurnInput("Zyxofante is a client with many invoices, right?"), fresh=True)
        talk(session, 2, 9)
        session._writer.rest()
        assert "Zyxofante" in str(session._writer._replies)
        session.respond(TurnInput("forget about Zyxofante"), fresh=True)
        talk(session, 9, 9)
        assert "Zyxofante" not in str(segments(app, session))


def test_S1_local_summaries_ask_no_model(home: Path, server: Server) -> None:
    with opened(home, server) as app:
        (home / "config.toml").write_text("")
    with answering(home, Clock(), server) as app:
        session = app.session()
        for text in (*SAID, SAID[-1]):
            session.respond(TurnInput(text), fresh=True)
        assert server.asked == []
        assert len(segments(app, session)) == 1
