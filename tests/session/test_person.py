"""Who the person is, for packs that ask: from facts and configuration, absent ones left out (K3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assistant.app import App, open_app
from assistant.packs import About, Pack
from assistant.session.base import TurnInput
from assistant.session.person import asked_by
from tests.clock import Clock
from tests.packs.conftest import as_before, in_no_hurry
from tests.packs.support import config_of, declare, write_pack

__all__ = ["as_before", "in_no_hurry"]  # fixtures

ALL = """(
    About("time_zone"), About("language"),
    About("risk", {"en": "risk profile", "es": "perfil de riesgo"},
          {"en": ("risk profile", "risk tolerance"), "es": ("perfil de riesgo",)}),
    About("plan"), About("name"),
)"""


def opened(home: Path, folder: Path, more: str = "", clock: Clock | None = None) -> App:
    home.mkdir(mode=0o700, exist_ok=True)
    place = write_pack(folder, "advice", declare("advice", person=ALL))
    (home / "config.toml").write_text(config_of(["advice"], [place]) + more)
    return open_app(home=home, clock=clock or Clock(), answers=False)


def person(app: App, text: str = "what now?", **of: Any) -> list[str]:
    prompt = app.session(**of).preview(TurnInput(text))
    return [
        item.removeprefix("- ") for s in prompt.sections if s.name == "user" for item in s.items
    ]


@pytest.fixture
def _in_cordoba(monkeypatch: pytest.MonkeyPatch) -> Any:
    import time

    monkeypatch.setenv("TZ", "America/Argentina/Cordoba")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("_in_cordoba")
def test_K3_it_says_in_a_fixed_order_what_is_known(home: Path, tmp_path: Path) -> None:
    with opened(home, tmp_path) as app:
        assert person(app) == ["plan: premium", "language: en", "time zone: UTC-03:00"]
        session = app.session()
        for text in ("my name is Ana", "my risk tolerance is low"):
            session.observe(text, "noted")
        assert person(app, "¿y ahora?") == [
            "name: Ana",
            "plan: premium",
            "risk profile: my risk tolerance is low",
            "language: es",
            "time zone: UTC-03:00",
        ]


@pytest.mark.parametrize("said", ["me llamo Bruno", "mi nombre es Bruno", "call me Bruno"])
def test_the_name_is_found_however_it_was_told(home: Path, tmp_path: Path, said: str) -> None:
    with opened(home, tmp_path) as app:
        app.session().observe(said, "hola")
        app.session().observe("my dog is called Rex", "ok")
        assert person(app)[0] == "name: Bruno"


def test_plan_and_language_are_the_configuration_s(home: Path, tmp_path: Path) -> None:
    more = '[roles.client]\nplan = "free"\n[ui]\nlanguage = "es"\n'
    with opened(home, tmp_path, more) as app:
        assert person(app, role="client")[:2] == ["plan: free", "language: es"]


def test_the_newest_is_told(home: Path, tmp_path: Path) -> None:
    with opened(home, tmp_path) as app:
        app.facts.add("my risk profile is high for pensions")
        app.facts.add("el perfil de riesgo de mis ahorros es bajo")
        assert "risk profile: el perfil de riesgo de mis ahorros es bajo" in person(app)


def test_F6_F9_what_may_not_be_injected_is_not_told(home: Path, tmp_path: Path) -> None:
    clock = Clock()
    with opened(home, tmp_path, clock=clock) as app:
        fact = app.facts.add("my risk profile is low")
        assert "risk profile: my risk profile is low" in person(app)
        clock.pass_(days=181)
        assert not [line for line in person(app) if line.startswith("risk")]
        app.facts.confirm(fact.id)
        assert [line for line in person(app) if line.startswith("risk")]
        app.facts.forget([fact.id])
        assert not [line for line in person(app) if line.startswith("risk")]


def test_another_role_s_facts_and_a_memory_that_is_off_tell_nothing(
    home: Path, tmp_path: Path
) -> None:
    with opened(home, tmp_path, "[roles.client]\n") as app:
        app.facts.add("my risk profile is low")
        assert not [line for line in person(app, role="client") if line.startswith("risk")]
        (home / "config.toml").write_text(
            (home / "config.toml").read_text() + "[memory]\nenabled = false\n"
        )
    with open_app(home=home, clock=Clock(), answers=False) as app:
        assert not [line for line in person(app) if line.startswith("risk")]


def test_K3_where_no_pack_asks_there_is_no_such_section(home: Path) -> None:
    with open_app(home=home, clock=Clock(), answers=False) as app:
        app.facts.add("my name is Ana", "personal")
        prompt = app.session().preview(TurnInput("what now?"))
    assert "user" not in [s.name for s in prompt.sections]
    assert prompt.sources == ()


def test_what_two_packs_ask_is_told_once() -> None:
    both = {"en": "one", "es": "uno"}
    first, second = (
        Pack(name=name, summary=both, guide=Path(), person=(About("plan"), About("language")))
        for name in ("a", "b")
    )
    assert [about.name for about in asked_by((first, second))] == ["plan", "language"]


def test_what_cannot_be_found_in_facts_is_refused() -> None:
    with pytest.raises(ValueError, match="the label of 'risk'"):
        About("risk")
    with pytest.raises(ValueError, match="the words of 'risk'"):
        About("risk", {"en": "risk", "es": "riesgo"})
