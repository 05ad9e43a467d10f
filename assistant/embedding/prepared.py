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

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[Any]]

MAPPED = ("table", "first", "label", "piece", "score")
"""Arrays with a file of their own; the small ones share ``rest.npz``."""


def load_arrays(folder: Path | None, build: Callable[[], Arrays]) -> Arrays:
    """The arrays of ``folder``, read-only and mapped; built and written there when not yet.

    A folder that is broken is made anew. One that cannot be written, or None, gives the built
    arrays themselves. Raises what ``build`` raises.
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
    return arrays


def _map(folder: Path) -> Arrays | None:
    """What is written in ``folder``; None when it is absent or broken."""
    from zipfile import BadZipFile

    import numpy as np

    try:
        arrays: Arrays = {n: np.load(folder / f"{n}.npy", mmap_mode="r") for n in MAPPED}
        with np.load(folder / "rest.npz", allow_pickle=False) as rest:
            return arrays | dict(rest)
    except (OSError, ValueError, EOFError, BadZipFile):
        return None


def _write(folder: Path, arrays: Arrays) -> None:
    """Write beside ``folder`` and move into place, so that nobody ever maps half a file."""
    import numpy as np

    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))  # mode 0700
    try:
        for name in MAPPED:
            np.save(scratch / f"{name}.npy", arrays[name])
        rest: dict[str, Any] = {n: a for n, a in arrays.items() if n not in MAPPED}
        np.savez(scratch / "rest.npz", **rest)
        for file in scratch.iterdir():
            file.chmod(0o600)
        if folder.exists():  # broken, or it would have been mapped
            shutil.rmtree(folder)
        scratch.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
