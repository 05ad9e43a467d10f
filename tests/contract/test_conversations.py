from __future__ import annotations

from dataclasses import replace
from datetime import timedelta, timezone

import pytest

from assistant.errors import TryAgainLater
from assistant.records import ErrorRecord
from assistant.storage.base import FactUse, Stores
from tests.contract.samples import NOW, conversation, fact, later, metrics, run, segment, turn


def test_a_conversation_comes_back_as_it_was_saved(stores: Stores) -> None:
    saved = conversation(turn_count=3, ended_at=later(hours=1), metadata={"title": "año", "n": [1]})
    stores.conversations.save(saved)
    assert stores.conversations.get(saved.id) == saved
    assert stores.conversations.get("another") is None


def test_saving_again_replaces_the_row_and_keeps_the_turns(stores: Stores) -> None:
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1))
    stores.conversations.save(conversation(turn_count=1, ended_at=later(hours=1)))
    kept = stores.conversations.get("default:ana:1")
    assert kept is not None
    assert kept.ended_at == later(hours=1)
    assert len(stores.conversations.turns(kept.id)) == 1


def test_all_lists_the_most_recent_activity_first_and_by_role(stores: Stores) -> None:
    for id, role, minutes in (("a", "default", 1), ("b", "coach", 3), ("c", "default", 2)):
        stores.conversations.save(
            conversation(id, role=role, last_activity_at=later(minutes=minutes))
        )
    assert [c.id for c in stores.conversations.all()] == ["b", "c", "a"]
    assert [c.id for c in stores.conversations.all("default")] == ["c", "a"]
    assert stores.conversations.all("nobody") == []
    assert [c.id for c in stores.conversations.all(limit=2)] == ["b", "c"]
    assert [c.id for c in stores.conversations.all("default", limit=1)] == ["c"]


def test_C1_a_turn_comes_back_as_two_rows_with_one_number(stores: Stores) -> None:
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1, shift=True, state="interrupted"))
    stores.conversations.append(turn(2))
    assert stores.conversations.turns("default:ana:1") == [
        turn(1, shift=True, state="interrupted"),
        turn(2),
    ]
    rows = stores.conversations.messages("default:ana:1")
    assert [(r.turn_number, r.role) for r in rows] == [
        (1, "user"),
        (1, "assistant"),
        (2, "user"),
        (2, "assistant"),
    ]
    counted = stores.conversations.get("default:ana:1")
    assert counted is not None
    assert counted.turn_count == 2


def test_a_turn_number_is_taken_once(stores: Stores) -> None:
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1))
    with pytest.raises(TryAgainLater, match="Turn 1"):
        stores.conversations.append(turn(1, user="at the same time"))
    counted = stores.conversations.get("default:ana:1")
    assert counted is not None
    assert counted.turn_count == 1
    assert stores.conversations.turns("default:ana:1") == [turn(1)]


def test_a_turn_needs_its_conversation(stores: Stores) -> None:
    with pytest.raises(ValueError, match="no conversation"):
        stores.conversations.append(turn(1))
    assert stores.conversations.messages("default:ana:1") == []


def test_C3_dropping_a_turn_erases_its_text_and_keeps_its_rows(stores: Stores) -> None:
    stores.conversations.save(conversation())
    for number in (1, 2, 3):
        stores.conversations.append(turn(number))
    stores.conversations.drop("default:ana:1", [1, 2, 99], later(hours=1))
    assert [t.number for t in stores.conversations.turns("default:ana:1")] == [3]
    rows = stores.conversations.messages("default:ana:1")
    assert len(rows) == 6
    assert {r.content for r in rows[:4]} == {""}
    assert {r.summarized_at for r in rows[:4]} == {later(hours=1)}
    assert rows[0].token_count == 4


def test_C3_what_was_dropped_keeps_the_instant_of_its_first_drop(stores: Stores) -> None:
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1))
    stores.conversations.drop("default:ana:1", [1], later(hours=1))
    stores.conversations.drop("default:ana:1", [1], later(hours=2))
    assert stores.conversations.messages("default:ana:1")[0].summarized_at == later(hours=1)


