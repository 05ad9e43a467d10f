"""A profile in a home: learned, told, put right, forgotten (K5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from assistant import Assistant
from assistant.app import App, open_app
from assistant.errors import BadData, UsageError
from assistant.session.base import TurnInput
from tests.clock import Clock
from tests.packs.support import GARDEN, config_of

EMPTY: dict[str, Any] = {"favourites": [], "soil": None, "times": {}, "asked": [], "tricks": []}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(home: Path, clock: Clock) -> Iterator[App]:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(config_of(["garden"], [GARDEN]))
    with open_app(home=home, clock=clock, answers=False) as opened:
        yield opened


def say(app: App, *texts: str, end: bool = True) -> None:
    session = app.session()
    for text in texts:
        session.observe(text, "ok")
    if end:
        session.end()


def profile(app: App) -> dict[str, Any]:
    return dict(app.profiles.values("garden", app.now()))


def kept(app: App) -> list[str]:
    """The values that are written down."""
    found = app.stores.collections.find("profile/garden").documents
    return sorted(str(document.content["value"]) for document in found)


# -- learning --------------------------------------------------------------------------------


def test_K5_it_is_learned_when_a_conversation_ends(app: App) -> None:
    session = app.session()
    session.observe("my roses grow in clay", "ok")
    assert kept(app) == [], "the window holds the words still"
    session.end()
    assert kept(app) == ["clay", "rose"]
    assert profile(app) == {**EMPTY, "favourites": ["rose"], "soil": "clay"}


def test_K3_what_was_learned_is_told_where_the_message_names_something_of_the_pack(
    app: App, clock: Clock
) -> None:
    say(app, "my roses grow in clay")
    clock.pass_(hours=2)  # nothing is going on any more
    told = {
        text: any(part.name == "garden.profile" for part in app.session().preview(turn).sections)
        for text in ("does basil like it here?", "does my car like it here?")
        for turn in [TurnInput(text)]
    }
    assert told == {"does basil like it here?": True, "does my car like it here?": False}


def test_K5_it_is_learned_when_turns_leave_the_window(app: App) -> None:
    session = app.session()
    session.observe("riego mis rosas por la tarde", "ok")
    for number in range(12):
        session.observe(f"cuánto es {number} más {number}?", "ok")
    assert kept(app) == ["rose", "tarde"]


def test_C7_one_that_expired_while_nobody_was_there_teaches(app: App, clock: Clock) -> None:
    say(app, "I love my basil", end=False)
    clock.pass_(hours=2)
    app.session()
    assert kept(app) == ["basil"]


def test_K5_what_the_window_holds_counts_without_being_written(app: App) -> None:
    say(app, "I love my basil", end=False)
    assert profile(app)["favourites"] == ["basil"]
    assert kept(app) == []


def test_K5_what_was_learned_is_not_counted_twice(app: App) -> None:
    say(app, "I love my basil")
    (entry,) = app.profiles.entries(app.profiles.pack("garden"))
    assert (entry.count, len(entry.days)) == (1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "my neighbour loves basil",
        "según el vivero, la menta crece sola",
        'the label says "the mint grows anywhere you put it"',
        "if I had room I would grow mint",
        "antes plantaba menta",
    ],
)
def test_F3_others_quotes_and_suppositions_teach_nothing(app: App, text: str) -> None:
    say(app, text)
    assert profile(app) == EMPTY


def test_F3_what_was_not_typed_teaches_nothing(app: App) -> None:
    session = app.session()
    session.observe("I love my basil", "ok")
    stored = app.stores.conversations.get(session.conversation.id)
    assert stored is not None
    pasted = {**stored.metadata, "untyped": {"1": [[0, len("I love my basil")]]}}
    app.stores.conversations.save(replace(stored, metadata=pasted))
    session.observe("I love my mint", "I love basil too")
    session.end()
    assert profile(app)["favourites"] == ["mint"]


def test_R2_a_single_question_keeps_nothing(app: App) -> None:
    app.session(ephemeral=True).observe("I love my basil", "ok")
    assert profile(app) == EMPTY


def test_K5_a_turn_that_is_taken_back_or_deleted_teaches_nothing(app: App) -> None:
    session = app.session()
    changes = session.observe("remember that I love my basil", "ok")
    app.facts.undo(changes.memory_changes, (changes.session, changes.turn))
    session.end()
    assert profile(app) == EMPTY
    session = app.session()
    session.observe("I love my mint", "ok")
    session.delete()
    assert profile(app) == EMPTY


def test_K5_nothing_is_learned_with_the_memory_off(home: Path, clock: Clock) -> None:
    home.mkdir(mode=0o700)
    off = "[memory]\nenabled = false\n"
    (home / "config.toml").write_text(config_of(["garden"], [GARDEN]) + off)
    with open_app(home=home, clock=clock, answers=False) as app:
        say(app, "I love my basil")
        assert profile(app) == EMPTY
        assert kept(app) == []


def test_K5_nothing_is_learned_in_incognito(app: App, home: Path, clock: Clock) -> None:
    with open_app(home=home, clock=clock, answers=False, incognito=True) as hidden:
        say(hidden, "I love my basil")
        assert profile(hidden) == EMPTY
    assert profile(app) == EMPTY


def test_K1_a_pack_that_fails_to_learn_costs_its_lessons_alone(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    learning = import_module("assistant_garden.learning") if app.packs.usable else None

    def fail(_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(learning, "lessons", fail)
    say(app, "I love my basil")
    assert profile(app) == EMPTY


def test_K1_a_pack_that_fails_to_recognise_costs_its_sections_alone(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    learning = import_module("assistant_garden.learning") if app.packs.usable else None

    def fail(_: str) -> None:
        raise RuntimeError

    monkeypatch.setattr(learning, "plants_in", fail)
    prompt = app.session().preview(TurnInput("does basil like it here?"))
    assert not any(part.name.startswith("garden.profile") for part in prompt.sections)


def test_K5_what_fills_in_a_frequent_question_is_no_favourite(app: App) -> None:
    for plant in ("basil", "mint", "ivy"):
        say(app, f"how much water does {plant} need?")
    found = profile(app)
    assert found["asked"] == ["how much water does {plant} need"]
    assert found["favourites"] == []
    (often,) = app.profiles.frequent(app.profiles.pack("garden"))
    assert often == ("how much water does {plant} need", ("ivy", "mint", "basil"))


def test_K5_a_question_of_something_else_is_none_of_the_packs(app: App) -> None:
    say(app, "how do I undo the last commit?", "what do I do in the garden?")
    assert profile(app)["asked"] == ["what do I do in the garden"]


def test_F6_what_is_old_is_no_longer_told(app: App, clock: Clock) -> None:
    say(app, "I love my basil")
    pack = app.profiles.pack("garden")
    assert app.profiles.lines(pack, "en", app.now()) == ["favourite plants: basil"]
    assert app.profiles.lines(pack, "es", app.now()) == ["plantas favoritas: basil"]
    clock.pass_(days=100)
    assert app.profiles.lines(pack, "en", app.now()) == [], "dormant"
    assert profile(app)["favourites"] == ["basil"]
    clock.pass_(days=100)
    assert profile(app)["favourites"] == [], "stale"


# -- the person's hands ------------------------------------------------------------------------


def forget(app: App, field: str | None = None, value: str | None = None) -> list[str]:
    pack = app.profiles.pack("garden")
    return app.profiles.forget(pack, app.profiles.meant(pack, field, value), app.now())


def test_K5_what_was_forgotten_is_not_learned_again_from_the_same_words(app: App) -> None:
    say(app, "I love my basil", "my roses grow in clay", end=False)
    forget(app, "favourites", "basil")
    assert profile(app)["favourites"] == ["rose"]
    app.session(resume=True).end()
    assert profile(app)["favourites"] == ["rose"]
    say(app, "I love my basil")
    assert profile(app)["favourites"] == ["rose"]


def test_K5_it_is_learned_again_when_it_is_said_on_purpose(app: App) -> None:
    say(app, "I love my basil")
    forget(app, "favourites", "basil")
    say(app, "remember that I love my basil")
    assert profile(app)["favourites"] == ["basil"]
    say(app, "I love my basil")
    assert app.profiles.entries(app.profiles.pack("garden"))[-1].count == 2


def test_K5_a_field_or_all_of_it_is_forgotten(app: App) -> None:
    say(app, "my roses grow in clay", "I love my basil")
    forget(app, "favourites")
    assert profile(app) == {**EMPTY, "soil": "clay"}
    forget(app)
    assert profile(app) == EMPTY
    assert app.stores.collections.namespaces() == []


def test_F7_the_bytes_of_what_was_forgotten_are_in_no_file(app: App, home: Path) -> None:
    say(app, "tried a trick today: zyxofante tea", "I love my basil")
    say(app, "tried a trick today: zyxofante tea", end=False)
    assert profile(app)["tricks"] == ["today: zyxofante tea"]
    forget(app, "tricks")
    app.close()
    holding = [p for p in home.rglob("*") if p.is_file() and b"zyxofante" in p.read_bytes().lower()]
    assert holding == []


def test_F7_forgetting_a_question_leaves_what_it_was_asked_of(app: App) -> None:
    for plant in ("basil", "mint"):
        say(app, f"is the moon right for {plant}?", f"I love my {plant}")
    (asked,) = profile(app)["asked"]
    forget(app, "asked", asked)
    assert profile(app)["asked"] == []
    assert profile(app)["favourites"] == ["mint", "basil"]


def test_F7_forgetting_a_value_leaves_what_shares_but_a_word_with_it(app: App) -> None:
    say(app, "tried a trick today: coffee grounds on the compost", "I love my mint")
    say(app, "tried a trick today: banana skins on the compost")
    forget(app, "tricks", "today: banana skins on the compost")
    assert profile(app)["tricks"] == ["today: coffee grounds on the compost"]
    assert profile(app)["favourites"] == ["mint"]


def test_F7_facts_that_tell_of_it_stay_and_are_named(app: App) -> None:
    say(app, "remember that my trick is zyxofante tea")
    (fact,) = app.facts.all()
    assert forget(app, "tricks") == [fact.id]
    assert [f.id for f in app.facts.all()] == [fact.id]


def test_F7_forgetting_a_fact_takes_the_profile_along(app: App) -> None:
    say(app, "remember that my trick is zyxofante tea")
    assert profile(app)["tricks"] == ["zyxofante tea"]
    app.facts.forget([fact.id for fact in app.facts.all()])
    assert profile(app)["tricks"] == []


def test_K5_a_value_is_put_right_by_hand(app: App) -> None:
    profiles, pack = app.profiles, app.profiles.pack("garden")
    say(app, "my roses grow in clay", "and the mint in clay too", "I water in the evening")
    profiles.put(pack, "soil", "", "sand", app.now())
    assert profile(app)["soil"] == "sand"
    profiles.put(pack, "favourites", "mint", "basil", app.now())
    assert sorted(profile(app)["favourites"]) == ["basil", "rose"]
    profiles.put(pack, "times", "watering", "dawn", app.now())
    assert profile(app)["times"] == {"watering": "dawn"}
    profiles.put(pack, "tricks", "", "coffee grounds", app.now())
    assert profile(app)["tricks"] == ["coffee grounds"]


def test_K5_a_correction_is_not_doubled_by_the_window(app: App) -> None:
    profiles, pack = app.profiles, app.profiles.pack("garden")
    say(app, "my roses grow in clay", end=False)
    profiles.put(pack, "soil", "", "sand", app.now())
    assert profile(app)["soil"] == "sand"
    app.session(resume=True).end()
    assert profile(app)["soil"] == "sand"
    assert kept(app) == ["clay", "rose", "sand"]


def test_F4_a_secret_is_not_put_into_a_profile(app: App) -> None:
    with pytest.raises(BadData):
        app.profiles.put(
            *(app.profiles.pack("garden"), "tricks", ""),
            "sk-proj-4f8Gk2mQ9xT1vB7nR3wL6yZ0aD5cE8hJ",
            app.now(),
        )


def test_what_is_not_there_is_said(app: App) -> None:
    pack = app.profiles.pack("garden")
    with pytest.raises(UsageError, match="no profile of 'shop'"):
        app.profiles.pack("shop")
    with pytest.raises(UsageError, match="no field 'size'"):
        app.profiles.meant(pack, "size", None)
    with pytest.raises(UsageError, match="holds no 'ivy'"):
        app.profiles.put(pack, "favourites", "ivy", "mint", app.now())


def test_the_python_face_gives_it_as_plain_data(home: Path, clock: Clock) -> None:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(config_of(["garden"], [GARDEN]))
    with Assistant.open(home=home, clock=clock) as assistant:
        assistant.observe("my roses grow in clay", "ok")
        assert assistant.profile("garden") == {**EMPTY, "favourites": ["rose"], "soil": "clay"}
        assistant.end_conversation()
        assert assistant.profile("garden")["soil"] == "clay"
        with pytest.raises(UsageError):
            assistant.profile("trading")
