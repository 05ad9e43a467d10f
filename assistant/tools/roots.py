"""Files inside allowed folders, and nothing else: no ``..``, no link, no other path leads out.

A path is resolved to where it really leads, compared with the folders as they really are, and then
opened from the folder down, one name at a time, following no link: what is swapped for a link in
between is refused too.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from assistant.limits import TOOL_FILE, TOOL_FILES
from assistant.tools.base import Surroundings, ToolFailure, failed

LARGEST = TOOL_FILE.value
"""Bytes read of one file."""
MOST_FILES = TOOL_FILES.value
SECRET_NAMES = frozenset(
    {".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".netrc", ".pgpass", ".env"}
    | {".git-credentials", ".npmrc", ".pypirc", "credentials.json"}
    | {"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"}
)
"""Where keys and passwords live: never read, wherever they are."""
SECRET_ENDINGS = (".pem", ".key", ".p12", ".pfx", ".jks", ".kdbx", ".keystore", ".gpg")


class Place(NamedTuple):
    """A path inside a root: ``real`` is where it leads, ``name`` how it is told."""

    root: Path
    real: Path

    @property
    def name(self) -> str:
        return str(self.real)


class Roots:
    """Folders, and what lies in them."""

    def __init__(self, folders: Sequence[str | Path], private: Path | None = None) -> None:
        """``private`` is left out even if it lies in one of the folders."""
        self.folders = [Path(os.path.realpath(Path(f).expanduser())) for f in folders]
        self._private = private

    def place(self, path: str) -> Place:
        """Where a path leads. A relative one starts at the first folder that has it.

        Raises ToolFailure when it is outside, private, or not there.
        """
        if not path or "\0" in path:
            raise ToolFailure("VALIDATION_ERROR", "a path is needed")
        for candidate in self._candidates(path):
            real = Path(os.path.realpath(candidate))
            root = next((r for r in self.folders if real.is_relative_to(r)), None)
            if root is None or not os.path.lexists(real):
                continue
            self._refuse_private(root, real)
            return Place(root, real)
        raise failed(
            f"'{path[:120]}' is not in a folder that may be read "
            f"({', '.join(map(str, self.folders)) or 'none'})"
        )

    def read(self, place: Place) -> str:
        """The text of a file, at most ``LARGEST`` bytes. Raises ToolFailure."""
        descriptor = self._open(place)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise failed(f"{place.name} is not a file")
        with os.fdopen(descriptor, "rb") as file:
            data = file.read(LARGEST)
        if b"\0" in data:
            raise failed(f"{place.name} is not a text")
        return data.decode("utf-8", "replace")

    def entries(self, place: Place) -> list[os.DirEntry[str]]:
        """What a folder holds, hidden and private names left out, in order of name."""
        try:
            with os.scandir(place.real) as found:
                shown = [e for e in found if not _hidden(e.name) and not self._is_private(e.path)]
        except NotADirectoryError:
            raise failed(f"{place.name} is not a folder") from None
        return sorted(shown, key=lambda e: e.name.casefold())

    def walk(self, place: Place) -> Iterator[Place]:
        """The files under a folder, or the file itself; no link is followed."""
        if place.real.is_file():
            yield place
            return
        seen = 0
        for folder, folders, names in os.walk(place.real):
            folders[:] = sorted(
                d for d in folders if not _hidden(d) and not self._is_private(Path(folder, d))
            )
            for name in sorted(names):
                file = Path(folder, name)
                if _hidden(name) or file.is_symlink() or not file.is_file():
                    continue
                seen += 1
                if seen > MOST_FILES:
                    return
                yield Place(place.root, file)

    def _candidates(self, path: str) -> Iterator[Path]:
        given = Path(path).expanduser() if path.startswith("~/") or path == "~" else Path(path)
        if given.is_absolute():
            yield given
        else:
            yield from (folder / given for folder in self.folders)

    def _refuse_private(self, root: Path, real: Path) -> None:
        names = real.relative_to(root).parts
        if any(map(_secret, names)) or self._is_private(real):
            raise failed(f"{real} may hold secrets and is never read")

    def _is_private(self, path: str | Path) -> bool:
        """By identity and not by name: letter case and mounts change names."""
        if self._private is None or not self._private.exists():
            return False
        real = Path(path)
        return any(p.exists() and p.samefile(self._private) for p in (real, *real.parents))

    def _open(self, place: Place) -> int:
        """A descriptor, reached from the root name by name, through no link."""
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        here = os.open(place.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            for name in place.real.relative_to(place.root).parts:
                inner = os.open(name, flags, dir_fd=here)
                os.close(here)
                here = inner
        except OSError as error:
            os.close(here)
            raise failed(f"{place.name} cannot be read: {error.strerror}") from None
        return here


def allowed(here: Surroundings) -> Roots:
    """The folders of the configuration, without the assistant's own."""
    return Roots(here.config.roots, here.private)


def _hidden(name: str) -> bool:
    return name.startswith(".") or _secret(name)


def _secret(name: str) -> bool:
    folded = name.casefold()
    return folded in SECRET_NAMES or folded.startswith(".env.") or folded.endswith(SECRET_ENDINGS)
