"""The board: facts by state, side by side where there is room, each with what comes next (M3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from assistant.cli import layout
from assistant.cli.facts.base import DAYS, coming, id_length, since
from assistant.cli.report.screen import BOLD, DIM, Screen
from assistant.messages import say, say_counted
from assistant.records import Language

if TYPE_CHECKING:
    from datetime import datetime

    from assistant.session.facts import FactView

SHOWN = ("active", "dormant", "stale")
GAP = 3
ROOM = 24
"""Cells that a column needs; with less for each, the states stand under one another."""
ENTRIES, LINES = 8, 3
WARNED = "33"
Order = Literal["soonest", "newest", "given"]
"""What stands first: what changes soonest, what was stated last, or what came first."""


@dataclass(frozen=True, slots=True)
class Board:
    """How facts are drawn: where, when, in which words, with how much of their ids; ``more`` is
    the key of what is said of those for which there is no room, beyond ``entries`` of a state."""

    screen: Screen
    now: datetime
    language: Language
    id_length: int
    more: str
    entries: int = ENTRIES

    def column(self, state: str, facts: Sequence[FactView], width: int) -> list[tuple[str, str]]:
        """A state's (letters, style): its name and number, then its facts."""
        name = self.screen.letters(say(f"fact_states.{state}", self.language))
        rule = "─" if self.screen.unicode else "-"
        lines = [(f"{name} {len(facts)}", BOLD), (rule * width, DIM)]
        for fact in facts[: self.entries]:
            lines += self._entry(fact, width)
        rest = len(facts) - self.entries
        if rest > 0:
            more = say(self.more, self.language, count=rest, state=state)
            lines += [(line, DIM) for line in self.screen.wrap(more, width)]
        return lines

    def _entry(self, fact: FactView, width: int) -> list[tuple[str, str]]:
        text = self.screen.wrap(fact.fact, width)
        if len(text) > LINES:
            text = [*text[: LINES - 1], self.screen.short(" ".join(text[LINES - 1 :]), width)]
        below = f"{fact.id[: self.id_length]} · {self._fate(fact)}"
        soon = fact.next_change_at and (fact.next_change_at - self.now).days < DAYS
        style = WARNED if soon else DIM
        small = [("  " + line, style) for line in self.screen.wrap(below, width - 2)]
        return [*((line, "") for line in text), *small]

    def _fate(self, fact: FactView) -> str:
        """What comes next and when; what is over and done, how long ago it was said."""
        if fact.next_change_at is not None:
            return coming(fact, self.now, self.language)
        when = since(fact.last_confirmed_at, self.now, self.language)
        return say("facts.stated", self.language, when=when)


def board(
    facts: Iterable[FactView],
    now: datetime,
    language: Language = "en",
    *,
    screen: Screen | None = None,
    soon: int = 0,
    order: Order = "soonest",
    entries: int = ENTRIES,
    more: str = "facts.more",
    among: Iterable[FactView] = (),
) -> list[str]:
    """The lines of the board, without the states that no fact is in; none without facts.

    Superseded ones, and those ``among`` which they are, only lend the length of ids.
    ``soon`` facts change their state within ``DAYS``: the last line says so, and what to do.
    """
    known = list(facts)
    standing = _sorted(known, order)
    groups = {state: [f for f in standing if f.state == state] for state in SHOWN}
    groups = {state: members for state, members in groups.items() if members}
    if not groups:
        return []
    drawn = screen or Screen.of_stdout()
    length = id_length([fact.id for fact in (*known, *among)])
    table = Board(drawn, now, language, length, more, entries)
    lines = _laid_out(table, groups)
    if soon:
        words = say_counted("facts.soon", language, soon, days=DAYS)
        lines += ["", *drawn.wrap(words)]
    return lines


def _laid_out(table: Board, groups: dict[str, list[FactView]]) -> list[str]:
    """Side by side where every state gets room, else one under another."""
    screen = table.screen
    width = (screen.width - GAP * (len(groups) - 1)) // len(groups)
    if width < ROOM:
        lines = []
        for state, members in groups.items():
            lines += ["", *_painted(table.column(state, members, screen.width), screen)]
        return lines[1:]
    columns = [table.column(state, members, width) for state, members in groups.items()]
    return [
        (" " * GAP)
        .join(screen.paint(text, style) + " " * (width - layout.cells(text)) for text, style in row)
        .rstrip()
        for row in zip_longest(*columns, fillvalue=("", ""))
    ]


def _painted(column: Iterable[tuple[str, str]], screen: Screen) -> list[str]:
    return [screen.paint(text, style) for text, style in column]


def _sorted(facts: Sequence[FactView], order: Order) -> Sequence[FactView]:
    if order == "given":
        return facts
    if order == "soonest":
        return sorted(facts, key=_soonest)
    return sorted(facts, key=lambda fact: (fact.last_confirmed_at, fact.id), reverse=True)


def _soonest(fact: FactView) -> tuple[bool, str, str]:
    """The next to change first; where nothing changes any more, the oldest."""
    at = fact.next_change_at or fact.last_confirmed_at
    return (fact.next_change_at is None, at.isoformat(), fact.id)
