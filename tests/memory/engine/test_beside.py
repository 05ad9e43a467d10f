"""What stands beside a known fact, takes its place, or is asked about (F7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant import Assistant
from assistant.app import open_app
from assistant.memory.base import MemoryChange


@pytest.fixture
def assistant(tmp_path: Path) -> Iterator[Assistant]:
    with Assistant.open(home=tmp_path) as opened:
        yield opened


def live(assistant: Assistant) -> list[str]:
    return [fact.fact for fact in assistant.facts() if fact.state == "active"]


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ("we deploy the api on Mondays", "we deploy the web app on Tuesdays"),
        ("deployamos la api los lunes", "deployamos la web los martes"),
        ("the gallery opens at 10", "the bookshop opens at 9"),
    ],
)
def test_F7_another_thing_with_another_value_retires_nothing(
    assistant: Assistant, known: str, told: str
) -> None:
    assistant.observe(known, "ok")
    [change] = assistant.observe(told, "ok").memory_changes
    assert change.kind in ("asked", "noted")
    assert live(assistant) == [known, told]


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ("my gym is on Baker Street", "I switched gyms, mine is on Hill Road"),
        ("the project deadline is March 12", "the project deadline slipped to April 2"),
        ("mi celular es un Fairphone 4", "cambié el celular por un Pixel 9"),
        ("my rent is 900 euros", "my rent went up to 980 euros"),
    ],
)
def test_F7_what_is_added_by_hand_replaces_or_asks(tmp_path: Path, known: str, told: str) -> None:
    changes: list[MemoryChange] = []
    with open_app(home=tmp_path) as app:
        app.facts.add(known)
        app.facts.add(told, told=changes.append)
    assert [change.kind for change in changes] in (["replaced"], ["asked"])
    assert changes[0].replaced == known


def test_F7_what_is_to_be_remembered_asks_for_nothing_to_go(assistant: Assistant) -> None:
    for fact in ("the room 3.8.14 is in Bestel", "the room 3.8.148 runs Jeibauver 10"):
        assistant.observe(fact, "ok")
    assistant.observe("the ticket 1002-KXXL is kept by Bissak", "ok")
    answer = assistant.observe("remember that the room 3.8.1849 is kept by Nargres", "ok")
    assert [change.kind for change in answer.memory_changes] == ["noted"]


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ("I sold the bike", "I sold the car"),
        ("vendí la mitad de YPFD", "vendí el resto de GGAL"),
        ("I left Siemens", "I left Bosch"),
    ],
)
def test_F7_two_things_that_are_over_stand_side_by_side(
    assistant: Assistant, known: str, told: str
) -> None:
    assistant.remember(known)
    assistant.observe(told, "ok")
    assert known in live(assistant)


def test_F7_what_is_to_be_kept_away_is_not_to_be_forgotten(assistant: Assistant) -> None:
    assistant.remember("GME is what my cousin trades")
    answer = assistant.observe("I hate meme stocks, GME above all, keep it away from me", "ok")
    assert [change.kind for change in answer.memory_changes] == ["noted"]


@pytest.mark.parametrize(
    ("known", "told"),
    [
        (
            "I hate meme stocks, GME above all, keep it away from me",
            "no more GME headlines either, please",
        ),
        ("no dairy for me, cheese above all", "no more cheese recipes either, thanks"),
        (
            "no como cerdo, panceta menos que nada",
            "tampoco como panceta de pavo",
        ),
    ],
)
def test_F7_what_is_denied_as_well_leaves_what_was_denied(
    assistant: Assistant, known: str, told: str
) -> None:
    """An addition ("either", "tampoco") changes nothing that it goes on from."""
    assistant.remember(known)
    assistant.observe(told, "ok")
    assert known in live(assistant)
