"""``assistant packs``: which domains there are, what each brings, on and off, and a new one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.cli import layout, offers, plain
from assistant.cli.language import interface_language
from assistant.cli.options import JsonArray, JsonObject
from assistant.errors import StorageUnavailable, UsageError
from assistant.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from assistant.config import Config
    from assistant.packs.base import Pack
    from assistant.packs.finding import Found
    from assistant.packs.loading import Failure
    from assistant.records import Language


PackName = Annotated[
    str,
    typer.Argument(metavar="PACK", help="Its name, or its folder.", autocompletion=offers.packs),
]


def packs() -> None:
    """List, show and switch packs: domains that are added to the assistant.

    A pack is code that runs as you. Switch on what you trust.

    \b
    assistant packs new demo
    assistant packs enable ./demo
    """


def list_(as_json: JsonArray = False) -> None:
    """Every pack that is found: whether it is on, where it comes from.

    One that is off is not loaded for it.

    \b
    assistant packs list
    """
    board = Board()
    rows = board.rows()
    if as_json:
        plain.out(plain.json_text(rows))
        return
    if not rows:
        plain.out(board.say("none"))
        return
    table = [(r["name"], board.say(r["state"]), r["from"], r["summary"]) for r in rows]
    head = board.say("head").split(",")
    for line in layout.table([head, *([plain.line(cell) for cell in row] for row in table)]):
        plain.out(line)


def show(name: PackName, as_json: JsonObject = False) -> None:
    """What a pack brings, and its guide. Loads it, on or not.

    \b
    assistant packs show ./demo
    """
    from assistant.packs.base import spoken
    from assistant.packs.checking import guide_of, problems

    board = Board()
    found, pack = board.loaded(name)
    if as_json:
        told = {**board.row(found), **parts(pack, board.language), "problems": problems(pack)}
        plain.out(plain.json_text(told))
        return
    summary = spoken(pack.summary, board.language)
    plain.out(f"{plain.bold(found.name)}  {plain.line(summary)}")
    brought = parts(pack, board.language).items()
    rows = [(f"  {board.say(f'label_{k}')}", plain.line(", ".join(v))) for k, v in brought if v]
    for line in layout.hanging(rows, plain.columns()):
        plain.out(line)
    plain.out("")
    for line in plain.clean(guide_of(pack, board.language)).splitlines():
        plain.out(line)


def enable(name: PackName) -> None:
    """Switch a pack on, by its name or the folder that holds it.

    What cannot be loaded is not switched on.

    \b
    assistant packs enable ./demo
    """
    from assistant.cli.config import edited

    board = Board()
    found, _ = board.loaded(name, among_others=True)
    if found.name in board.config.packs.on:
        plain.err(board.say("enabled_already", name=found.name))
        return
    file = board.file
    with edited(file) as document:
        section = document.setdefault("packs", {})
        section["on"] = [*board.config.packs.on, found.name]
        if found.origin == "folder" and found.place not in _places(board.config):
            section["folders"] = [*board.config.packs.folders, found.place]
    place = board.say("shipped") if found.origin == "shipped" else found.place
    plain.err(board.say("enabled", name=found.name, file=file, place=plain.line(place)))


def disable(name: PackName) -> None:
    """Switch a pack off. What it keeps stays where it is.

    \b
    assistant packs disable demo
    """
    from assistant.cli.config import edited

    board = Board()
    on = board.config.packs.on
    if name not in on:
        if name not in board.found:
            raise board.unknown(name)
        plain.err(board.say("disabled_already", name=name))
        return
    with edited(board.file) as document:
        document["packs"]["on"] = [other for other in on if other != name]
    plain.err(board.say("disabled", name=name))


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is to be called.")],
    folder: Annotated[
        str | None, typer.Argument(metavar="FOLDER", help="Where; ./NAME when left out.")
    ] = None,
) -> None:
    """Write a working pack with its tests into FOLDER, or into ./NAME.

    \b
    assistant packs new demo
    """
    from assistant.packs.skeleton import may_be_called, write

    board = Board()
    if not may_be_called(name):
        wrong = board.say("name_wrong", name=plain.line(name))
        raise UsageError(wrong, board.say("name_wrong_hint"))
    place = Path(folder or name).expanduser()
    shown = str(place) if place.is_absolute() or "/" in str(place) else f"./{place}"
    if place.exists() and not (place.is_dir() and not any(place.iterdir())):
        raise UsageError(board.say("there", folder=shown), board.say("there_hint"))
    try:
        write(name, place)
    except OSError as error:
        raise StorageUnavailable(f"{shown} cannot be written: {error.strerror}") from error
    plain.out(shown)
    plain.err(board.say("written", folder=shown, name=name))
    plain.err(plain.dim(board.say("written_test", folder=shown), err=True))
    plain.err(plain.dim(board.say("written_next", folder=shown), err=True))


class Board:
    """The packs of this machine, and what the configuration says of them."""

    def __init__(self) -> None:
        from assistant.config import load_config
        from assistant.packs.finding import find
        from assistant.packs.loading import Packs
        from assistant.paths import resolve_paths

        self.file = resolve_paths(None).config
        self.config = load_config(self.file)
        self.language: Language = interface_language(self.config.ui)
        self.packs = Packs(self.config.packs.on, self.config.packs.folders)
        self.found: Mapping[str, tuple[Found, ...]] = find(self.config.packs.folders)

    def say(self, key: str, **values: object) -> str:
        return say(f"packs.{key}", self.language, **values)

    def rows(self) -> list[dict[str, Any]]:
        """Those that are found, and those that are on and are not."""
        rows = [self.row(place) for places in self.found.values() for place in places]
        lost = [name for name in self.config.packs.on if name not in self.found]
        return rows + [self._row(name, "", "", "") for name in lost]

    def row(self, found: Found) -> dict[str, Any]:
        """The contract of ``packs list --json``."""
        place = self.say("shipped") if found.origin == "shipped" else found.place
        return self._row(found.name, found.origin, place, found.about)

    def _row(self, name: str, origin: str, place: str, about: str) -> dict[str, Any]:
        on = name in self.config.packs.on
        usable = {pack.name: pack for pack in self.packs.usable} if on else {}
        failure = next((f for f in self.packs.failures if f.pack == name), None) if on else None
        known = usable.get(name)
        why = reason(failure, self.language) if failure else ""
        return {
            "name": name,
            "state": "bad" if failure else "on" if on else "off",
            "origin": origin,
            "from": place,
            "summary": why or (known.summary[self.language] if known else about),
        }

    def loaded(self, name: str, *, among_others: bool = False) -> tuple[Found, Pack]:
        """The pack of that name or folder, loaded; ``among_others``: one that can be used beside
        those that are on. Raises UsageError with the reason."""
        from assistant.packs.loading import Unusable, declaration, refuse_taken, tools_of

        places = self._places_of(name)
        try:
            pack = declaration(places[0].name, places)
            if among_others:
                others = [other for other in self.packs.usable if other.name != pack.name]
                refuse_taken(pack, others)
                tools_of(pack, self._tools_taken(others))
        except Unusable as error:
            why = reason(error.failure, self.language)
            cannot = self.say("cannot", name=places[0].name, why=plain.line(why))
            raise UsageError(cannot, self.say("cannot_hint")) from error
        return places[0], pack

    def _places_of(self, name: str) -> Sequence[Found]:
        """A name is that of a pack that is known, else of a folder here; a path is a folder."""
        from assistant.packs.finding import in_folder

        known = self.found.get(name)
        if known:
            return known
        here = in_folder(Path(name))
        if here:
            return here[:1]
        if "/" in name or Path(name).is_dir():
            folder = plain.line(name)
            no_pack = self.say("no_pack_in", folder=folder)
            raise UsageError(no_pack, self.say("no_pack_in_hint"))
        raise self.unknown(name)

    def unknown(self, name: str) -> UsageError:
        told = plain.line(name)
        return UsageError(self.say("unknown", name=told), self.say("unknown_hint", name=told))

    def _tools_taken(self, others: Sequence[Pack]) -> set[str]:
        from assistant.tools.registry import open_registry

        tools = (tool for other in others for tool in self.packs.tools[other.name])
        return {tool.function_name for tool in open_registry(of_packs=tools)}


def reason(failure: Failure, language: Language) -> str:
    """Why a pack is not there, without its name."""
    if failure.kind == "missing":
        return say("packs.why_missing", language)
    if failure.kind == "taken":
        return say("packs.why_taken", language, why=failure.why)
    return failure.why


def parts(pack: Pack, language: Language) -> dict[str, list[str]]:
    """What a pack brings, by the names of its parts."""
    from assistant.packs.base import spoken
    from assistant.packs.loading import tools_of

    return {
        "tools": [tool.id for tool in tools_of(pack)],
        "sources": [f"{s.name} ({spoken(s.title, language)})" for s in pack.sources],
        "states": [", ".join(state.roles) or "*" for state in pack.states],
        "domains": [domain.name for domain in pack.domains],
        "person": [spoken(a.label, language) if a.label else a.name for a in pack.person],
        "profile": [spoken(known.label, language) for known in pack.profile],
        "collections": [kept.name for kept in pack.collections],
        "command": [f"assistant {pack.name}"] if pack.command else [],
        "slash": [f"/{c.name} {c.argument}".rstrip() for c in pack.slash],
    }


def _places(config: Config) -> set[str]:
    return {str(Path(folder).expanduser().absolute()) for folder in config.packs.folders}
