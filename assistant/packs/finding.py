"""Where packs come from: shipped folders, installed packages, folders that the person named.

Finding imports no pack. A shipped one is a folder beside this file; a package brings one by an
entry point of the group ``assistant.packs``; a folder declares the same in its ``pyproject.toml``
and need not be installed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Literal, NamedTuple

from assistant.files import Unreadable, read_bytes
from assistant.limits import CONFIG

GROUP = "assistant.packs"
PROJECT = "pyproject.toml"
SHIPPED = "PACK"
"""The name that a shipped pack's folder gives it."""

Origin = Literal["shipped", "installed", "folder"]


class Found(NamedTuple):
    """A pack that could be loaded. ``place`` is the package or folder it comes from, ``about`` what
    that says of itself; ``load`` gives what is there, whatever it is, and raises whatever its code
    raises."""

    name: str
    origin: Origin
    place: str
    value: str
    load: Callable[[], object]
    about: str = ""


def find(folders: Iterable[str | Path] = ()) -> dict[str, tuple[Found, ...]]:
    """Every pack by its name, each from wherever it is found; the same one twice counts once."""
    found: dict[str, dict[str, Found]] = {}
    for pack in (*_shipped(), *_installed(), *(p for f in folders for p in in_folder(Path(f)))):
        found.setdefault(pack.name, {}).setdefault(pack.value, pack)
    return {name: tuple(places.values()) for name, places in sorted(found.items())}


def in_folder(folder: Path) -> tuple[Found, ...]:
    """The packs that a folder's ``pyproject.toml`` declares; none where it cannot be read."""
    import tomllib

    folder = folder.expanduser().absolute()
    try:
        project = tomllib.loads(read_bytes(folder / PROJECT, CONFIG).decode("utf-8"))
        declared = project["project"]["entry-points"][GROUP]
        pairs = [(str(name), str(value)) for name, value in declared.items()]
        about = str(project["project"].get("description", ""))
    except (OSError, Unreadable, ValueError, KeyError, TypeError, AttributeError):
        return ()
    return tuple(
        Found(name, "folder", str(folder), value, _from_folder(folder, value), about)
        for name, value in pairs
    )


def _shipped() -> Iterator[Found]:
    for folder in sorted(Path(__file__).parent.iterdir()):
        if (folder / "__init__.py").is_file():
            value = f"{__package__}.{folder.name}:{SHIPPED}"
            yield Found(folder.name, "shipped", "assistant", value, _by(value))


def _installed() -> Iterator[Found]:
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        about = (point.dist.metadata["Summary"] or "") if point.dist else ""
        yield Found(point.name, "installed", package, point.value, point.load, about)


def _from_folder(folder: Path, value: str) -> Callable[[], object]:
    def load() -> object:
        for place in (folder / "src", folder):
            if place.is_dir() and str(place) not in sys.path:
                sys.path.append(str(place))  # last: what is installed goes before it
        return _by(value)()

    return load


def _by(value: str) -> Callable[[], object]:
    def load() -> object:
        module, _, name = value.partition(":")
        return getattr(import_module(module), name)

    return load
