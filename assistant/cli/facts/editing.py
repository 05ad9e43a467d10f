"""``facts add``, ``edit``, ``confirm`` and ``forget``."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from assistant.cli import plain
from assistant.cli.consent import make_sure
from assistant.cli.facts.base import (
    Desk,
    domain_option,
    edited,
    json_option,
    opened,
    yes_option,
)
from assistant.errors import UsageError

if TYPE_CHECKING:
    from assistant.records import Domain
    from assistant.session.facts import FactView


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="TEXT...")
@domain_option
@json_option
def add(words: tuple[str, ...], domain: Domain | None, as_json: bool) -> None:
    """Keep a fact on purpose.

    \b
    assistant facts add "el deploy es los jueves" --domain work
    """
    with opened() as desk:
        kept = desk.book.add(" ".join(words), domain)
    desk.tell("noted", kept, as_json=as_json)


@click.command()
@click.argument("identity", metavar="ID")
@click.argument("words", nargs=-1, metavar="[TEXT]...")
@domain_option
@json_option
def edit(identity: str, words: tuple[str, ...], domain: Domain | None, as_json: bool) -> None:
    """Say it better; without a text, in your editor.

    \b
    assistant facts edit 3f2a "el equipo son 6 personas"
    """
    with opened() as desk:
        known = desk.book.find(identity)
        text = " ".join(words) if words else edited(known.fact)
        kept = desk.book.edit(known.id, text, domain)
    desk.tell("noted", kept, as_json=as_json)


@click.command()
@click.argument("identities", nargs=-1, required=True, metavar="ID...")
@json_option
def confirm(identities: tuple[str, ...], as_json: bool) -> None:
    """Still true: their age begins again.

    \b
    assistant facts confirm 3f2a 91c0
    """
    with opened() as desk:
        for identity in identities:
            desk.tell("still_true", desk.book.confirm(identity), as_json=as_json)


@click.command()
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
    with opened() as desk:
        unusable = desk.book.remove_unusable(_unknown(desk, identities))
        if unusable:
            plain.err(desk.say("forgotten", facts=desk.counted(len(unusable))))
            identities = tuple(i for i in identities if i not in unusable)
            if not identities:
                return
        chosen, plainly = _chosen(desk, identities, words)
        if not chosen and words:
            raise UsageError(desk.say("none_about"), desk.say("see_list"))
        if not chosen:
            plain.err(desk.say("none"))
            return
        for fact in chosen:
            plain.err(f"{plain.line(fact.id)}  {plain.line(fact.fact)}")
        if yes and not plainly:
            ids = shlex.join(fact.id for fact in chosen)  # an imported one may be anything
            hint = desk.say("forget_by_id", command=f"assistant facts forget {ids} -y")
            raise UsageError(desk.say("forget_unclear"), hint)
        if not yes:
            sure = desk.say("forget_sure", facts=desk.counted(len(chosen)))
            make_sure(sure, desk.language)
        desk.forget(chosen)
        plain.err(desk.say("forgotten", facts=desk.counted(len(chosen))))


def _unknown(desk: Desk, identities: tuple[str, ...]) -> list[str]:
    """Those of the ids that no fact answers to."""
    known = {fact.id for fact in desk.book.all()} if identities else set()
    return [i for i in identities if i not in known]


def _chosen(
    desk: Desk, identities: tuple[str, ...], words: str | None
) -> tuple[list[FactView], bool]:
    """The facts with those ids, or those that the words mean, or all; and whether that is plain."""
    if identities:
        return [desk.book.view(desk.book.find(i)) for i in identities], True
    return desk.book.meant_by(words) if words else (desk.book.all(), True)
