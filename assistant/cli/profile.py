"""``assistant profile``: what packs have learned of the person, and the person's hands on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.cli import layout, offers, plain
from assistant.cli.options import JsonObject, Yes
from assistant.cli.times import ago
from assistant.errors import UsageError
from assistant.messages import say

if TYPE_CHECKING:
    from datetime import datetime

    from assistant.app import App
    from assistant.packs.base import Pack
    from assistant.profile.entries import Entry
    from assistant.records import Language

PackName = Annotated[
    str, typer.Argument(metavar="PACK", help="One that is on.", autocompletion=offers.packs)
]


@dataclass(frozen=True, slots=True)
class Desk:
    """The profiles of a home, the instant, and the language to speak of them."""

    app: App
    now: datetime
    language: Language

    def say(self, key: str, **values: object) -> str:
        return say(f"profile.{key}", self.language, **values)


@contextmanager
def opened() -> Iterator[Desk]:
    """The home of this process, closed afterwards."""
    from assistant.cli.language import interface_language
    from assistant.cli.opening import open_app

    with open_app(answers=False) as app:
        yield Desk(app, app.now(), interface_language(app.config.ui))


def profile() -> None:
    """See, put right and forget what packs have learned of you.

    \b
    assistant profile show demo
    """


def show(name: PackName, as_json: JsonObject = False) -> None:
    """What a pack has learned of you: how often it was said, when last, on which days.

    \b
    assistant profile show demo
    assistant profile show demo --json
    """
    with opened() as desk:
        pack = desk.app.profiles.pack(name)
        found = desk.app.profiles.standing(pack)
        if as_json:
            told = {field: [as_object(e, desk.now) for e in own] for field, own in found.items()}
            plain.out(plain.json_text({"pack": pack.name, "fields": told}))
            return
        for line in board(pack, found, desk.now, desk.language):
            plain.out(line)


def edit(
    name: PackName,
    field: Annotated[str, typer.Argument(metavar="FIELD", help="Of the profile.")],
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[VALUE] NEW",
            help="The value to replace, or a table's key; then the right one.",
        ),
    ],
) -> None:
    """Put a value right, or put one in.

    \b
    assistant profile edit demo style careful
    assistant profile edit demo notes "works at night" "works in the morning"
    """
    if len(words) > 2:
        raise UsageError("Those are too many values", "Put each into quotes: the old, the new.")
    which, text = words if len(words) == 2 else ("", words[0])
    with opened() as desk:
        profiles = desk.app.profiles
        made = profiles.put(profiles.pack(name), field, which, text, desk.now)
        plain.err(desk.say("put", field=plain.line(made.field), value=plain.line(told(made))))


def forget(
    name: PackName,
    field: Annotated[
        str | None, typer.Argument(metavar="[FIELD]", help="This field alone.")
    ] = None,
    value: Annotated[
        str | None, typer.Argument(metavar="[VALUE]", help="This value of it, or a table's key.")
    ] = None,
    yes: Yes = False,
) -> None:
    """Forget for good: afterwards the words are in no file.

    What tells of a value that has a word of its own goes too: summaries, the
    words in the window, the entries that the arrow keys bring back.

    \b
    assistant profile forget demo notes "works at night"
    assistant profile forget demo -y
    """
    from assistant.cli.consent import make_sure

    with opened() as desk:
        profiles = desk.app.profiles
        pack = profiles.pack(name)
        meant = profiles.meant(pack, field, value)
        if not meant:
            plain.err(desk.say("none_meant"))
            return
        for entry in meant:
            plain.err(f"{plain.line(entry.field)}: {plain.line(told(entry))}")
        if not yes:
            make_sure(desk.say("forget_sure", count=len(meant)), desk.language)
        facts = profiles.forget(pack, meant, desk.now)
        plain.err(desk.say("forgotten", count=len(meant)))
        if facts:
            ids = " ".join(map(plain.line, facts))
            plain.err(desk.say("facts_stay", count=len(facts), ids=ids))
        if desk.app.facts.is_owed:
            plain.err(say("memory.forgotten_later", desk.language))


def board(
    pack: Pack, found: Mapping[str, Sequence[Entry]], now: datetime, language: Language
) -> list[str]:
    """A profile as lines: each field that holds something, with what it rests on."""
    lines: list[str] = []
    for field in pack.profile:
        own = found[field.name]
        if not own:
            continue
        label = field.label.get(language) or field.name
        lines.append(plain.bold(f"{field.name}  {plain.line(label)}"))
        rows = [(f"  {plain.line(told(e))}", _rests_on(e, now, language)) for e in own]
        lines += layout.hanging(rows, plain.columns())
    return lines or [say("profile.nothing", language)]


def told(entry: Entry) -> str:
    """An entry's value, behind its key where it has one."""
    return f"{entry.key}: {entry.value}" if entry.key else entry.value


def as_object(entry: Entry, now: datetime) -> dict[str, Any]:
    """The contract of ``profile show --json``."""
    following = entry.decay(now).next_change_at
    return {
        "value": entry.value,
        "key": entry.key,
        "count": entry.count,
        "first": entry.since.isoformat(),
        "last": entry.last.isoformat(),
        "days": list(entry.days),
        "state": entry.decay(now).state,
        "next_change_at": following.isoformat() if following else None,
        "by_hand": entry.by_hand,
    }


def _rests_on(entry: Entry, now: datetime, language: Language) -> str:
    span = ago(entry.last, now)
    when = say("facts.now", language) if span == "now" else say("facts.ago", language, span=span)
    parts = [
        say("profile.by_hand", language) if entry.by_hand else "",
        say("profile.said", language, count=entry.count),
        when,
        say(f"facts.{entry.decay(now).state}", language),
        ", ".join(entry.days),
    ]
    return ", ".join(filter(None, parts))
