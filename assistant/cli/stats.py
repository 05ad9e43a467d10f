"""``assistant stats``: what prompts cost, and what they would have cost with nothing forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import offers, plain
from assistant.cli.language import interface_language
from assistant.cli.options import JsonObject
from assistant.cli.report import figures as report
from assistant.cli.report.words import Words
from assistant.cli.times import since as instant

if TYPE_CHECKING:
    from datetime import datetime

    from assistant.app import App
    from assistant.records import TurnMetrics


def stats(
    session: Annotated[
        str | None,
        typer.Option(
            metavar="ID", help="That conversation alone.", autocompletion=offers.conversations
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="7d", help="From then on: 30m, 12h, 7d, 2w or a date."),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a page with pictures, for you alone to read."),
    ] = None,
    as_json: JsonObject = False,
) -> None:
    """What the memory saves: tokens sent beside those of the full history.

    \b
    assistant stats --since 7d
    assistant stats --html report.html
    """
    from assistant.cli.opening import open_app

    with open_app() as app:
        now = app.now()
        start = instant(since, now) if since else None
        words = Words(interface_language(app.config.ui))
        figures = _read(app, session, start)
    if html:
        _write_page(html, figures, words, now, _scope(session, start, words))
    if as_json:
        plain.out(plain.json_text(as_object(figures.measures)))
    elif not html:
        _show(figures, words, narrowed=bool(session or since))


def as_object(measures: Sequence[TurnMetrics]) -> dict[str, object]:
    """The contract of ``stats --json``."""
    whole = report.totals(measures)
    return {
        **asdict(whole),
        "saved": round(whole.saved, 4),
        "sections": dict(report.by_section(measures)),
        "sources": {n: len(rows) for n, rows in report.grouped(measures, "source").items()},
        "saved_by_source": report.by_source(measures),
        "sessions": [
            {"session": name, **asdict(part), "saved": round(part.saved, 4)}
            for name, rows in report.grouped(measures, "session_id").items()
            for part in (report.totals(rows),)
        ],
        "compressed": asdict(report.compressed(measures)),
        "alerts": [
            {"session": m.session_id, "turn": m.turn_number, "alert": m.alert}
            for m in measures
            if m.alert
        ],
    }


def _read(app: App, session: str | None, start: datetime | None) -> report.Figures:
    from assistant.session.conversations import names

    measures = app.stores.journal.metrics(since=start)
    if session:
        return report.Figures([m for m in measures if names(session, m.session_id)])
    soon = len(app.facts.about_to_change(report.SOON))
    facts = report.count_facts(app.facts.all(), soon)
    stored = (found.id for found in app.stores.conversations.all())
    return report.Figures(measures, facts, report.asked_alone(measures, stored))


def _scope(session: str | None, start: datetime | None, words: Words) -> str:
    """What the figures are of, in a few words."""
    said = [words("of_session", name=session)] if session else []
    said.append(words("since", when=f"{start:%Y-%m-%d}") if start else words("whole"))
    return ", ".join(said)


def _show(figures: report.Figures, words: Words, *, narrowed: bool) -> None:
    from assistant.cli.report.screen import Screen
    from assistant.cli.report.terminal import lines_of

    screen = Screen.of_stdout()
    if narrowed and not figures.measures:
        plain.err(words("nothing_fits"))
        return
    for line in lines_of(figures, screen, words):
        plain.out(line)


def _write_page(
    name: str, figures: report.Figures, words: Words, now: datetime, scope: str
) -> None:
    from assistant.cli.config import write_private
    from assistant.cli.report.page import page

    write_private(Path(name), page(figures, words, now, scope))
    plain.err(words("written_to", file=plain.line(name)))
