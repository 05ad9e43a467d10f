"""Files inside allowed folders, and nothing else: no ``..``, no link, no other path leads out.

A path is resolved to where it really leads, compared with the folders as they really are, and then
opened from the folder down, one name at a time, following no link: what is swapped for a link in
between is refused too. On the way each folder is compared with the assistant's own, by identity.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from assistant.limits import TOOL_FILE, TOOL_FILES, TOOL_PATH
from assistant.tools.base import Surroundings, ToolFailure, failed

LARGEST = TOOL_FILE.value
"""Bytes read of one file."""
MOST_FILES = TOOL_FILES.value
LONGEST_PATH = TOOL_PATH.value
SECRET_NAMES = frozenset(
    {".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", ".pgpass", ".env"}
    | {".git-credentials", ".npmrc", ".pypirc", "credentials.json"}
    | {"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"}
)
"""Where keys and passwords live: never read, wherever they are."""
SECRET_ENDINGS = (".pem", ".key", ".p12", ".pfx", ".jks", ".kdbx", ".keystore", ".gpg")

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Place(NamedTuple):
    """A path inside a root: ``real`` is where it leads, ``name`` how it is told."""

    root: Path
    real: Path

    @property
    def name(self) -> str:
        return told(str(self.real))


class Entry(NamedTuple):
    """What a folder holds, as it was when it was looked at."""

    name: str
    is_folder: bool
    size: int
    changed: float


class Roots:
    """Folders, and what lies in them."""

    def __init__(self, folders: Sequence[str | Path], private: Sequence[Path] = ()) -> None:
        """What lies in ``private`` is left out even if that lies in one of the folders."""
        self.folders = [Path(os.path.realpath(Path(f).expanduser())) for f in folders]
        self._private = private

    def place(self, path: str) -> Place:
        """Where a path leads. A relative one starts at the first folder that has it.

        Raises ToolFailure when it is outside, private, or not there.
        """
        if not path or "\0" in path or len(path) > LONGEST_PATH:
            raise ToolFailure("VALIDATION_ERROR", "a path is needed")
        for candidate in self._candidates(path):
            try:
                real = Path(os.path.realpath(candidate))
            except OSError:  # a link of it went away in that very moment
                continue
            root = next((r for r in self.folders if real.is_relative_to(r)), None)
            if root is None or not os.path.lexists(real):
                continue
            self._refuse_private(root, real)
            return Place(root, real)
        raise failed(
            f"'{told(path[:120])}' is not in a folder that may be read "
            f"({', '.join(told(str(f)) for f in self.folders) or 'none'})"
        )

    def read(self, place: Place) -> str:
        """The text of a file, at most ``LARGEST`` bytes. Raises ToolFailure."""
        with os.fdopen(self._open_file(place), "rb") as file:
            data = file.read(LARGEST)
        if b"\0" in data:
            raise failed(f"{place.name} is not a text")
        return data.decode("utf-8", "replace")

    def entries(self, place: Place) -> list[Entry]:
        """What a folder holds, hidden and private names left out, in order of name."""
        if not place.real.is_dir():
            raise failed(f"{place.name} is not a folder")
        own = self._own()
        shown = []
        with self._folder(place) as here, os.scandir(here) as found:
            for entry in found:
                info = entry.stat(follow_symlinks=False)
                if not _hidden(entry.name) and _identity(info) not in own:
                    is_folder = stat.S_ISDIR(info.st_mode)
                    shown.append(Entry(entry.name, is_folder, info.st_size, info.st_mtime))
        return sorted(shown, key=lambda e: e.name.casefold())

    def walk(self, place: Place) -> Iterator[Place]:
        """The files under a folder, or the file itself; no link is followed."""
        if not place.real.is_dir():
            yield place
            return
        own, left = self._own(), MOST_FILES
        with self._folder(place) as start:
            for inner, folders, names, here in os.fwalk(dir_fd=start, follow_symlinks=False):
                folders[:] = sorted(
                    name for name in folders
                    if not _hidden(name) and _identity(_seen(name, here)) not in own
                )  # fmt: skip
                for name in sorted(names):
                    info = _seen(name, here)
                    if _hidden(name) or info is None or not stat.S_ISREG(info.st_mode):
                        continue
                    left -= 1
                    if left < 0:
                        return
                    yield Place(place.root, Path(os.path.normpath(place.real / inner / name)))

    def _candidates(self, path: str) -> Iterator[Path]:
        given = Path(path).expanduser() if path.startswith("~/") or path == "~" else Path(path)
        if given.is_absolute():
            yield given
        else:
            yield from (folder / given for folder in self.folders)

    def _refuse_private(self, root: Path, real: Path) -> None:
        names = real.relative_to(root).parts
        if any(map(is_secret, names)) or self._is_private(real):
            raise failed(f"{told(str(real))} may hold secrets and is never read")

    def _is_private(self, path: Path) -> bool:
        """By identity and not by name: letter case and mounts change names."""
        own = self._own()
        return any(_identity(_seen(str(p))) in own for p in (path, *path.parents))

    def _own(self) -> set[tuple[int, int]]:
        """What the assistant's folders are to the system."""
        found = set()
        for folder in self._private:
            with suppress(OSError):
                found.add(_identity(folder.stat()))
        return found

    def _open_file(self, place: Place) -> int:
        """A regular file of the person's. Nothing else is opened: a device acts when it is."""
        *above, name = place.real.relative_to(place.root).parts or (".",)
        with self._folder(Place(place.root, place.root.joinpath(*above))) as here:
            info = _seen(name, here)
            if info is not None and not stat.S_ISREG(info.st_mode):
                raise failed(f"{place.name} is not a file")
            if info is not None and info.st_nlink > 1 and self._is_own_file(info):
                raise failed(f"{place.name} is a file of the assistant's and is never read")
            try:
                descriptor = os.open(name, _FILE, dir_fd=here)
            except OSError as error:
                raise failed(f"{place.name} cannot be read: {error.strerror}") from None
        if info is None or not os.path.samestat(os.fstat(descriptor), info):
            os.close(descriptor)
            raise failed(f"{place.name} was replaced while it was read")
        return descriptor

    def _is_own_file(self, info: os.stat_result) -> bool:
        """Whether it is a second name of a file in one of the assistant's folders."""
        return any(
            _identity(_seen(str(own))) == _identity(info)
            for folder in self._private
            for own in folder.glob("**/*")
        )

    @contextmanager
    def _folder(self, place: Place) -> Iterator[int]:
        """A descriptor, reached from the root name by name, through no link."""
        own = self._own()
        here = -1
        try:
            here = os.open(place.root, _FOLDER)
            for name in (".", *place.real.relative_to(place.root).parts):
                inner = os.open(name, _FOLDER, dir_fd=here)
                os.close(here)
                here = inner
                if _identity(os.fstat(here)) in own:
                    raise failed(f"{place.name} may hold secrets and is never read")
        except OSError as error:
            if here >= 0:
                os.close(here)
            raise failed(f"{place.name} cannot be read: {error.strerror}") from None
        except ToolFailure:
            os.close(here)
            raise
        try:
            yield here
        finally:
            os.close(here)


def allowed(here: Surroundings) -> Roots:
    """The folders of the configuration, without the assistant's own."""
    return Roots(here.config.roots, here.private)


def told(path: str) -> str:
    """A path as it can be printed: bytes that are no text are shown as such."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def is_secret(name: str) -> bool:
    """Whether a file or folder of that name holds keys."""
    folded = name.casefold()
    return folded in SECRET_NAMES or folded.startswith(".env.") or folded.endswith(SECRET_ENDINGS)


def _hidden(name: str) -> bool:
    return name.startswith(".") or is_secret(name)


def _seen(name: str, folder: int | None = None) -> os.stat_result | None:
    """What is there, a link itself and not what it leads to; None when it is gone."""
    with suppress(OSError):
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    return None


def _identity(info: os.stat_result | None) -> tuple[int, int]:
    return (info.st_dev, info.st_ino) if info is not None else (-1, -1)
