"""The trained head: how likely a clause is of each kind, and its domain.

Two linear models per question, trained on the examples in ``training/data/signals`` by
``training/signals.py``: one on the clause's features alone, one with the embedding
of the clause as well. With an embedding the two are blended, which errs less than either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from assistant.arrays import names, softmax
from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Whole = NDArray[np.integer]
    Names = NDArray[np.bytes_]
else:
    Vector = Whole = Names = object

Question = Literal["kind", "domain"]

_SAY: Mapping[Question, float] = {"kind": 0.5, "domain": 0.75}
"""The share of the model that sees the embedding as well, best on held-out examples."""
UNIT = 1000  # weights are stored as whole thousandths


class Linear(NamedTuple):
    """A softmax over L ``labels``, in thousandths.

    ``bias`` is (L,), ``weights`` (features, L) with rows in the order of ``features``, which is
    that of their bytes; ``vector`` (dimensions, L), without rows where no embedding is seen.
    """

    labels: tuple[str, ...]
    bias: Whole
    features: Names
    weights: Whole
    vector: Vector

    def probabilities(self, features: Names, vector: Vector | None = None) -> dict[str, float]:
        """Of each label, for what ``spelled`` gives of a clause's features."""
        scores = self.bias + self.weights[self._rows(features)].sum(axis=0, dtype=int)
        if vector is not None and len(self.vector):
            scores = scores + vector @ self.vector
        return dict(zip(self.labels, softmax(scores / UNIT).tolist(), strict=True))

    def _rows(self, features: Names) -> Whole:
        """Of the features that the model knows. Looked up by halves: a dictionary of all of them
        would take longer to build than a message to read."""
        places = self.features.searchsorted(features)
        places[places == len(self.features)] = 0
        known: Whole = places[self.features[places] == features]
        return known


def spelled(features: Iterable[str]) -> Names:
    """As a model looks them up."""
    import numpy as np

    return np.array([name.encode("utf-8", "surrogatepass") for name in features], np.bytes_)


class Head(NamedTuple):
    """The models of one head: with and without the embedding, for kinds and for domains."""

    models: Mapping[str, Linear]
    dimensions: int

    def ask(
        self, question: Question, features: Collection[str], vector: Vector | None
    ) -> dict[str, float]:
        """Probability of each label. ``vector`` is the clause's embedding, or None."""
        asked = spelled(features)
        plain = self.models[question].probabilities(asked)
        if vector is None or len(vector) != self.dimensions:
            return plain
        informed = self.models[f"{question}+vector"].probabilities(asked, vector)
        say = _SAY[question]
        return {label: (1 - say) * plain[label] + say * informed[label] for label in plain}


_current: list[Head] = []


def load_head() -> Head:
    """The shipped head; raises ConfigurationError when its file cannot be read."""
    if not _current:
        _current.append(_read_head())
    return _current[0]


def _read_head() -> Head:
    import zipfile

    import numpy as np

    from assistant.errors import ConfigurationError

    path = data_path("signals", "head.npz")
    try:
        with np.load(path, allow_pickle=False) as arrays:
            parts = {name: arrays[name] for name in arrays.files}
        return _assembled(parts)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise ConfigurationError(
            f"The trained weights in {path} cannot be read: {error}",
            "Reinstall, or make them again with python -m training signals --write",
        ) from error


def _assembled(parts: Mapping[str, NDArray[Any]]) -> Head:
    models = {}
    for name in (name.removesuffix(" labels") for name in parts if name.endswith(" labels")):
        models[name] = Linear(
            labels=tuple(names(parts[f"{name} labels"])),
            bias=parts[f"{name} bias"],
            features=parts[f"{name} features"],
            weights=parts[f"{name} weights"],
            vector=parts[f"{name} vector"].astype("f4"),
        )
    return Head(models, int(parts["dimensions"]))
