"""From the names that are switched on to packs that can be used, each whole or not at all.

A pack that cannot be used costs itself alone: it becomes a ``Failure`` with its reason, and the
others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from assistant.packs import names
from assistant.packs.base import Pack
from assistant.records import DOMAINS

if TYPE_CHECKING:
    from assistant.packs.finding import Found
    from assistant.tools.base import Tool

Loaded = TypeVar("Loaded")
Kind = Literal["missing", "broken", "shape", "taken"]
"""It is not found, its code raises, what it declares cannot be used, it takes another's name."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a pack is not there: ``kind`` chooses the sentence, ``why`` fills it."""

    pack: str
    kind: Kind
    why: str = ""


class Unusable(Exception):
    """A pack that cannot be used; carries the failure."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.why)
        self.failure = failure


class Packs:
    """The packs of a home: those that are on and can be used, in the order of ``packs.on``.

    Nothing is looked for and nothing imported until somebody asks, and nothing at all where none is
    on. ``complain`` is told of each failure, once.
    """

    def __init__(
        self,
        on: Sequence[str] = (),
        folders: Iterable[str | Path] = (),
        complain: Callable[[Failure], None] = lambda _: None,
    ) -> None:
        self._on = tuple(dict.fromkeys(on))
        self.folders = tuple(folders)
        self._complain = complain
        self.failures: list[Failure] = []

    @cached_property
    def declared(self) -> tuple[Pack, ...]:
        """Their declarations: each one's own module is imported, its parts are not."""
        if not self._on:
            return ()
        from assistant.packs.finding import find

        usable: list[Pack] = []
        found = find(self.folders)
        for name in self._on:
            try:
                pack = declaration(name, found.get(name, ()))
                refuse_taken(pack, usable)
            except Unusable as error:
                self._fail(error.failure)
            else:
                usable.append(pack)
        return tuple(usable)

    @cached_property
    def usable(self) -> tuple[Pack, ...]:
        """Those whose tools load too."""
        self.tools  # noqa: B018 (asking is loading)
        failed = {failure.pack for failure in self.failures}
        return tuple(pack for pack in self.declared if pack.name not in failed)

    @cached_property
    def tools(self) -> Mapping[str, tuple[Tool, ...]]:
        """The tools of each pack by its name; one whose tools cannot be used is left out."""
        if not self.declared:
            return {}
        from assistant.tools.builtin import builtin_tools

        taken = {tool.function_name for tool in builtin_tools()}
        loaded: dict[str, tuple[Tool, ...]] = {}
        for pack in self.declared:
            try:
                loaded[pack.name] = tools_of(pack, taken)
            except Unusable as error:
                self._fail(error.failure)
            else:
                taken |= {tool.function_name for tool in loaded[pack.name]}
        return loaded

    @property
    def all_tools(self) -> tuple[Tool, ...]:
        """Every tool of the packs that can be used."""
        return tuple(tool for tools in self.tools.values() for tool in tools)

    def _fail(self, failure: Failure) -> None:
        self.failures.append(failure)
        self._complain(failure)


def declaration(name: str, found: Sequence[Found]) -> Pack:
    """What a pack declares. Raises Unusable."""
    if not found:
        raise Unusable(Failure(name, "missing"))
    if len(found) > 1:
        places = ", ".join(place.place for place in found)
        raise Unusable(Failure(name, "taken", f"{name} ({places})"))
    loaded = _guarded(name, found[0].load)
    if not isinstance(loaded, Pack):
        raise Unusable(Failure(name, "shape", f"{found[0].value} is no Pack"))
    if loaded.name != name:
        why = f"{found[0].value} calls itself '{loaded.name}'"
        raise Unusable(Failure(name, "shape", why))
    return loaded


def tools_of(pack: Pack, taken: Iterable[str] = ()) -> tuple[Tool, ...]:
    """A pack's tools, with names that nobody has: of its categories, or of the program's where they
    only read, so that no pack voids what others read (T5). Raises Unusable."""
    from assistant.tools.base import Tool

    tools = _guarded(pack.name, lambda: tuple(pack.tools()))
    names_taken = set(taken)
    for tool in tools:
        if not isinstance(tool, Tool):
            raise Unusable(Failure(pack.name, "shape", f"{tool!r} is no Tool"))
        own = tool.category in (pack.name, *pack.categories)
        if tool.category in names.CATEGORIES and tool.side_effect:
            why = f"{tool.id} changes something, and stands in a category of the program's"
            raise Unusable(Failure(pack.name, "shape", why))
        if not own and tool.category not in names.CATEGORIES:
            why = f"{tool.id} stands in a category that the pack does not declare"
            raise Unusable(Failure(pack.name, "shape", why))
        if tool.function_name in names_taken:
            raise Unusable(Failure(pack.name, "taken", tool.id))
        names_taken.add(tool.function_name)
    return tools


def refuse_taken(pack: Pack, others: Sequence[Pack]) -> None:
    """Raises Unusable where the pack takes a name of the program's or of another pack's."""
    core = names.COMMANDS | names.PLANNED | names.CATEGORIES | set(DOMAINS)
    taken = {
        "": core | {name for other in others for name in other.categories},
        "category": core | {n for other in others for n in (other.name, *other.categories)},
        "domain": set(DOMAINS) | {d.name for other in others for d in other.domains},
        "slash": names.SLASH | {s.name for other in others for s in other.slash},
    }
    wanted = {
        "": [pack.name],
        "category": pack.categories,
        "domain": [domain.name for domain in pack.domains],
        "slash": [command.name for command in pack.slash],
    }
    for kind, wishes in wanted.items():
        for name in wishes:
            if name in taken[kind]:
                told = f"/{name}" if kind == "slash" else name
                raise Unusable(Failure(pack.name, "taken", told))


def _guarded(name: str, load: Callable[[], Loaded]) -> Loaded:
    """What a pack's own code gives. Raises Unusable for whatever it raises."""
    try:
        return load()
    except ValueError as error:  # what a declaration that cannot be used says of itself
        raise Unusable(Failure(name, "shape", str(error))) from error
    except Exception as error:
        raise Unusable(Failure(name, "broken", f"{type(error).__name__}: {error}")) from error
    except SystemExit as error:
        raise Unusable(Failure(name, "broken", "it ends the program")) from error
