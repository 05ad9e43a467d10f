"""``assistant facts``: what is remembered, and the user's hands on it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cli import plain, streams
from assistant.cli.times import ago, ahead
from assistant.errors import UsageError
from assistant.records import DOMAINS

if TYPE_CHECKING:
    from datetime import datetime

    from assistant.app import App
    from assistant.session.facts import FactView

STATES = ("active", "dormant", "stale", "superseded")
TEXT_WIDTH = 60

domain_option = click.option(
    "--domain", type=click.Choice(DOMAINS), help="What it is about; guessed when left out."
)
yes_option = click.option("-y", "--yes", is_flag=True, help="Do not ask.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group("facts")
def command() -> None:
    """List, show and change what is remembered of you.

    An id may be shortened to its first letters.

    \b
    assistant facts list --state active
    assistant facts forget --words "my old van"
    """


@command.command("list")
@click.option("--state", type=click.Choice(STATES), help="Those in that state alone.")
@click.option("--domain", type=click.Choice(DOMAINS), help="Those of that domain alone.")
@click.option("--search", metavar="WORDS", help="Those about these words, nearest first.")
@json_option
def list_(state: str | None, domain: str | None, search: str | None, as_json: bool) -> None:
    """Every fact with its state, its age and what comes next.

    \b
    assistant facts list --domain work --json
    """
    with _app() as app:
        book, now = app.facts, app.now()
        found = book.search(search) if search else book.all()
    shown = [f for f in found if state in (None, f.state) and domain in (None, f.domain)]
    if not state and not search and not as_json:
        shown = [f for f in shown if f.state != "superseded"]
    if as_json:
        plain.out(plain.json_text([as_object(f) for f in shown]))
        return
    if not shown:
        plain.err("nothing is remembered" + (" that fits" if found else " yet"))
    for text in board(shown, now):
        plain.out(text)


@command.command()
@click.argument("identity", metavar="ID")
@json_option
def show(identity: str, as_json: bool) -> None:
    """A fact's history: what it replaced, what replaced it, when it was used."""
    with _app() as app:
        history, now = app.facts.history(identity), app.now()
    if as_json:
        plain.out(
            plain.json_text(
                {
                    **as_object(history.fact),
                    "history": [as_object(f) for f in history.chain],
                    "uses": [
                        {"session": u.session_id, "turn": u.turn_number, "at": u.at.isoformat()}
                        for u in history.uses
                    ],
                }
            )
        )
        return
    fact = history.fact
    plain.out(plain.bold(plain.line(fact.fact)))
    plain.out(f"{fact.id}  {fact.domain}, {fact.kind}, {fact.source}, {fact.confidence} confidence")
    plain.out(f"{fact.state}; {_next(fact, now)}; stated {_days(fact.last_confirmed_at, now)}")
    for version in history.chain:
        if version.id != fact.id:
            when = "replaced" if version.created_at < fact.created_at else "replaced by"
            plain.out(f"{when} {version.id}: {plain.line(version.fact)}")
    plain.out(f"in {len(history.uses)} prompts")
    for use in history.uses[:5]:
        plain.out(plain.dim(f"  {_days(use.at, now)}, turn {use.turn_number} of {use.session_id}"))


@command.command()
@click.argument("words", nargs=-1, required=True, metavar="TEXT...")
@domain_option
@json_option
def add(words: tuple[str, ...], domain: str | None, as_json: bool) -> None:
    """Keep a fact on purpose.

    \b
    assistant facts add "el deploy es los jueves" --domain work
    """
    with _app() as app:
        kept = app.facts.add(" ".join(words), domain)  # type: ignore[arg-type]
    _tell("noted", kept, as_json=as_json)


@command.command()
@click.argument("identity", metavar="ID")
@click.argument("words", nargs=-1, metavar="[TEXT]...")
@domain_option
@json_option
def edit(identity: str, words: tuple[str, ...], domain: str | None, as_json: bool) -> None:
    """Say it better; without a text, in your editor."""
    with _app() as app:
        book = app.facts
        known = book.find(identity)
        text = " ".join(words) if words else _edited(known.fact)
        kept = book.edit(known.id, text, domain)  # type: ignore[arg-type]
    _tell("noted", kept, as_json=as_json)


@command.command()
@click.argument("identities", nargs=-1, metavar="[ID]...")
@click.option("--words", metavar="WORDS", help="Those that these words are about.")
@click.option("--all", "everything", is_flag=True, help="Every fact.")
@yes_option
def forget(identities: tuple[str, ...], words: str | None, everything: bool, yes: bool) -> None:
    """Forget for good: afterwards the words are in no file.

    \b
    assistant facts forget 3f2a91
    assistant facts forget --words "my old van"
    """
    if sum(map(bool, (identities, words, everything))) != 1:
        raise UsageError("What to forget is not clear", "Give ids, or --words, or --all.")
    with _app() as app:
        book = app.facts
        if everything:
            chosen = book.all()
        elif words:
            chosen = book.meant_by(words)
        else:
            chosen = [book.view(book.find(i)) for i in identities]
        if not chosen:
            plain.err("nothing is remembered" + (" about that" if words else ""))
            return
        for fact in chosen:
            plain.err(f"{fact.id}  {plain.line(fact.fact)}")
        _agree(f"Forget {_counted(len(chosen))} for good?", yes=yes)
        book.forget([fact.id for fact in chosen])
        _scrub_history(app, chosen)
    plain.err(f"forgotten: {_counted(len(chosen))}")


