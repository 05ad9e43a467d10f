"""A prompt that would pass its limits raises an alert (M2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import App
from assistant.cli.stats import as_object
from assistant.errors import BudgetExceeded
from assistant.session.base import Attachment, TurnInput
from tests.clock import Clock
from tests.servers.scripted import Reply, ScriptedServer
from tests.session.support import answering


@pytest.fixture
def app(home: Path, clock: Clock, server: ScriptedServer) -> Iterator[App]:
    with answering(home, clock, server) as opened:
        yield opened


def alerts(app: App) -> list[str]:
    """What `stats --json` tells."""
    told = as_object(app.stores.journal.metrics())["alerts"]
    assert isinstance(told, list)
    return [alert["alert"] for alert in told]


def test_M2_an_ordinary_prompt_raises_none(app: App) -> None:
    session = app.session()
    for number in range(9):
        session.respond(TurnInput(f"what about case number {number}?"), fresh=True)
    assert alerts(app) == []


def test_M2_what_gave_way_for_the_budget_is_an_alert(home: Path, server: ScriptedServer) -> None:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text("[prompt]\nbudget = 1400\n")
    text = "\n".join(f"line {n}: the pump number {n} works" for n in range(400))
    with answering(home, Clock(), server) as app:
        app.session().respond(TurnInput("which pump?", (Attachment("log.txt", text),)))
        (alert,) = alerts(app)
    assert alert.startswith("the prompt would have taken ")
    assert "of 1,400" in alert
    assert "fragments" in alert


def test_M2_a_message_that_does_not_fit_whole_is_an_alert(app: App) -> None:
    app.session().respond(TurnInput("why? " + "the pump of the well is broken again, " * 900))
    (alert,) = alerts(app)
    assert "the prompt would have taken" in alert


def test_M2_a_request_that_was_refused_is_an_alert(home: Path, server: ScriptedServer) -> None:
    home.mkdir(mode=0o700)
    role = "You know much. " * 1500
    (home / "config.toml").write_text(f'[roles.sage]\nprompt = "{role}"\n')
    with answering(home, Clock(), server) as app:
        with pytest.raises(BudgetExceeded):
            app.session(role="sage").respond(TurnInput("hello"))
        (alert,) = alerts(app)
        (measure,) = app.stores.journal.metrics()
    assert "budget of 4,000" in alert
    assert (measure.prompt_tokens, measure.role) == (0, "sage")
    assert server.chats == []


def test_M2_a_server_that_counts_more_than_the_budget_is_an_alert(
    app: App, server: ScriptedServer
) -> None:
    server.replies = [Reply("ok", prompt_tokens=4120)]
    app.session().respond(TurnInput("hello there"))
    assert alerts(app) == ["the server counted 4,120 tokens of 4,000"]
