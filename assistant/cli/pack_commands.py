"""The commands of packs that are on: ``assistant NAME …`` for a pack of that name.

Which are on is in the configuration: where none is, nothing but that file is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from assistant.cli import plain
from assistant.errors import UsageError
from assistant.languages import FALLBACK

if TYPE_CHECKING:
    import typer

    from assistant.config import PacksConfig
    from assistant.packs.base import Moment, Pack
    from assistant.packs.loading import Packs


def lines() -> Mapping[str, str]:
    """Name -> its line in the list of commands; of each pack its declaration alone is loaded."""
    if not _chosen().on:
        return {}
    return {pack.name: pack.summary[FALLBACK] for pack in _packs().declared if pack.command}


def command_of(name: str) -> typer.Typer | None:
    """A pack's commands, loaded; None where no pack that is on and usable has that name and one."""
    pack = _usable(name) if name in lines() else None
    return pack.command() if pack and pack.command else None


def refusal(name: str) -> UsageError | None:
    """Why a pack of that name has no command here; None where it is no pack's."""
    from assistant.cli.failures import spoken
    from assistant.packs.finding import find

    packs = _packs()
    _usable(name)
    for failure in packs.failures:
        if failure.pack == name:
            why = spoken(f"pack_{failure.kind}", pack=name, why=plain.line(failure.why))
            return UsageError(why, spoken("pack_hint", pack=name))
    if name in {pack.name for pack in packs.declared} or name not in find(packs.folders):
        return None
    return UsageError(spoken("pack_off", pack=name), spoken("pack_off_hint", pack=name))


@dataclass(frozen=True, slots=True)
class HomeOf:
    """The home as a pack's command sees it: with the pack's own collections and tools, and nothing
    else. Tools ask the person at the terminal."""

    name: str

    @contextmanager
    def open(self) -> Iterator[Moment]:
        from assistant.cli.consent import attend
        from assistant.cli.language import interface_language
        from assistant.cli.opening import open_app
        from assistant.cli.pack_calls import Calls
        from assistant.packs.base import Moment
        from assistant.packs.documents import documents_of
        from assistant.session.packs import folder_of

        pack = _usable(self.name)
        assert pack is not None
        with open_app(answers=False) as app:
            attend(app)
            language = interface_language(app.config.ui)
            yield Moment(
                text="",
                language=language,
                now=app.now(),
                collection=lambda name: documents_of(pack, name, app.stores.collections),
                folder=lambda: folder_of(pack, app.paths.packs),
                settings=app.config.packs.settings.get(pack.name, {}),
                call=Calls(app, pack, language),
            )


def _usable(name: str) -> Pack | None:
    return next((pack for pack in _packs().usable if pack.name == name), None)


@cache
def _packs() -> Packs:
    from assistant.packs.loading import Packs

    chosen = _chosen()
    return Packs(chosen.on, chosen.folders)


def _chosen() -> PacksConfig:
    from assistant.config import PacksConfig, load_config
    from assistant.errors import ConfigurationError
    from assistant.paths import resolve_paths

    file = resolve_paths(None).config
    try:
        return load_config(file).packs if file.exists() else PacksConfig()
    except ConfigurationError:  # told by whatever command is run; help must not need it
        return PacksConfig()
