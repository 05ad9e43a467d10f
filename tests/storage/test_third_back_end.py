"""The program over a store that it has never heard of: a JSON file, reached through its URL."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from assistant.api import Assistant
from assistant.app import App
from assistant.cli.main import run
from assistant.errors import ConfigurationError, Damaged
from assistant.storage import open as door
from assistant.storage.base.locations import Location
from tests.contract.json_store import JsonLocation
from tests.contract.samples import NOW, document, fact, vector

FACT = "the staging server runs Postgres 16"


class JsonApp(App):
    """The same program; its stores are said to lie elsewhere."""

    @cached_property
    def location(self) -> Location:
        return door.location_of(f"json://{self.paths.data}/memory.json")


@pytest.fixture
def file(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The one file of a home whose stores are no database."""
    monkeypatch.setitem(door.BACK_ENDS, "json", JsonLocation)
    monkeypatch.setattr("assistant.app.App", JsonApp)
    yield home / "memory.json"
    assert not list(home.glob("*.db*")), "nothing else was made"


def examined(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    run(["doctor", "--json"])
    return {check["check"]: check for check in json.loads(capsys.readouterr().out)["checks"]}


def test_a_dialogue_is_remembered_told_and_forgotten(
    file: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Assistant.open(home=home, model=None) as assistant:
        assistant.observe(f"Remember that {FACT}.", "ok")
        assistant.observe("How do I undo the last commit?", "git reset --soft HEAD~1")
        assistant.flush()
    assert "Postgres" in file.read_text()
    with Assistant.open(home=home, model=None) as assistant:
        (known,) = assistant.facts()
        assert known.fact == FACT
        asked = assistant.preview("Which database does our staging server run?")
        assert [c.id for c in asked.considered if c.decision == "in"] == [known.id]
    assert run(["facts", "forget", known.id, "--yes"]) == 0
    assert "Postgres" not in file.read_text()
    assert run(["facts", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_the_doctor_asks_the_store(
    file: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = examined(capsys)
    assert "none yet" in found["database"]["message"]
    assert run(["facts", "add", FACT]) == 0
    found = examined(capsys)
    assert "1 fact" in found["database"]["message"]
    assert found["backups"]["state"] == found["permissions"]["state"] == "ok"
    assert run(["doctor", "--drill"]) == 0
    capsys.readouterr()
    file.write_text("[")
    found = examined(capsys)
    assert found["database"]["state"] == "fail"
    assert str(file.name) in found["database"]["hint"]
    assert run(["doctor", "--restore", "--yes"]) == 65


def test_it_outlives_its_process_and_is_shared(file: Path) -> None:
    one, other = (door.open_stores(f"json://{file}", clock=lambda: NOW) for _ in range(2))
    known = fact()
    one.facts.add(known)
    one.facts.put_vectors("e", {known.id: vector(1)})
    plant = one.collections.put(document("a", height=1.0, planted=NOW, name="2026-01-01"))
    assert other.facts.all() == [known]
    assert other.facts.vectors("e").matrix.tolist() == [[1.0] * 4]
    assert other.collections.get(plant.namespace, "a") == plant


def test_a_url_names_a_back_end_that_there_is() -> None:
    with pytest.raises(ConfigurationError, match="Nothing can be stored in json:///x"):
        door.location_of("json:///x")
    assert door.location_of("sqlite:///x/y.db").name == "/x/y.db"
    assert door.location_of("memory:").name == "memory:"
    assert door.location_of("a:b/c.db").name == str(Path("a:b/c.db").absolute())


def test_a_damaged_file_is_told_as_such(file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text('{"facts": {"what": 1}}')
    with pytest.raises(Damaged, match=r"memory\.json is damaged"):
        door.open_stores(f"json://{file}", clock=lambda: NOW)
