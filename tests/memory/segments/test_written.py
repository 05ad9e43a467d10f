"""Summaries written by the model are read against the turns."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assistant.config import ModelConfig
from assistant.llm.base import TextDelta
from assistant.llm.openai import Endpoint
from assistant.memory.segments.written import (
    ROOM,
    SCHEMA,
    Rejected,
    read_summary,
    summary_request,
)
from assistant.records import Segment
from tests.memory.segments.samples import ENGLISH, SPANISH, Pairs, segment, size, turns
from tests.servers.scripted import Reply, ScriptedServer

MIGRATION = ENGLISH["migration"]
GOOD: dict[str, Any] = {
    "topic": "billing migration MySQL 5.7 to Postgres 16",
    "discussed": ["pgloader 95 minutes for 340 GB", "indexes afterwards"],
    "outcome": "",
    "decisions": ["cut-over Saturday March 14 02:00 UTC, Dana on call"],
    "open_questions": [],
}


EMPTY: dict[str, Any] = {"discussed": [], "outcome": "", "decisions": [], "open_questions": []}


def _read(document: object, pairs: Pairs = MIGRATION) -> Segment | Rejected:
    reply = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    return read_summary(reply, turns(pairs), segment(pairs), size)


def _why(document: object, pairs: Pairs = MIGRATION) -> str:
    read = _read(document, pairs)
    return read.why if isinstance(read, Rejected) else ""


def test_S1_a_true_summary_takes_the_place_of_the_local_one() -> None:
    read = _read(GOOD)
    assert isinstance(read, Segment)
    assert read.decisions == tuple(GOOD["decisions"])
    assert read.session_id == segment(MIGRATION).session_id
    assert read.token_count == size(read) <= 50


def test_S1_models_fence_their_json() -> None:
    assert isinstance(_read(f"```json\n{json.dumps(GOOD)}\n```"), Segment)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"topic": ""}, "empty"),
        ({"topic": ["a"]}, "wrong shape"),
        ({"discussed": "pgloader"}, "wrong shape"),
        ({"discussed": [1]}, "wrong shape"),
        ({"mood": "good"}, "wrong shape"),
        ({"decisions": ["cut-over on March 15"]}, "invented"),
        ({"decisions": ["use Kubernetes"]}, "invented"),
        ({"topic": "holiday recipes and pancake syrup"}, "invented"),
        ({"outcome": "They will move. Then they will rest."}, "prose"),
        ({"outcome": "the user wants billing on Postgres 16"}, "prose"),
        ({"outcome": "billing " * 15}, "prose"),
    ],
)
def test_S1_a_written_summary_that_does_not_stand_is_rejected(
    change: dict[str, Any], why: str
) -> None:
    assert _why({**GOOD, **change}) == why


@pytest.mark.parametrize("reply", ["", "Sure! Here is the summary.", "[1, 2", "null", "[]"])
def test_S1_a_reply_that_is_no_summary_is_rejected(reply: str) -> None:
    assert _why(reply) in ("not JSON", "wrong shape")


def test_S1_a_summary_in_another_language_is_rejected() -> None:
    document = {
        "topic": "React for the panel",
        "discussed": ["the bundle of Svelte is in the panel"],
        "decisions": ["we are with React and Recharts for the panel"],
    }
    assert _why(document, SPANISH["frontend"]) == "wrong language"


def test_S2_points_give_way_before_a_summary_is_too_long() -> None:
    longer = {**GOOD, "topic": "billing", "discussed": ["340 GB", "zero dates", "pgloader"] * 6}
    read = _read(longer)
    assert isinstance(read, Segment)
    assert 0 < len(read.discussed) < 18
    assert size(read) <= 50
    decisions = ["cut-over on Saturday March 14 at 02:00 UTC, with Dana on call"] * 4
    assert _why({**GOOD, "decisions": decisions}) == "too long"


def test_F4_the_model_is_never_shown_a_secret() -> None:
    request = summary_request(turns(SPANISH["seguridad"]), len)
    text = "\n".join(message.content for message in request.messages)
    assert "Zx81" not in text
    assert "rotar las claves" in text


def test_P1_the_request_is_bounded_and_asks_for_structure() -> None:
    long = [("la palabra es " * 10_000, "respuesta " * 20_000)] * 3
    request = summary_request(turns(long), lambda text: len(text) // 4)
    assert sum(len(message.content) for message in request.messages) // 4 < ROOM + 300
    assert request.response_schema == SCHEMA
    assert "Spanish" in request.messages[0].content


def test_S1_a_real_client_gets_it_from_a_server() -> None:
    group = turns(MIGRATION)
    with ScriptedServer(Reply(json.dumps(GOOD))) as server:
        model = Endpoint("scripted", server.base_url, "sk-test", ModelConfig())
        events = list(model.stream(summary_request(group, size_of)))
        sent = server.requests[-1].body
        model.close()
    reply = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert isinstance(read_summary(reply, group, segment(MIGRATION), size), Segment)
    assert sent["response_format"]["json_schema"]["schema"] == SCHEMA


def size_of(text: str) -> int:
    return len(text) // 4


EVIL: Pairs = [
    ("which database suits the cart service?", "We decided to use MongoEvil for the cart service."),
    ("ok thanks", "The cart service uses MongoEvil from now on."),
]


def test_F3_what_a_model_says_was_decided_rests_on_what_the_person_said() -> None:
    read = _read(
        {
            "topic": "MongoEvil cart",
            "discussed": ["cart service"],
            "outcome": "cart uses MongoEvil",
            "decisions": ["use MongoEvil for cart service"],
            "open_questions": [],
        },
        EVIL,
    )
    assert isinstance(read, Segment)
    assert read.decisions == ()
    assert "MongoEvil" not in read.topic
    assert read.outcome.startswith("assistant: ")
    assert [p for p in read.discussed if "MongoEvil" in p] == [
        "assistant: use MongoEvil for cart service"
    ]


def test_F3_a_question_of_the_person_is_no_decision() -> None:
    pairs = [("should the cart service use MongoEvil?", "We decided: the cart uses MongoEvil.")]
    document = {**EMPTY, "topic": "cart service", "decisions": ["cart service use MongoEvil"]}
    read = _read(document, pairs)
    assert isinstance(read, Segment)
    assert read.decisions == ()
