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
    opened,
    since,
)
from assistant.cli.times import ago
from assistant.messages import say

if TYPE_CHECKING:
    from assistant.session.facts import FactHistory, FactView

LEAST_TEXT = 24
"""Cells for the text of a fact, below which it gets a line of its own."""
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
        found = desk.book.search(search) if search else desk.book.all()
    shown = [f for f in found if state in (None, f.state) and domain in (None, f.domain)]
    if not state and not search and not as_json:
        shown = [f for f in shown if f.state != "superseded"]
    if as_json:
        plain.out(plain.json_text([as_object(f) for f in shown]))
        return
    if not shown:
        plain.err(desk.say(_none_of(found, search)))
    for text in by_state(shown, desk):
        plain.out(text)


def _check(domain: str | None, desk: Desk) -> None:
    """A domain has to be known, or that of a fact: its pack may be off. Raises UsageError."""
    if domain is None or domain in desk.book.domains:
        return
    from assistant.session.facts import unknown_domain

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


def by_state(facts: Sequence[FactView], desk: Desk) -> list[str]:
    """A table for each state: id, domain, text, age, and what comes next."""
    lines: list[str] = []
    for state in STATES:
        members = [fact for fact in facts if fact.state == state]
        if not members:
            continue
        name = say(f"fact_states.{state}", desk.language)
        heading = plain.bold(f"{name} ({len(members)})")
        lines += [*([""] if lines else []), heading, *_rows(members, desk)]
    return lines


def _rows(facts: Sequence[FactView], desk: Desk) -> list[str]:
    """A line for each fact; in a narrow window one for the text and one for the rest.

    Texts are cut to fit a terminal, never on their way to another program.
    """
    terminal = plain.interactive(sys.stdout)
    width = plain.columns() - 1 if terminal else None
    rows = [
        (plain.line(f.id), plain.line(f.domain), plain.line(f.fact),
         ago(f.last_confirmed_at, desk.now), coming(f, desk.now, desk.language))
        for f in facts
    ]  # fmt: skip
    if width is None:
        return layout.table(rows, right=(3,))
    taken = sum(max(len(row[i]) for row in rows) + 2 for i in (0, 1, 3, 4)) + 1
    if width - taken >= LEAST_TEXT:
        shown = [(*row[:2], layout.cut(row[2], width - taken), *row[3:]) for row in rows]
        return layout.table(shown, right=(3,))
    return [line for row in rows for line in _two_lines(row, width)]


def _two_lines(row: Sequence[str], width: int) -> list[str]:
    identity, domain, text, age, following = row
    rest = f"  {identity} {domain}, {age}, {following}"
    return [layout.cut(text, width), plain.dim(layout.cut(rest, width))]


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
