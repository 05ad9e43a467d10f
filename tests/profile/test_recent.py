"""What is going on now, and for how long (K4)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assistant.profile.recent import (
    LASTS,
    MOST,
    Recent,
    Waiting,
    as_value,
    of_value,
    word,
)

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
ORDER = Waiting({"en": "do it", "es": "hacerlo"}, "demo.do", {"n": 1})
QUESTION = Waiting({"en": "how many?", "es": "¿cuántos?"})


def recent(*named: str, waiting: Waiting | None = None) -> Recent:
    return Recent(NOW, "c", tuple(named), waiting)


def test_K4_the_newest_stand_first_without_doubles() -> None:
    assert recent("a", "b").after(["c", "b", "d"], NOW, "c").mentions == ("d", "b", "c", "a")


def test_K4_ten_are_remembered() -> None:
    found = recent().after([f"p{n}" for n in range(14)], NOW, "c").mentions
    assert len(found) == MOST
    assert found[0] == "p13"


def test_K4_it_is_gone_an_hour_after_the_last_activity_which_renews_it() -> None:
    assert recent().lives(NOW + LASTS)
    assert not recent().lives(NOW + LASTS + timedelta(seconds=1))
    renewed = recent().after([], NOW + timedelta(minutes=50), "c")
    assert renewed.lives(NOW + timedelta(minutes=110))


@pytest.mark.parametrize(
    ("back", "lives"), [(timedelta(hours=3), True), (timedelta(days=4000), False)]
)
def test_K4_a_clock_that_went_back_ends_nothing_but_what_a_wrong_one_dated(
    back: timedelta, lives: bool
) -> None:
    assert recent().lives(NOW - back) is lives


def test_K4_a_question_that_was_asked_back_waits_for_one_message_an_action_for_longer() -> None:
    assert recent(waiting=QUESTION).after([], NOW, "c").waiting is None
    assert recent(waiting=ORDER).after([], NOW, "c").waiting == ORDER


@pytest.mark.parametrize(
    "text",
    ["yes, do it", "Yes!", "ok go ahead", "sí, dale", "Sí", "dale, hacelo", "confirmo", "ok, sí"],
)
def test_K4_a_plain_yes_is_known_in_both_languages(text: str) -> None:
    assert word(text) == "yes"


@pytest.mark.parametrize("text", ["no", "no, cancel it", "mejor no", "no, dejalo", "never mind"])
def test_K4_a_plain_no_too(text: str) -> None:
    assert word(text) == "no"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "yes, but 20 of them",
        "do it tomorrow",
        "dale, pero a 60",
        "sí dale do it if it rains",
        "is it ok?",
        "no sé",
        "what do you say, yes or no?",
    ],
)
def test_K4_whatever_says_more_is_neither(text: str) -> None:
    assert word(text) is None


def test_it_comes_back_as_it_was_kept() -> None:
    for waiting in (None, ORDER, QUESTION):
        kept = recent("a", "b", waiting=waiting)
        assert of_value(as_value(kept)) == kept


@pytest.mark.parametrize("value", [None, True, {}, {"last": "x"}, {"last": NOW.isoformat()}])
def test_what_is_no_such_value_is_passed_over(value: object) -> None:
    assert of_value(value) is None
