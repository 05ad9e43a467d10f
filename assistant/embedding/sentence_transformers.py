"""The second back end: any model of sentence-transformers, local or from the hub, on GPU if any.

An extra (torch alone weighs a gigabyte). Its environment is honoured: with ``HF_HUB_OFFLINE=1``
only what is already on disk is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant.embedding.lazy import Lazy
from assistant.embedding.scale import Scale, measure
from assistant.errors import ConfigurationError, ModelUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

EXTRA_HINT = (
    "Run `pip install 'local-assistant[sentence-transformers]'`, or set backend = \"default\"."
)
LONGEST_TEXT = 8000
"""Characters handed to the tokenizer; the model cuts at its own limit of tokens before that."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    model: Any
    scale: Scale
    dimensions: int


class SentenceTransformersEmbedder:
    """``model`` is a name on the hub or a folder. Thread-safe; raises on first use, not before.

    Raises ConfigurationError where the extra is not installed, ModelUnavailable where the model
    cannot be loaded (unknown, no network, broken files).
    """

    def __init__(self, model: str) -> None:
        self._model_name = model
        self._loaded: Lazy[_Loaded] = Lazy(self._load)

    @property
    def name(self) -> str:
        return f"sentence-transformers/{self._model_name}"

    @property
    def dimensions(self) -> int:
        return self._loaded.get().dimensions

    def embed(self, texts: Sequence[str]) -> Matrix:
        loaded = self._loaded.get()
        return _embed(loaded.model, loaded.dimensions, texts)

    def calibrate(self, cosine: float) -> float:
        return self._loaded.get().scale.place(cosine)

    def warm_up(self) -> None:
        self._loaded.warm_up()

    def _load(self) -> _Loaded:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ConfigurationError(
                "The embedding back end sentence-transformers is not installed", EXTRA_HINT
            ) from error
        try:
            model = SentenceTransformer(self._model_name)
            dimensions = len(model.encode("x"))
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise ModelUnavailable(
                f"The embedding model {self._model_name} cannot be loaded: {reason}",
                "Check its name and the network, or set [embedding] model to a folder.",
            ) from error
        return _Loaded(model, measure(lambda texts: _embed(model, dimensions, texts)), dimensions)


def _embed(model: Any, dimensions: int, texts: Sequence[str]) -> Matrix:
    import numpy as np

    vectors = np.zeros((len(texts), dimensions), np.float32)
    said = [n for n, text in enumerate(texts) if text.strip()]
    if said:
        readable = [
            texts[n][:LONGEST_TEXT].encode("utf-8", "replace").decode("utf-8") for n in said
        ]
        vectors[said] = model.encode(
            readable, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )
    return vectors
