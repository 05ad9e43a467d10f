"""Domains of facts that are not the core's: who knows one may give it, nothing else minds (K1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.app import App, open_app
from assistant.errors import BadData, UsageError
from assistant.memory.exchange import to_line
from assistant.records import DOMAINS
from assistant.session.base import TurnInput
from assistant.session.facts import FactBook
from tests.clock import Clock

TOLD = "the roses in the north bed get no sun"


@pytest.fixture
def app(home: Path) -> Iterator[App]:
    with open_app(home=home, clock=Clock(), answers=False) as opened:
        yield opened


def gardeners(app: App) -> FactBook:
    """The facts in the hands of somebody who knows one domain more."""
    return FactBook(app.stores, lambda: app.memory, app.now(), lambda: (*DOMAINS, "garden"))


def test_K1_a_fact_has_a_domain_that_was_added(app: App) -> None:
    kept = gardeners(app).add(TOLD, "garden")
    assert kept.domain == "garden"
    assert app.facts.all() == [kept], "whoever does not know the domain sees the fact all the same"
    assert gardeners(app).edit(kept.id, "the roses get sun at noon").domain == "garden"


def test_K1_one_that_nobody_added_is_refused(app: App) -> None:
    kept = app.facts.add(TOLD)
    with pytest.raises(UsageError, match="no domain 'garden'") as caught:
        app.facts.add("the basil gets much sun", "garden")
    assert all(name in caught.value.hint for name in DOMAINS)
    with pytest.raises(UsageError, match="no domain 'garden'"):
        app.facts.edit(kept.id, "the roses get sun at noon", "garden")
    assert app.facts.all() == [kept]


def test_K1_what_is_exported_comes_in_where_the_domain_is_known(app: App, tmp_path: Path) -> None:
    gardeners(app).add(TOLD, "garden")
    lines = [to_line(fact) for fact in app.stores.facts.all()]
    with open_app(home=tmp_path / "other", clock=Clock(), answers=False) as other:
        with pytest.raises(BadData, match="Line 1: `domain`"):
            other.facts.load(lines)
        assert other.facts.all() == []
        assert gardeners(other).load(lines) == 1
        assert [fact.domain for fact in other.facts.all()] == ["garden"]


def test_K1_F8_such_a_fact_serves_the_question_that_needs_it(app: App) -> None:
    kept = gardeners(app).add(TOLD, "garden")
    app.facts.add("the deploy is on Thursdays")
    prompt = app.session().preview(TurnInput("why do my roses grow so badly?"))
    first = max(prompt.considered, key=lambda fact: fact.score)
    assert (first.id, first.decision) == (kept.id, "in")
