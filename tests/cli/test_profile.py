"""``assistant profile`` and ``/profile`` (K5)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.app import open_app
from assistant.cli import pack_commands
from assistant.cli.completion import offers
from assistant.cli.main import run
from tests.cli.conversation import conversing, paper
from tests.clock import Clock
from tests.packs.conftest import as_before
from tests.packs.support import GARDEN, config_of, use
from tests.servers.scripted import Reply, ScriptedServer

__all__ = ["as_before"]  # a fixture: what these tests load is gone after them too

SAID = ("my roses grow in clay", "I love my basil", "how much water does mint need?")


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    yield
    pack_commands._packs.cache_clear()


@pytest.fixture
def assistant(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> Any:
    """The program in a home whose person has told of their garden."""
    use(home)
    monkeypatch.setenv("ASSISTANT_NOW", "2026-01-09T09:00:00+00:00")
    with open_app(home=home, clock=Clock(), answers=False) as app:
        session = app.session()
        for text in SAID:
            session.observe(text, "ok")
        session.end()

    def call(*words: str) -> tuple[int, str, str]:
        status = run(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def test_K5_each_entry_is_shown_with_what_it_rests_on(assistant: Any) -> None:
    status, out, _ = assistant("profile", "show", "garden")
    assert status == 0
    assert "favourites  favourite plants" in out
    assert "  basil  said 1 time, 3 d ago, active, 2026-01-05" in out
    assert "how much water does {plant} need" in out


def test_K5_it_is_printed_as_json(assistant: Any) -> None:
    _, out, _ = assistant("profile", "show", "garden", "--json")
    told = json.loads(out)
    assert told["pack"] == "garden"
    (soil,) = told["fields"]["soil"]
    assert (soil["value"], soil["count"], soil["days"]) == ("clay", 1, ["2026-01-05"])
    assert (soil["state"], soil["by_hand"]) == ("active", False)
    assert soil["last"].startswith("2026-01-05T")
    assert soil["next_change_at"].startswith("2026-04-05T")
    assert told["fields"]["tricks"] == []


def test_K5_a_value_is_put_right(assistant: Any) -> None:
    status, _, err = assistant("profile", "edit", "garden", "soil", "sand")
    assert (status, err.strip()) == (0, "soil: sand")
    assert "sand  put in by you" in assistant("profile", "show", "garden")[1]
    assistant("profile", "edit", "garden", "favourites", "basil", "thyme")
    out = assistant("profile", "show", "garden")[1]
    assert "thyme" in out
    assert "basil" not in out
    assert assistant("profile", "edit", "garden", "favourites", "a", "b", "c")[0] == 2


def test_K5_what_is_forgotten_is_told_and_asked_about(assistant: Any) -> None:
    status, _, err = assistant("profile", "forget", "garden", "favourites", "mint")
    assert status == 2, "nobody is there to be asked"
    assert "favourites: mint" in err
    status, _, err = assistant("profile", "forget", "garden", "favourites", "mint", "-y")
    assert status == 0
    assert "forgotten: 1" in err
    assert "  mint  " not in assistant("profile", "show", "garden")[1]
    assert "nothing in the profile fits" in assistant("profile", "forget", "garden", "tricks")[2]
    assert assistant("profile", "forget", "garden", "-y")[0] == 0
    assert "nothing was learned yet" in assistant("profile", "show", "garden")[1]


def test_K5_facts_that_tell_of_it_stay_and_are_named(assistant: Any) -> None:
    _, _, err = assistant("profile", "forget", "garden", "favourites", "basil", "-y")
    assert "1 fact that tells of it stays: `assistant facts forget " in err


def test_one_that_is_off_is_said_to_be(assistant: Any) -> None:
    status, _, err = assistant("profile", "show", "trading")
    assert status == 2
    assert "There is no profile of 'trading' (there are: garden)" in err
    assert "assistant packs enable trading" in err


def test_K5_it_is_exported_and_taken_in_by_another_home(
    assistant: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    file = tmp_path / "all.json"
    assert assistant("export", "--only", "profile", "-o", str(file))[0] == 0
    assert set(json.loads(file.read_text())) >= {"profile"}
    other = tmp_path / "other"
    use(other)
    monkeypatch.setenv("ASSISTANT_HOME", str(other))
    assert assistant("import", str(file))[0] == 0
    assert "basil  said 1 time" in assistant("profile", "show", "garden")[1]


def test_K5_the_conversation_shows_it(home: Path) -> None:
    with (
        ScriptedServer(Reply("ok")) as server,
        conversing(home, server, config_of(["garden"], [GARDEN])) as chat,
    ):
        screen = paper(chat)
        chat.take("/profile")
        assert "nothing was learned yet" in screen.take()
        chat.session.observe("my roses grow in clay", "ok")
        chat.take("/profile garden")
        assert "rose" in screen.take()
        chat.language = "es"
        chat.take("/profile")
        assert "plantas favoritas" in screen.take()
        chat.take("/profile shop")
        assert "no profile of 'shop'" in screen.failures[-1].message


def test_without_a_pack_that_learns_the_conversation_says_so(home: Path) -> None:
    with ScriptedServer(Reply("ok")) as server, conversing(home, server) as chat:
        chat.take("/profile")
        assert "no pack that is on learns of you" in paper(chat).take()
        assert list(offers(chat, "how much")) == []


def test_K5_a_question_asked_three_times_is_completed(home: Path) -> None:
    with (
        ScriptedServer(Reply("ok")) as server,
        conversing(home, server, config_of(["garden"], [GARDEN])) as chat,
    ):
        for plant in ("basil", "mint"):
            chat.session.observe(f"how much water does {plant} need?", "ok")
        chat.session.new()
        assert list(offers(chat, "how mu")) == [], "twice is not often"
        chat.session.observe("how much water does ivy need?", "ok")
        chat.session.new()
        (offer,) = offers(chat, "How mu")
        assert (offer.text, offer.replaces) == ("how much water does ivy need", 6)
        assert offer.meaning == "asked often"
        chat.session.observe("look at that mint", "ok")
        assert [o.text for o in offers(chat, "how mu")] == ["how much water does mint need"]
        assert list(offers(chat, "how many")) == []
        assert list(offers(chat, "h")) == []
