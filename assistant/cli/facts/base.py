"""What the commands on facts share: the open book, the language, the ways to ask and to tell."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from assistant.cli import clipboard, offers, plain, streams
from assistant.cli.times import ago, ahead
from assistant.errors import UsageError
from assistant.messages import say
from assistant.records import DOMAINS, Language

if TYPE_CHECKING:
    from datetime import datetime

    from assistant.app import App
    from assistant.memory.base import MemoryChange
    from assistant.session.facts import FactBook, FactView

DAYS = 30
"""How far ahead the board and the review look."""
SHORTEST_ID = 4
State = Literal["active", "dormant", "stale", "superseded"]
_OF_OTHERS = ("replaced", "asked")
STATES: tuple[State, ...] = get_args(State)

FactId = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="The fact's; its first letters are enough.", autocompletion=offers.facts
    ),
]
About = Annotated[
    str | None,
    typer.Option(
        "--domain",
        metavar="NAME",
        help=f"What it is about: {', '.join(DOMAINS)} or a pack's; guessed when left out.",
        autocompletion=offers.domains,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataclass(frozen=True, slots=True)
class Desk:
    """The facts of a home, the instant, and the language to speak of them."""

    app: App
    now: datetime
    language: Language

    @property
    def book(self) -> FactBook:
        return self.app.facts

    def about(self, text: str) -> Desk:
        """The same, to speak of a text that was given: in its own language, as of a message."""
        from assistant.cli.noticing import language_of

        return replace(self, language=language_of(text, self.app.config.ui, self.language))

    def say(self, key: str, **values: object) -> str:
        return say(f"facts.{key}", self.language, **values)

    def counted(self, number: int) -> str:
        """``1 fact``, ``3 facts``."""
        return self.say("counted", count=number)

    def tell(self, key: str, fact: FactView, *, as_json: bool) -> None:
        """What became of a fact: JSON on stdout, or a line on stderr."""
        if as_json:
            plain.out(plain.json_text(as_object(fact)))
        else:
            named = f"{plain.line(fact.id)}, {plain.line(fact.domain)}"
            plain.err(f"{self.say(key)}: {plain.line(fact.fact)}  ({named})")

    def tell_others(self, changes: Iterable[MemoryChange]) -> None:
        """What it did to others: replaced one, or may have, which is asked (F7)."""
        from assistant.session.notices import of_changes

        for line in of_changes([c for c in changes if c.kind in _OF_OTHERS], self.language):
            plain.err(plain.line(line))

    def forget(self, facts: Iterable[FactView], parts: Mapping[str, str] | None = None) -> None:
        """For good, of some a part alone (``Curator.forget``), and from the entries that the arrow
        keys bring back, too; told where another program keeps the bytes for a while."""
        changes = self.book.forget([fact.id for fact in facts], parts)
        for change in changes:
            if change.kind == "noted":
                plain.err(self.say("left", text=plain.line(change.text)))
        if self.book.is_owed:
            plain.err(say("memory.forgotten_later", self.language))


@contextmanager
def opened() -> Iterator[Desk]:
    """The home of this process, closed afterwards."""
    from assistant.cli.language import interface_language
    from assistant.cli.opening import open_app

    with open_app() as app:
        yield Desk(app, app.now(), interface_language(app.config.ui))


def as_object(fact: FactView) -> dict[str, object]:
    """The contract of ``facts list --json``."""
    following = fact.next_change_at
    return {
        "id": fact.id,
        "domain": fact.domain,
        "fact": fact.fact,
        "confidence": fact.confidence,
        "source": fact.source,
        "state": fact.state,
        "created_at": fact.created_at.isoformat(),
        "last_confirmed_at": fact.last_confirmed_at.isoformat(),
        "next_change_at": following.isoformat() if following else None,
    }


def id_length(ids: Iterable[str]) -> int:
    """How many letters tell every id from the others."""
    known = set(ids)
    longest = max(map(len, known), default=SHORTEST_ID)
    lengths = range(SHORTEST_ID, longest)
    return next((n for n in lengths if len({i[:n] for i in known}) == len(known)), longest)


def coming(fact: FactView, now: datetime, language: Language) -> str:
    """What comes next and when: ``stale in 12 d`` (F6, M3)."""
    if fact.next_change_at is None:
        return say("facts.no_change", language)
    falls_asleep = fact.state == "active" and fact.confidence == "medium"
    following = say("facts.dormant" if falls_asleep else "facts.stale", language)
    return say("facts.coming", language, state=following, span=ahead(fact.next_change_at, now))


def since(then: datetime, now: datetime, language: Language) -> str:
    """``12 d ago``."""
    span = ago(then, now)
    return say("facts.now", language) if span == "now" else say("facts.ago", language, span=span)


def piped_lines() -> dict[int, str]:
    """The lines of the piped text that hold something, by their number. Raises UsageError where
    there is none, BadData for what is not text."""
    text = streams.read_stdin(None) or ""
    lines = {n: line for n, line in enumerate(text.split("\n"), 1) if line.strip()}
    if not lines:
        raise UsageError(
            "There is nothing to remember: what was piped is empty",
            "Pipe the fact's text in, or give it as words of the line.",
        )
    return lines


def edited(text: str) -> str:
    """The text as the person left it in their editor. Raises UsageError without a terminal, or
    without an editor."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("There is no new text", 'Give it: `assistant facts edit ID "…"`.')
    try:
        return (clipboard.edited(text) or text).strip()
    except OSError as error:
        raise UsageError(f"The editor could not be started: {error}", "Set $EDITOR.") from error