def test_C7_delete_removes_history_state_metadata_segments_and_measures(stores: Stores) -> None:
    kept_fact = fact()
    stores.facts.add(kept_fact)
    for id in ("default:ana:1", "default:ana:11"):
        stores.conversations.save(conversation(id))
        stores.conversations.append(turn(1, session=id))
        stores.segments.add(segment(session_id=id, id=f"s-{id}"))
        stores.segments.put_vectors("e", {})
        stores.journal.record(metrics(session_id=id))
        stores.journal.record_runs([run(session_id=id)])
        stores.journal.record_error(ErrorRecord(NOW, id, "model", "timeout"))
        stores.keyvalue.put(f"state:{id}", "city", "Rosario")
        stores.keyvalue.put("topics", id, "deployment")
        stores.facts.record_uses([FactUse(kept_fact.id, id, 1, NOW)])
    stores.conversations.delete("default:ana:1")

    assert stores.conversations.get("default:ana:1") is None
    assert stores.conversations.messages("default:ana:1") == []
    assert stores.segments.all("default:ana:1") == []
    assert stores.journal.metrics(session_id="default:ana:1") == []
    assert stores.journal.runs() == [run(session_id="default:ana:11")]
    assert stores.journal.last_error("default:ana:1") is None
    assert stores.keyvalue.items("state:default:ana:1", now=NOW) == []
    assert [k for k, _ in stores.keyvalue.items("topics", now=NOW)] == ["default:ana:11"]
    assert [u.session_id for u in stores.facts.uses(kept_fact.id)] == ["default:ana:11"]

    assert len(stores.conversations.turns("default:ana:11")) == 1
    assert len(stores.segments.all("default:ana:11")) == 1
    assert len(stores.journal.metrics()) == 1
    assert stores.keyvalue.items("state:default:ana:11", now=NOW) == [("city", "Rosario")]
    assert stores.segments.search(["deployment"], 5) == stores.segments.search(["deployment"], 1)


def test_deleting_what_is_not_there_changes_nothing(stores: Stores) -> None:
    stores.conversations.delete("nobody")
    assert stores.conversations.all() == []


def test_instants_come_back_in_utc_whatever_zone_they_came_in(stores: Stores) -> None:
    there = NOW.astimezone(timezone(timedelta(hours=-3)))
    stores.conversations.save(conversation(created_at=there))
    kept = stores.conversations.get("default:ana:1")
    assert kept is not None
    assert kept.created_at == NOW


@pytest.mark.parametrize(
    "text",
    [
        "",
        "año ñandú — €",
        "𝔘𝔫𝔦 👩‍👩‍👧",
        "\u202eright to left",
        "a\0b",
        "line\nline\r\n\ttab",
        "x" * 200_000,
    ],
)
def test_any_text_comes_back_as_it_was(stores: Stores, text: str) -> None:
    stores.conversations.save(conversation())
    original = turn(1)
    stores.conversations.append(replace(original, user=replace(original.user, content=text)))
    assert stores.conversations.turns("default:ana:1")[0].user.content == text


def test_the_last_turn_can_be_taken_back_and_another_take_its_number(stores: Stores) -> None:
    stores.conversations.save(conversation())
    for number in (1, 2):
        stores.conversations.append(turn(number))
    assert not stores.conversations.take_back("default:ana:1", 1), "not the last one"
    assert stores.conversations.take_back("default:ana:1", 2)
    assert stores.conversations.turns("default:ana:1") == [turn(1)]
    assert len(stores.conversations.messages("default:ana:1")) == 2
    stores.conversations.append(turn(2, user="once more"))
    counted = stores.conversations.get("default:ana:1")
    assert counted is not None
    assert counted.turn_count == 2


def test_a_turn_that_was_summed_up_is_not_taken_back(stores: Stores) -> None:
    stores.conversations.save(conversation())
    stores.conversations.append(turn(1))
    stores.conversations.drop("default:ana:1", [1], NOW)
    assert not stores.conversations.take_back("default:ana:1", 1)
    assert not stores.conversations.take_back("another", 1)
    assert len(stores.conversations.messages("default:ana:1")) == 2
