"""How a profile grows, forgets and ages (K5, F6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from assistant.packs import Lesson, ProfileField
from assistant.profile.entries import Entry, as_content, of_content
from assistant.profile.learning import WAITING, Taught, learn
from assistant.profile.views import shown, standing, values

LABEL = {"en": "x", "es": "x"}
FIELDS = (
    ProfileField("style", LABEL, shape="one", shown=1),
    ProfileField("plants", LABEL, most=3, shown=2),
    ProfileField("tools", LABEL, shape="table"),
    ProfileField("questions", LABEL, shape="questions", most=3),
)
BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
ASKED = "how is the {plant}"


def on(day: float, *lessons: Lesson, asked: Sequence[str] = ()) -> Taught:
    at = BEGIN + timedelta(days=day)
    return Taught(lessons, tuple(asked), at, at.date().isoformat())


def after(*messages: Taught, known: Sequence[Entry] = ()) -> tuple[Entry, ...]:
    ids = count(len(known))
    return learn(known, FIELDS, messages, lambda: f"e{next(ids)}")


def plant(name: str, weight: int = 1, asked: str = "") -> Lesson:
    return Lesson("plants", name, weight, asked=asked)


def told(entries: Sequence[Entry], day: float = 0) -> dict[str, object]:
    return dict(values(entries, FIELDS, BEGIN + timedelta(days=day)))


def test_K5_a_list_has_the_most_used_first_and_of_equals_the_newest() -> None:
    made = after(
        on(0, plant("rose")), on(1, plant("fern")), on(2, plant("vine")), on(3, plant("fern"))
    )
    assert told(made, 3)["plants"] == ["fern", "vine", "rose"]


def test_K5_one_value_is_the_best_supported_and_on_a_tie_the_newest() -> None:
    made = after(on(0, Lesson("style", "wild")), on(1, Lesson("style", "formal")))
    assert told(made, 1)["style"] == "formal"
    made = after(on(2, Lesson("style", "wild")), known=made)
    assert told(made, 2)["style"] == "wild"


def test_K5_a_table_holds_the_newest_by_key() -> None:
    made = after(
        on(0, Lesson("tools", "spade", key="digging")),
        on(1, Lesson("tools", "fork", key="digging")),
        on(1, Lesson("tools", "shears", key="cutting")),
    )
    assert told(made, 1)["tools"] == {"digging": "fork", "cutting": "shears"}


def test_K5_what_speaks_against_a_value_counts_against_it() -> None:
    made = after(on(0, plant("ivy")), on(1, plant("ivy", -2)))
    assert told(made, 1)["plants"] == []
    made = after(on(2, plant("ivy", 2)), known=made)
    assert told(made, 2)["plants"] == ["ivy"], "what was said against it was not lost"


def test_K5_values_are_one_whatever_their_case() -> None:
    (entry,) = after(on(0, plant("Rose")), on(1, plant("rose")))
    assert (entry.value, entry.count, entry.days) == ("Rose", 2, ("2026-01-01", "2026-01-02"))


def test_K5_the_lessons_of_one_message_count_it_once() -> None:
    (entry,) = after(on(0, plant("rose"), plant("rose", 2)))
    assert (entry.count, entry.weight) == (1, 3)


def test_K5_when_full_the_least_used_and_oldest_goes_never_simply_the_newest() -> None:
    room = 3 * WAITING
    often = [on(n, plant(f"often{n}"), plant(f"often{n}")) for n in range(room - 1)]
    made = after(*often, on(room, plant("once")), on(room + 1, plant("new")))
    kept = {entry.value for entry in made}
    assert len(kept) == room
    assert "new" in kept
    assert "once" not in kept, "less used than the others, older than the new one"
    again = after(on(room + 2, plant("new")), on(room + 3, plant("new")), known=made)
    assert told(again, room + 3)["plants"][0] == "new"  # type: ignore[index]
    assert len(told(again, room + 3)["plants"]) == 3  # type: ignore[arg-type]


def test_K5_of_equals_the_oldest_goes() -> None:
    made = after(*(on(n, plant(f"p{n}")) for n in range(3 * WAITING + 1)))
    assert "p0" not in {entry.value for entry in made}
    assert told(made, 6)["plants"] == ["p6", "p5", "p4"]


def test_K5_questions_are_counted_by_template() -> None:
    made = after(
        on(0, asked=["what is the price of {plant}"]),
        on(1, asked=["What's the price of the {plant}"]),
        on(2, asked=["when do I water the {plant}"]),
    )
    assert [(e.value, e.count) for e in made] == [
        ("what is the price of {plant}", 2),
        ("when do I water the {plant}", 1),
    ]


def test_K5_a_question_of_one_message_counts_once() -> None:
    (entry,) = after(on(0, Lesson("questions", ASKED), asked=[ASKED, ASKED]))
    assert entry.count == 1


def test_K5_what_only_fills_in_a_frequent_question_counts_for_nothing() -> None:
    asked = [on(n, plant(name, asked=ASKED), asked=[ASKED]) for n, name in enumerate("abc")]
    made = after(*asked[:2])
    assert told(made, 2)["plants"] == ["b", "a"], "not frequent yet"
    made = after(asked[2], known=made)
    assert told(made, 2)["plants"] == []
    made = after(on(3, plant("b")), known=made)
    assert told(made, 3)["plants"] == ["b"], "what is said beside it counts"


def test_F6_an_entry_ages_as_a_fact_does() -> None:
    made = after(
        on(0, Lesson("style", "wild"), plant("rose")), on(0, plant("rose")), on(0, plant("rose"))
    )
    state = {e.field: lambda day, e=e: e.decay(BEGIN + timedelta(days=day)).state for e in made}
    assert [state["style"](day) for day in (90, 91, 181)] == ["active", "dormant", "stale"]
    assert [state["plants"](day) for day in (91, 180, 181)] == ["active", "active", "stale"]
    in_prompt = shown(made, FIELDS, BEGIN + timedelta(days=100))
    assert set(in_prompt) == {"plants"}
    assert told(made, 100)["style"] == "wild"
    assert told(made, 181) == {"style": None, "plants": [], "tools": {}, "questions": []}


def test_F6_a_clock_that_went_back_makes_nothing_older_or_younger() -> None:
    made = after(on(5, plant("rose")), on(3, plant("rose")))
    assert made[0].last == BEGIN + timedelta(days=5)
    assert made[0].decay(BEGIN).state == "active"


def test_K5_the_prompt_is_shown_as_many_as_a_field_says() -> None:
    made = after(*(on(n, plant(f"p{n}")) for n in range(3)), on(3, Lesson("style", "wild")))
    found = shown(made, FIELDS, BEGIN + timedelta(days=4))
    assert {name: [e.value for e in own] for name, own in found.items()} == {
        "style": ["wild"],
        "plants": ["p2", "p1"],
    }


def test_K5_what_cannot_be_kept_is_not() -> None:
    made = after(on(0, Lesson("unknown", "x"), plant(""), plant("x" * 500), plant("y", 0)))
    assert made == ()


def test_an_entry_comes_back_as_it_was_kept() -> None:
    (entry,) = after(on(0, plant("rose", asked=ASKED)))
    assert of_content(entry.id, as_content(entry)) == entry


@pytest.mark.parametrize("content", [{}, {"field": "plants"}, {"field": "x", "value": "y"}])
def test_a_document_that_is_no_entry_is_passed_over(content: dict[str, str]) -> None:
    assert of_content("e", content) is None


def test_standing_leaves_fields_without_an_entry_empty() -> None:
    assert standing((), FIELDS) == {"style": (), "plants": (), "tools": (), "questions": ()}
