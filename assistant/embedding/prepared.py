"""The default model's tables, laid out once so that later processes map them instead of loading.

The package ships them compressed; unpacking them and building its vocabulary takes a second at
each start. The first process writes them flat into the cache folder, atomically, under a name
that holds the package's version; where the folder cannot be written they stay in memory.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.files import Unreadable, read_bytes
from assistant.folders import make_private_folder
from assistant.limits import ANSWER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[Any]]

TABLES, INDEX = "tables", "index.json"
"""Every array one after the other, and where each lies."""
ALIGNED = 64
"""Bytes: where arithmetic on an array that is mapped is as fast as on one in memory."""


def load_arrays(
    folder: Path | None, build: Callable[[], Arrays], replaces: str | None = None
) -> Arrays:
    """The arrays of ``folder``, read-only and mapped; built and written there when not yet.

    A folder that is broken is made anew. One that cannot be written, or None, gives the built
    arrays themselves. ``replaces``: a pattern for the folders beside it that earlier releases left
    and that nothing needs once this one is written. Raises what ``build`` raises.
    """
    if folder is None:
        return build()
    mapped = _map(folder)
    if mapped is not None:
        return mapped
    arrays = build()
    try:
        _write(folder, arrays)
    except OSError:  # read-only, full, or another process was first: what is in memory serves
        return arrays
    for other in folder.parent.glob(replaces) if replaces else ():
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    return arrays


def _map(folder: Path) -> Arrays | None:
    """What is written in ``folder``; None when it is absent or broken."""
    import json
    from mmap import ACCESS_READ, mmap

    import numpy as np

    try:
        index = json.loads(read_bytes(folder / INDEX, ANSWER))
        with (folder / TABLES).open("rb") as file:
            tables = mmap(file.fileno(), 0, access=ACCESS_READ)
        return {
            name: np.ndarray(tuple(shape), dtype, tables, start)
            for name, (dtype, shape, start) in index.items()
        }
    except (OSError, Unreadable, ValueError, TypeError, AttributeError, RecursionError):
        return None


def _write(folder: Path, arrays: Arrays) -> None:
    """Write beside ``folder`` and move into place, so that nobody ever maps half a file."""
    import json

    import numpy as np

    make_private_folder(folder.parent)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))  # mode 0700
    try:
        index = {}
        with (scratch / TABLES).open("wb") as tables:
            for name, array in arrays.items():
                tables.write(bytes(-tables.tell() % ALIGNED))
                index[name] = (array.dtype.str, array.shape, tables.tell())
                tables.write(np.ascontiguousarray(array).data)
        (scratch / INDEX).write_text(json.dumps(index), "utf-8")
        for file in scratch.iterdir():
            file.chmod(0o600)
        if folder.exists():  # broken, or it would have been mapped
            shutil.rmtree(folder)
        scratch.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
