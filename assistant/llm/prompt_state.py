"""The evaluated static prompt, kept on disk: 1.9 s of reading become 20 ms.

Only the static system prompt is ever saved, never a word of a conversation. llama.cpp aborts the
whole process on a damaged file: each one carries its own digest in its name and is checked first.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from assistant.llm.llama import LlamaServer

KEPT = 4
"""How many prompts (roles, models) keep their state: some 25 kB a token each."""

_ROOM = 256 * 1024 * 1024
_EDGE = 1024 * 1024


def recall(server: LlamaServer, weights: Path, prompt: str, folder: Path) -> bool:
    """Put the evaluated ``prompt`` in the server's slot: from disk, else by reading and saving it.

    True when it came from disk. Raises OSError when the folder fails, which costs time alone: the
    next request reads the prompt.
    """
    key = _key(weights, prompt)
    for path in folder.glob(f"{key}-*.state"):
        if _sound(path) and _act(server, "restore", path.name):
            path.touch()  # the least recently used go first
            return True
        path.unlink(missing_ok=True)
    server.evaluate(prompt)
    if shutil.disk_usage(folder).free > _ROOM:
        _save(server, key, folder)
    return False


def _save(server: LlamaServer, key: str, folder: Path) -> None:
    unfinished = folder / f"{key}.unfinished"
    try:
        if not _act(server, "save", unfinished.name):
            return
        unfinished.chmod(0o600)
        unfinished.replace(folder / f"{key}-{_digest(unfinished)}.state")
    finally:
        unfinished.unlink(missing_ok=True)
    newest_first = sorted(folder.glob("*.state"), key=lambda p: p.stat().st_mtime, reverse=True)
    for path in newest_first[KEPT:]:
        path.unlink(missing_ok=True)


def _act(server: LlamaServer, action: str, filename: str) -> bool:
    answer = server.post(f"/slots/0?action={action}", {"filename": filename})
    return bool(answer.get("n_restored" if action == "restore" else "n_saved"))


def _key(weights: Path, prompt: str) -> str:
    """Changes with the weights, the prompt, or the library that wrote the file."""
    from importlib.metadata import version

    size = weights.stat().st_size
    with weights.open("rb") as file:
        first = file.read(_EDGE)
        file.seek(max(0, size - _EDGE))
        last = file.read(_EDGE)
    parts = (version("xllamacpp").encode(), str(size).encode(), first, last, prompt.encode())
    state = hashlib.sha256()
    for part in parts:
        state.update(hashlib.sha256(part).digest())
    return state.hexdigest()[:32]


def _sound(path: Path) -> bool:
    try:
        return path.stem.rpartition("-")[2] == _digest(path)
    except OSError:
        return False


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:32]
