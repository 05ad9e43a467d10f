"""What a command works with: the moment, the words, the screen; and how tools are called for it."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant import retold
from assistant.cli import plain
from assistant.cli.progress import Bar
from assistant.cli.report.screen import Screen
from assistant.errors import BadData, Declined, TryAgainLater
from assistant.packs.trading.commands.words import Words
from assistant.packs.trading.market.base import MarketFailure
from assistant.packs.trading.paper.base import Refused
from assistant.packs.trading.settings import settings

if TYPE_CHECKING:
    from assistant.packs import Moment

Symbol = Annotated[str, typer.Argument(metavar="SYMBOL", help="As AAPL, GGAL or BTC/USD.")]
PACK = Path(__file__).parents[1]
PATIENT = 0.8
"""Seconds after which a person is told what is waited for."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A command's view of the home."""

    moment: Moment
    words: Words
    screen: Screen

    @classmethod
    def of(cls, moment: Moment) -> Desk:
        """Raises ConfigurationError for settings that cannot be."""
        words = Words(moment.language, settings(moment.settings).currency)
        return cls(moment, words, Screen.of_stdout())

    def look(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What a tool that only reads gives; what takes long says so on a terminal. An argument
        that is None is left out. Raises AssistantError."""
        with waiting(self.words("say.waiting")):
            return self.act(tool, **arguments)

    def act(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What a tool gives that may ask the person. Raises Declined where they say no."""
        given = {name: value for name, value in arguments.items() if value is not None}
        try:
            data: dict[str, Any] = self.moment.call(tool, given)
        except Declined:
            raise Declined(self.words.named("declined", tool.partition(".")[2])) from None
        return data

    def show(self, lines: Iterable[str]) -> None:
        for line in lines:
            plain.out(line)

    def tell(self, key: str, **values: object) -> None:
        """A word beside the answer."""
        plain.err(plain.dim(self.words(key, **values), err=True))


@contextmanager
def opened(context: typer.Context) -> Iterator[Desk]:
    """The home, opened for a command of the pack. What the market or the account refuses becomes
    an AssistantError."""
    retold.add(PACK)
    with context.obj.open() as moment:
        desk = Desk.of(moment)
        with expected(desk.words):
            yield desk


@contextmanager
def expected(words: Words) -> Iterator[None]:
    """Failures of the market and of the account as the command line tells them."""
    try:
        yield
    except MarketFailure as failure:
        known = failure.problem in ("unknown_symbol", "no_data", "bad_data")
        raise (BadData if known else TryAgainLater)(_capital(failure.why)) from failure
    except Refused as refusal:
        raise BadData(_capital(refusal.told(words.language))) from refusal


@contextmanager
def waiting(title: str) -> Iterator[None]:
    """Say on a terminal's stderr what is waited for, and since when, once it takes long."""
    if not plain.capable(sys.stderr):
        yield
        return
    done = threading.Event()
    began = time.monotonic()

    def tick() -> None:
        if done.wait(PATIENT):
            return
        with Bar(title, unit="s") as bar:
            while not done.wait(PATIENT):
                bar(round(time.monotonic() - began), 0)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def as_json(data: object) -> None:
    plain.out(plain.json_text(data))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
