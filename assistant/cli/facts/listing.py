"""``facts list`` and ``facts show``: every fact in a line, and one with its history."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import layout, offers, plain
from assistant.cli.facts.base import (
    STATES,
    Desk,
    FactId,
    Json,
    State,
    as_object,
    coming,
    id_length,
    opened,
    since,
)
from assistant.cli.report.screen import Screen
from assistant.cli.times import ago
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.session.facts import FactHistory, FactView

LEAST_TEXT = 32
"""Cells for the text of a fact, below which it gets lines of its own."""
USES = 5


def list_(
    state: Annotated[State | None, typer.Option(help="Those in that state alone.")] = None,
    domain: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Those of that domain alone.", autocompletion=offers.domains
        ),
    ] = None,
    search: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Those about these words, nearest first.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Every fact with its state, its age and what comes next.

    \b
    assistant facts list --domain work --json
    """
    with opened() as desk:
        _check(domain, desk)
        every = desk.book.all()
        found = desk.book.search(search) if search else every
    shown = [f for f in found if state in (None, f.state) and domain in (None, f.domain)]
    if not state and not search and not as_json:
        shown = [f for f in shown if f.state != "superseded"]
    if as_json:
        plain.out(plain.json_text([as_object(f) for f in shown]))
        return
    if not shown:
        plain.err(desk.say(_none_of(found, search)))
    ids = [fact.id for fact in every]
    for text in by_state(shown, desk, id_length(ids)):
        plain.out(text)


def _check(domain: str | None, desk: Desk) -> None:
    """A domain has to be known, or that of a fact: its pack may be off. Raises UsageError."""
    if domain is None or domain in desk.book.domains:
        return
    from assistant.session.domains import unknown_domain

    held = dict.fromkeys((*desk.book.domains, *(fact.domain for fact in desk.book.all())))
    if domain not in held:
        raise unknown_domain(domain, held, desk.language)


def show(identity: FactId, as_json: Json = False) -> None:
    """A fact's history: what it replaced and what replaced it.

    \b
    assistant facts show 3f2a
    """
    with opened() as desk:
        history = desk.book.history(identity)
    if as_json:
        plain.out(plain.json_text(_history_object(history)))
        return
    for text in _history_lines(history, desk):
        plain.out(text)


def _none_of(found: Sequence[FactView], search: str | None) -> str:
    """Why nothing is shown: the filters left none, the words meant none, or nothing is there."""
    if found:
        return "none_fits"
    return "none_about" if search else "none"


def by_state(facts: Sequence[FactView], desk: Desk, letters: int) -> list[str]:
    """A table for each state: id, domain, text, age, and what comes next. So many ``letters`` of an
    id name it alone."""
    lines: list[str] = []
    for state in STATES:
        members = [fact for fact in facts if fact.state == state]
        if not members:
            continue
        name = say(f"fact_states.{state}", desk.language)
        heading = plain.bold(f"{name} ({len(members)})")
        lines += [*([""] if lines else []), heading, *_rows(members, desk, letters)]
    return lines


def _rows(facts: Sequence[FactView], desk: Desk, letters: int) -> list[str]:
    """A line for each fact on its way to another program. A terminal is shown as much of the ids as
    is needed, and the texts wrapped in their column; where that is narrow, above the rest.
    """
    rows = [
        (plain.line(f.id), plain.line(f.domain), plain.line(f.fact),
         ago(f.last_confirmed_at, desk.now), coming(f, desk.now, desk.language))
        for f in facts
    ]  # fmt: skip
    if not plain.interactive(sys.stdout):
        return layout.table(rows, right=(3,))
    rows = [(row[0][:letters], *row[1:]) for row in rows]
    screen, width = Screen.of_stdout(), plain.columns() - 1
    room = width - sum(max(layout.cells(row[i]) for row in rows) + 2 for i in (0, 1, 3, 4))
    if room < LEAST_TEXT:
        return [line for row in rows for line in _text_above(row, screen, width)]
    lines = [
        (*row[:2], part, *row[3:]) if not number else ("", "", part, "", "")
        for row in rows
        for number, part in enumerate(screen.wrap(row[2], room))
    ]
    return layout.table(lines, right=(3,))


def _text_above(row: Sequence[str], screen: Screen, width: int) -> list[str]:
    identity, domain, text, age, following = row
    rest = screen.wrap(f"{identity} {domain}, {age}, {following}", width - 2)
    return [*screen.wrap(text, width), *(plain.dim(f"  {line}") for line in rest)]


def _history_object(history: FactHistory) -> dict[str, object]:
    return {
        **as_object(history.fact),
        "history": [as_object(f) for f in history.chain],
        "uses": [
            {"session": u.session_id, "turn": u.turn_number, "at": u.at.isoformat()}
            for u in history.uses
        ],
    }


def _history_lines(history: FactHistory, desk: Desk) -> list[str]:
    fact, now, language = history.fact, desk.now, desk.language
    confidence = desk.say("confidence", level=fact.confidence)
    stated = desk.say("stated", when=since(fact.last_confirmed_at, now, language))
    kind = f"{plain.line(fact.domain)}, {plain.line(fact.kind)}"
    lines = [
        plain.bold(plain.line(fact.fact)),
        f"{plain.line(fact.id)}  {kind}, {fact.source}, {confidence}",
        f"{fact.state}; {coming(fact, now, language)}; {stated}",
    ]
    for version in history.chain:
        if version.id != fact.id:
            key = "replaced" if version.created_at < fact.created_at else "replaced_by"
            lines.append(f"{desk.say(key)} {plain.line(version.id)}: {plain.line(version.fact)}")
    lines.append(desk.say("uses", count=len(history.uses)))
    for use in history.uses[:USES]:
        when = since(use.at, now, language)
        where = desk.say("use", when=when, turn=use.turn_number, session=use.session_id)
        lines.append(plain.dim(f"  {plain.line(where)}"))
    return lines
