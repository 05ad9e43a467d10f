"""``facts add``, ``edit``, ``confirm`` and ``forget``."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from assistant.cli import offers, plain
from assistant.cli.consent import make_sure
from assistant.cli.facts.base import (
    About,
    Desk,
    FactId,
    Json,
    edited,
    opened,
    piped_lines,
)
from assistant.cli.options import Yes
from assistant.cli.request import STDIN
from assistant.errors import AssistantError, UsageError

if TYPE_CHECKING:
    from assistant.memory.base import MemoryChange
    from assistant.session.facts import FactView


def add(
    words: Annotated[
        list[str],
        typer.Argument(metavar="TEXT", help="The fact, in your words; `-` is what is piped."),
    ],
    domain: About = None,
    as_json: Json = False,
) -> None:
    """Keep a fact on purpose. Of what is piped (`-`) each line is one.

    \b
    assistant facts add "el deploy es los jueves" --domain work
    assistant facts add - < facts.txt
    """
    lines = piped_lines() if words == [STDIN] else {1: " ".join(words)}
    with opened() as desk:
        for number, text in lines.items():
            try:
                _add(desk, text, domain, as_json=as_json)
            except AssistantError as error:
                if len(lines) > 1:
                    error.add_note(desk.about(text).say("refused_line", number=number))
                raise


def _add(desk: Desk, text: str, domain: str | None, *, as_json: bool) -> None:
    changes: list[MemoryChange] = []
    kept = desk.book.add(text, domain, told=changes.append)
    about = desk.about(text)
    about.tell("noted", kept, as_json=as_json)
    about.tell_others(changes)


def edit(
    identity: FactId,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="TEXT", help="The fact in better words; `-` is what is piped."),
    ] = None,
    domain: About = None,
    as_json: Json = False,
) -> None:
    """Say it better; without a text, in your editor.

    \b
    assistant facts edit 3f2a "el equipo son 6 personas"
    """
    piped = " ".join(piped_lines().values()) if words == [STDIN] else ""
    with opened() as desk:
        known = desk.book.current(identity)
        text = piped or (" ".join(words) if words else edited(known.fact))
        kept = desk.book.edit(known.id, text, domain)
    desk.about(text).tell("noted", kept, as_json=as_json)


def confirm(
    identities: Annotated[
        list[str],
        typer.Argument(
            metavar="ID", help="Of facts; first letters are enough.", autocompletion=offers.facts
        ),
    ],
    as_json: Json = False,
) -> None:
    """Still true: their age begins again.

    \b
    assistant facts confirm 3f2a 91c0
    """
    with opened() as desk:
        for known in [desk.book.current(identity) for identity in identities]:
            desk.tell("still_true", desk.book.confirm(known.id), as_json=as_json)


def forget(
    identities: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ID", help="Of facts; first letters are enough.", autocompletion=offers.facts
        ),
    ] = None,
    words: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Those that these words are about.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every fact.")] = False,
    only: Annotated[
        str, typer.Option(metavar="WORDS", help="Of a fact what these words are about.")
    ] = "",
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Forget for good: afterwards the words are in no file.

    \b
    assistant facts forget 3f2a91
    assistant facts forget 3f2a91 --only "the penicillin"
    assistant facts forget --words "my old van"
    """
    if sum(map(bool, (identities, words, everything))) != 1:
        raise UsageError("What to forget is not clear", "Give ids, or --words, or --all.")
    if only:
        _forget_part(identities or [], only, sure=yes, as_json=as_json)
        return
    with opened() as desk:
        named = identities or []
        gone = desk.book.remove_unusable(_unknown(desk, named))
        if gone:
            plain.err(desk.say("forgotten", facts=desk.counted(len(gone))))
        usable = [i for i in named if i not in gone]
        if usable or not gone:
            chosen, plainly = _chosen(desk, usable, words)
            _forget(desk, chosen, sure=yes, plainly=plainly)
            gone += [fact.id for fact in chosen]
    if as_json:
        plain.out(plain.json_text({"forgotten": gone}))


def _forget_part(identities: Sequence[str], words: str, *, sure: bool, as_json: bool) -> None:
    """What of one fact the words are about; the rest of it stays."""
    if len(identities) != 1:
        raise UsageError("--only goes with the id of one fact", "Give its id.")
    with opened() as desk:
        fact = desk.book.view(desk.book.find(identities[0]))
        part = desk.book.part_of(fact.id, words)
        if not part:
            raise UsageError(desk.say("none_of_it"), desk.say("see_list"))
        plain.err(f"{plain.line(fact.id)}  {plain.line(part)}")
        if not sure:
            make_sure(desk.say("forget_sure", facts=desk.counted(1)), desk.language)
        desk.forget([fact], {fact.id: part})
        plain.err(desk.say("forgotten", facts=desk.counted(1)))
    if as_json:
        plain.out(plain.json_text({"forgotten": [fact.id]}))


def _forget(desk: Desk, chosen: Sequence[FactView], *, sure: bool, plainly: bool) -> None:
    """List them, ask unless it is sure, and forget them. Raises UsageError where it is sure but not
    plain that they are meant, with the command that forgets them; Declined."""
    if not chosen:
        plain.err(desk.say("none"))
        return
    for fact in chosen:
        plain.err(f"{plain.line(fact.id)}  {plain.line(fact.fact)}")
    if sure and not plainly:
        ids = shlex.join(fact.id for fact in chosen)  # an imported one may be anything
        command = f"assistant facts forget {ids} -y"
        raise UsageError(
            desk.say("forget_unclear", count=len(chosen)),
            desk.say("forget_by_id", count=len(chosen), command=command),
        )
    if not sure:
        make_sure(desk.say("forget_sure", facts=desk.counted(len(chosen))), desk.language)
    desk.forget(chosen)
    plain.err(desk.say("forgotten", facts=desk.counted(len(chosen))))


def _unknown(desk: Desk, identities: Sequence[str]) -> list[str]:
    """Those of the ids that no fact answers to."""
    known = {fact.id for fact in desk.book.all()} if identities else set()
    return [i for i in identities if i not in known]


def _chosen(
    desk: Desk, identities: Sequence[str], words: str | None
) -> tuple[list[FactView], bool]:
    """The facts with those ids, or those that the words mean, or all; and whether that is plain.
    Raises UsageError for an id or words that mean none."""
    if identities:
        return [desk.book.view(desk.book.find(i)) for i in identities], True
    if not words:
        return desk.book.all(), True
    found, plainly = desk.book.meant_by(words)
    if not found:
        raise UsageError(desk.say("none_about"), desk.say("see_list"))
    return found, plainly
