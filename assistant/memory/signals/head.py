"""The trained head: how likely a clause is of each kind, and its domain.

Two linear models per question, trained on the examples in ``data/signals`` by
``tests/benchmarks/train_signals.py``: one on the clause's features alone, one with the embedding
of the clause as well. With an embedding the two are blended, which errs less than either.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from assistant.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
else:
    Vector = object

Question = Literal["kind", "domain"]

_SAY: Mapping[Question, float] = {"kind": 0.5, "domain": 0.75}
"""The share of the model that sees the embedding as well, best on held-out examples."""
UNIT = 1000  # weights are stored as whole thousandths


@dataclass(frozen=True, slots=True)
class Linear:
    """A softmax over ``labels``: bias, a row for each feature, a row for each dimension."""

    labels: tuple[str, ...]
    bias: tuple[int, ...]
    weights: Mapping[str, Sequence[int]]
    vector: Sequence[Sequence[int]]
    _arrays: list[Vector] = field(default_factory=list, compare=False)

    def matrix(self) -> Vector:
        """``vector`` as an array of shape (dimensions, labels), made once."""
        if not self._arrays:
            import numpy as np

            self._arrays.append(np.asarray(self.vector, np.float32))
        return self._arrays[0]

    def probabilities(
        self, features: Collection[str], vector: Vector | None = None
    ) -> dict[str, float]:
        rows = [row for name in features if (row := self.weights.get(name)) is not None]
        scores = [float(sum(column)) for column in zip(self.bias, *rows, strict=True)]
        if vector is not None and self.vector:
            scores = [a + b for a, b in zip(scores, (vector @ self.matrix()).tolist(), strict=True)]
        return dict(zip(self.labels, _softmax([score / UNIT for score in scores]), strict=True))


def _softmax(scores: Sequence[float]) -> list[float]:
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


@dataclass(frozen=True, slots=True)
class Head:
    """The models of one head: with and without the embedding, for kinds and for domains."""

    models: Mapping[str, Linear]
    dimensions: int

    def ask(
        self, question: Question, features: Collection[str], vector: Vector | None
    ) -> dict[str, float]:
        """Probability of each label. ``vector`` is the clause's embedding, or None."""
        plain = self.models[question].probabilities(features)
        if vector is None or len(vector) != self.dimensions:
            return plain
        informed = self.models[f"{question}+vector"].probabilities(features, vector)
        say = _SAY[question]
        return {label: (1 - say) * plain[label] + say * informed[label] for label in plain}


_current: list[Head] = []


def load_head() -> Head:
    """The shipped head; raises ConfigurationError when its file cannot be read."""
    if not _current:
        _current.append(_read_head())
    return _current[0]


@contextmanager
def replaced_by(other: Head) -> Iterator[None]:
    """Another head for a while: to measure one that has not seen the examples."""
    kept = _current[:]
    _current[:] = [other]
    try:
        yield
    finally:
        _current[:] = kept


def parse_head(data: Mapping[str, Any]) -> Head:
    """A head from what ``head.json`` holds; raises KeyError when something is missing."""
    models = {name: _linear(model) for name, model in data["models"].items()}
    return Head(models, data["dimensions"])


def _read_head() -> Head:
    from assistant.errors import ConfigurationError

    path = data_path("signals", "head.json")
    try:
        return parse_head(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError) as error:
        raise ConfigurationError(
            f"The trained weights in {path} cannot be read: {error}",
            "Reinstall, or make them again with python -m tests.benchmarks.train_signals",
        ) from error


def _linear(model: Mapping[str, Any]) -> Linear:
    return Linear(
        labels=tuple(model["labels"]),
        bias=tuple(model["bias"]),
        weights=model["weights"],
        vector=model["vector"],
    )