@command.command()
@click.argument("identities", nargs=-1, required=True, metavar="ID...")
@json_option
def confirm(identities: tuple[str, ...], as_json: bool) -> None:
    """Still true: their age begins again."""
    with _app() as app:
        for identity in identities:
            _tell("still true", app.facts.confirm(identity), as_json=as_json)


@command.command()
@click.option("--days", type=click.IntRange(1, 400), default=30, show_default=True,
              help="Those whose state changes within so many days.")  # fmt: skip
def review(days: int) -> None:
    """One key each: keep, edit, forget; the ones about to expire first."""
    with _app() as app:
        book, now = app.facts, app.now()
        waiting = book.to_review(days)
        if not waiting:
            plain.err(f"nothing changes its state within {days} days")
        for place, fact in enumerate(waiting, 1):
            plain.out(f"{place}/{len(waiting)}  {plain.line(fact.fact)}")
            plain.out(plain.dim(f"  {fact.id}, {fact.domain}, {fact.state}, {_next(fact, now)}"))
            key = _key("[k]eep  [e]dit  [f]orget  [s]kip  [q]uit ", "kefsq")
            if key == "q":
                return
            _review_one(app, fact, key)


@command.command("export")
@click.option("-o", "--output", metavar="FILE", help="Instead of stdout; only you may read it.")
def export(output: str | None) -> None:
    """Every fact as JSON Lines."""
    from assistant.cli.config import write_private

    with _app() as app:
        lines = list(app.facts.export())
    if output:
        write_private(Path(output), "".join(f"{text}\n" for text in lines))
        plain.err(f"{_counted(len(lines))} in {output}")
        return
    for text in lines:
        plain.out(text)


@command.command("import")
@click.argument("file", metavar="FILE")
def import_(file: str) -> None:
    """Facts from JSON Lines (`-`: stdin). Importing twice changes nothing."""
    text = (streams.read_stdin(None) or "") if file == "-" else streams.read_file(Path(file))
    with _app() as app:
        came = app.facts.load(text.splitlines())
    plain.err(f"{_counted(came)} came in")


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


def board(facts: Iterable[FactView], now: datetime) -> list[str]:
    """Facts by state, each with its age and what comes next and when (M3)."""
    lines: list[str] = []
    groups: dict[str, list[FactView]] = {state: [] for state in STATES}
    for fact in facts:
        groups[fact.state].append(fact)
    for state, members in groups.items():
        if not members:
            continue
        rows = [
            (f.id, f.domain, _short(f.fact), ago(f.last_confirmed_at, now), _next(f, now))
            for f in members
        ]
        heading = plain.bold(f"{state} ({len(members)})")
        lines += [*([""] if lines else []), heading, *plain.table(rows, right=(3,))]
    return lines


def _next(fact: FactView, now: datetime) -> str:
    if fact.next_change_at is None:
        return "no change ahead"
    following = {"active": "dormant" if fact.confidence != "high" else "stale"}
    return f"{following.get(fact.state, 'stale')} in {ahead(fact.next_change_at, now)}"


def _days(then: datetime, now: datetime) -> str:
    span = ago(then, now)
    return span if span == "now" else f"{span} ago"


def _short(text: str) -> str:
    text = plain.line(text)
    return text if len(text) <= TEXT_WIDTH else f"{text[: TEXT_WIDTH - 1]}…"


def _counted(number: int) -> str:
    return "1 fact" if number == 1 else f"{number} facts"


def _tell(what: str, fact: FactView, *, as_json: bool) -> None:
    if as_json:
        plain.out(plain.json_text(as_object(fact)))
    else:
        plain.err(f"{what}: {plain.line(fact.fact)}  ({fact.id}, {fact.domain})")


def _agree(question: str, *, yes: bool) -> None:
    """Go on only when the person says so. Raises UsageError where nobody can be asked."""
    if yes:
        return
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("Nobody is here to confirm", "Add -y if you are sure.")
    click.confirm(question, abort=True, err=True)


def _edited(text: str) -> str:
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("There is no new text", 'Give it: `assistant facts edit ID "…"`.')
    return (click.edit(text) or text).strip()


def _key(question: str, keys: str) -> str:
    """One of ``keys``, pressed; on a pipe the first letter of the next line (its end: ``q``)."""
    sys.stderr.write(question)
    sys.stderr.flush()
    while True:
        read: Callable[[], str] = click.getchar if sys.stdin.isatty() else sys.stdin.readline
        pressed = read()[:1].lower() or "q"
        if pressed in keys:
            plain.err(pressed)
            return pressed


def _review_one(app: App, fact: FactView, key: str) -> None:
    book = app.facts
    if key == "k":
        book.confirm(fact.id)
    elif key == "f":
        book.forget([fact.id])
        _scrub_history(app, [fact])
    elif key == "e":
        book.edit(fact.id, _edited(fact.fact))


def _scrub_history(app: App, facts: Iterable[FactView]) -> None:
    from assistant.cli.history import erase

    erase(app.paths.history, [fact.fact for fact in facts])


def _app() -> App:
    from assistant.app import open_app

    return open_app()
