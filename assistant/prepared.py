"""What takes long to work out of the shipped lists, kept in the cache folder for later processes.

Reading the patterns of ten thousand lines and finding how each begins takes a tenth of a start. The
first process writes what came of it, and whoever has the same lists reads that. It holds the lists'
own words and nothing that anybody said; packed, so that whoever searches a home for what was
forgotten does not meet those. Where it cannot be kept, it is worked out again.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from assistant.files import Unreadable, read_bytes
from assistant.folders import make_private_folder
from assistant.limits import ANSWER

LAYOUT = 1
"""Version of what is kept; to be raised when the same lists lead to something else."""
_DIGEST = hashlib.sha256().digest_size
_places: list[Path | None] = [None]


def keep_in(folder: Path | None) -> None:
    """Where it is kept from here on; None: nowhere."""
    _places[0] = folder


def prepared(name: str, source: str, build: Callable[[], Any]) -> Any:
    """What ``build`` makes of ``source``, as JSON gives it back. Raises what ``build`` raises."""
    folder = _places[0]
    if folder is None:
        return build()
    digest = hashlib.sha256(f"{LAYOUT} {source}".encode()).hexdigest()[:32]
    file = folder / f"{name}-{digest}.z"
    with suppress(OSError, Unreadable, ValueError, zlib.error):
        return _read(file)
    built = json.dumps(build(), ensure_ascii=False, separators=(",", ":"))
    with suppress(OSError):  # read-only or full: the next process works it out again
        _write(file, zlib.compress(built.encode()))
        for other in folder.glob(f"{name}-*.z"):
            if other != file:
                other.unlink(missing_ok=True)
    return json.loads(built)


def _read(file: Path) -> Any:
    """Raises ValueError or ``zlib.error`` where it is not whole."""
    packed = read_bytes(file, ANSWER)
    digest, body = packed[:_DIGEST], packed[_DIGEST:]
    if hashlib.sha256(body).digest() != digest:
        raise ValueError(file)
    return json.loads(zlib.decompress(body))


def _write(file: Path, body: bytes) -> None:
    """Beside its place and then into it, so that nobody reads half of it. A home that is gone is
    not made again. Raises OSError."""
    if not file.parent.parent.is_dir():
        return
    import tempfile

    make_private_folder(file.parent)
    handle, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)  # mode 0600
    scratch = Path(name)
    try:
        with os.fdopen(handle, "wb") as written:
            written.write(hashlib.sha256(body).digest() + body)
        scratch.replace(file)
    except BaseException:
        with suppress(OSError):
            scratch.unlink()
        raise
