"""The pack's commands in a conversation, and the alerts that are told when one begins."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from assistant.app import open_app
from assistant.cli.request import Talk
from assistant.cli.talk import Chat, converse
from assistant.packs.trading.charts.terminal import ROWS
from assistant.tools.calls import Call, Consent, Question
from tests.cli.conversation import Paper
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def chat(home: Path, clock: Clock) -> Iterator[Chat]:
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.toml").write_text('[packs]\non = ["trading"]\n')
    with open_app(home=home, clock=clock, answers=False) as app:
        app.confirm = Person()
        yield Chat(Talk(), app, app.session(), Paper())


class Person:
    """Says yes to everything, and remembers what it was."""

    def __init__(self, answer: Consent = "once") -> None:
        self.answer = answer
        self.asked: list[str] = []

    def __call__(self, question: Question) -> Consent:
        self.asked.append(question.words)
        return self.answer


def screen(chat: Chat) -> Paper:
    assert isinstance(chat.screen, Paper)
    return chat.screen


def person(chat: Chat) -> Person:
    assert isinstance(chat.app.confirm, Person)
    return chat.app.confirm


def test_T6_buying_shows_the_order_and_what_it_does_and_places_it_on_a_yes(chat: Chat) -> None:
    chat.take("/buy AAPL 10")
    (asked,) = person(chat).asked
    for said in ("buy 10 AAPL", "fee", "Cash:", "10 after"):
        assert said in asked
    assert "buy 10 AAPL at the next price of the market (waiting)" in screen(chat).take()


def test_T6_a_no_places_nothing(chat: Chat) -> None:
    person(chat).answer = "no"
    chat.take("/buy AAPL 10")
    assert screen(chat).take() == ""
    assert screen(chat).failures[-1].exit_status == 130


def test_a_limit_and_the_order_in_which_people_say_it(chat: Chat) -> None:
    chat.language = "es"
    chat.take("/buy 10 aapl 5")
    assert "comprar 10 AAPL a 5" in " ".join(screen(chat).take().split())


def test_selling_what_is_not_held_asks_nobody(chat: Chat) -> None:
    chat.take("/sell AAPL 1")
    assert person(chat).asked == []
    assert "held" in screen(chat).failures[-1].message


def test_a_chart_keeps_its_blanks(chat: Chat) -> None:
    chat.take("/chart AAPL 1h")
    lines = screen(chat).take().splitlines()
    assert lines[0].startswith("AAPL · 1h · ")
    assert sum("│" in line for line in lines) >= ROWS
    assert "simulated data" in lines[-1]


def test_watching_puts_symbols_on_the_list_and_shows_it(chat: Chat) -> None:
    chat.take("/watch")
    assert screen(chat).take().startswith("Nothing is watched.")
    chat.take("/watch AAPL btc")
    shown = screen(chat).take()
    assert [line.split()[0] for line in shown.splitlines()[:2]] == ["AAPL", "BTC/USD"]
    assert len(person(chat).asked) == 2


@pytest.mark.parametrize(
    "typed", ["/buy", "/buy AAPL", "/buy AAPL 1 2 3", "/sell", "/chart", "/chart AAPL 9d", "/buy '"]
)
def test_words_that_do_not_fit_say_how(chat: Chat, typed: str) -> None:
    chat.take(typed)
    failure = screen(chat).failures[-1]
    assert failure.exit_status == 2
    assert failure.hint.startswith(typed.split()[0])


def test_a_number_that_is_none_is_told(chat: Chat) -> None:
    chat.take("/buy AAPL 10,5")
    assert "1250.5" in screen(chat).failures[-1].hint


def test_an_unknown_symbol_names_the_nearest(chat: Chat) -> None:
    chat.take("/chart AAPLL")
    assert "AAPL" in screen(chat).failures[-1].message
    assert screen(chat).take() == ""


def test_alerts_that_fired_since_are_told_when_a_conversation_begins_once(
    chat: Chat, clock: Clock
) -> None:
    converse(chat, [])
    assert screen(chat).notices == []
    price = chat.app.toolbox().pipeline.execute(_call("market.get_price", symbol="BTC/USD")).data
    for kind, factor in (("above", 1.001), ("below", 0.999)):
        value = round(price["price"] * factor, 2)
        made = _call("alerts.create_alert", symbol="BTC/USD", kind=kind, value=value)
        assert chat.app.toolbox().pipeline.execute(made).success
    clock.now += timedelta(days=20)
    converse(chat, [])
    told = list(screen(chat).notices)
    assert told
    assert all("BTC/USD" in line and "imulated" in line for line in told)
    converse(chat, [])
    assert screen(chat).notices == told


def _call(tool: str, **arguments: object) -> Call:

    return Call(tool, arguments)
